"""Which numbers of a trace the view of states draws: units over source words, or over target words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, groups_of
from explorer.views.tokens import source_words, target_words

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
    """values: units x columns; first: the column of the first word; parts: groups of units, their sizes.

    words: the tokens of each column from `first` on, whose mean it is.
    """

    values: NDArray[np.floating]
    columns: tuple[str, ...]
    first: int
    parts: tuple[tuple[str, int], ...]
    words: tuple[Group, ...]


def unit_content(
    trace: DecodingTrace, hypothesis: Hypothesis, quantity: Quantity, *, whole_words: bool
) -> UnitContent | None:
    """The numbers of this kind along the hypothesis; None where the trace has none.

    Whole words have the mean of their pieces. An encoder with attention reads both ways: the first half of
    its units forwards, the second backwards.
    """
    array: NDArray[np.floating] | None = getattr(trace, quantity.field)
    if array is None or not array.size:
        return None
    source, target = groups_of(trace, hypothesis, whole_words=whole_words)
    if quantity.of_source:
        parts = _halves(trace, array.shape[1])
        return UnitContent(_means(array, source).T, source_words(trace, source), 0, parts, source)
    values, labels = _means(trace.along(array, hypothesis), target), target_words(hypothesis, target)
    first = 0
    if quantity.field == "states" and trace.initial_state is not None:
        values = np.concatenate([trace.initial_state[None], values])
        labels, first = (START, *labels), 1
    return UnitContent(values.T, labels, first, ((told("decoder"), values.shape[1]),), target)


def _means(values: NDArray[np.floating], words: tuple[Group, ...]) -> NDArray[np.floating]:
    """The mean over the tokens of each word; of a word of one token its numbers as they are."""
    if len(words) == len(values):
        return values
    return np.stack([values[begin:end].mean(axis=0) for begin, end in words])


def _halves(trace: DecodingTrace, units: int) -> tuple[tuple[str, int], ...]:
    if trace.weights is None:
        return ((told("encoder"), units),)
    return (told("forward"), units // 2), (told("backward"), units - units // 2)


def told(text: str) -> str:
    """A text of this view in the language of the window."""
    return QCoreApplication.translate("States", text)
