"""Which numbers of a trace the view of states draws: units over source words, or over target words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.trace import DecodingTrace, Hypothesis
from explorer.views.tokens import source_labels, target_labels

START = "s₀"  # the column of the state before the first word


@dataclass(frozen=True)
class Quantity:
    """One kind of numbers: the trace's field, its name, what it means, and whether it has a sign."""

    field: str
    name: str
    meaning: str
    is_signed: bool
    of_source: bool = False


QUANTITIES = (
    Quantity("annotations", QT_TRANSLATE_NOOP("States", "Annotations h"),
             QT_TRANSLATE_NOOP("States", "What the encoder knows at each source word"),
             is_signed=True, of_source=True),
    Quantity("states", QT_TRANSLATE_NOOP("States", "Decoder states s"),
             QT_TRANSLATE_NOOP("States", "The decoder's state with which each target word was chosen"),
             is_signed=True),
    Quantity("update_gates", QT_TRANSLATE_NOOP("States", "Update gates z"),
             QT_TRANSLATE_NOOP("States", "1: the unit takes a new state, 0: it keeps the old one"),
             is_signed=False),
    Quantity("reset_gates", QT_TRANSLATE_NOOP("States", "Reset gates r"),
             QT_TRANSLATE_NOOP("States", "0: the new state is made without the old one"),
             is_signed=False),
    Quantity("cells", QT_TRANSLATE_NOOP("States", "LSTM cells"),
             QT_TRANSLATE_NOOP("States", "The memory of each unit"),
             is_signed=True),
)  # fmt: skip


@dataclass(frozen=True)
class UnitContent:
    """values: units x columns; first: the column of the first word; parts: groups of units, their sizes."""

    values: NDArray[np.floating]
    columns: tuple[str, ...]
    first: int
    parts: tuple[tuple[str, int], ...]


def unit_content(trace: DecodingTrace, hypothesis: Hypothesis, quantity: Quantity) -> UnitContent | None:
    """The numbers of this kind along the hypothesis; None where the trace has none.

    An encoder with attention reads both ways: the first half of its units forwards, the second backwards.
    """
    array: NDArray[np.floating] | None = getattr(trace, quantity.field)
    if array is None or not array.size:
        return None
    if quantity.of_source:
        return UnitContent(array.T, source_labels(trace), 0, _halves(trace, array.shape[1]))
    values, labels, first = trace.along(array, hypothesis), target_labels(hypothesis), 0
    if quantity.field == "states" and trace.initial_state is not None:
        values = np.concatenate([trace.initial_state[None], values])
        labels, first = (START, *labels), 1
    return UnitContent(values.T, labels, first, ((told("decoder"), values.shape[1]),))


def _halves(trace: DecodingTrace, units: int) -> tuple[tuple[str, int], ...]:
    if trace.weights is None:
        return ((told("encoder"), units),)
    return (told("forward"), units // 2), (told("backward"), units - units // 2)


def told(text: str) -> str:
    """A text of this view in the language of the window."""
    return QCoreApplication.translate("States", text)
