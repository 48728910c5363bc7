"""Numbers of many units over a row of words: which are drawn, in which order, and what one of them says."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from explorer.number_text import MINUS, number

Floats = NDArray[np.floating]
Integers = NDArray[np.int64]
AS_THEY_ARE, BY_ACTIVITY, BY_SIMILARITY = "as they are", "by activity", "by similarity"
ISOLATE, END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True)
class UnitFigure:
    """values: units x columns, all finite; columns: their labels; order: the unit of each row, from the top.

    parts: names of groups of units, and how many units each has, in the order of the units; no row leaves
    its group. is_signed: 0 is in the middle of the colours; else the scale runs from 0 to 1.
    """

    values: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    columns: tuple[str, ...] = ()
    order: Integers = field(default_factory=lambda: np.zeros(0, np.int64))
    parts: tuple[tuple[str, int], ...] = ()
    is_signed: bool = True

    @property
    def limits(self) -> tuple[float, float]:
        """The ends of the scale: 0 and 1; with a sign -1 and 1, wider only where a number lies beyond."""
        if not self.is_signed:
            return 0.0, 1.0
        most = max(1.0, float(np.abs(self.values).max(initial=0.0)))
        return -most, most

    def shares(self, values: Floats) -> Floats:
        """How far along the colours these values stand, from 0 to 1."""
        low, high = self.limits
        return (values - low) / (high - low)

    def ticks(self) -> tuple[tuple[float, str], ...]:
        """The ends and the middle of the scale, and their numbers."""
        low, high = self.limits
        middle = "0" if self.is_signed else "0.5"
        return (0.0, f"{low:.3g}".replace("-", MINUS)), (0.5, middle), (1.0, f"{high:.3g}")

    def unit_name(self, unit: int) -> str:
        """A unit by its number from 1 within its group."""
        within = unit
        for name, count in self.parts:
            if within < count:
                return _told("{part}, unit {unit}").format(part=name, unit=within + 1)
            within -= count
        return _told("unit {unit}").format(unit=unit + 1)

    def cell_in_words(self, unit: int, column: int) -> str:
        """The value, the unit and the word of one cell."""
        word = ISOLATE + self.columns[column] + END_ISOLATE
        return f"{number(float(self.values[unit, column]))}   {word}   {self.unit_name(unit)}"

    def column_in_words(self, column: int) -> str:
        """What all units say at one word."""
        values = self.values[:, column]
        text = _told("{word}   mean {mean}   least {least}   largest {largest}")
        return text.format(
            word=ISOLATE + self.columns[column] + END_ISOLATE,
            mean=number(float(values.mean())),
            least=number(float(values.min())),
            largest=number(float(values.max())),
        )


def unit_order(values: Floats, counts: Sequence[int], order: str) -> Integers:
    """The units x columns' rows in an order: as they are, the most active first, or like beside like.

    counts: how many units each group has; each is ordered by itself. Activity is the mean without signs.
    Similar units stand beside each other by their place along the direction in which the group's units
    differ most (the first principal component).
    """
    found, begin = [], 0
    for count in counts:
        group = values[begin : begin + count]
        found.append(begin + np.argsort(_sorting_key(group, order), kind="stable"))
        begin += count
    return np.concatenate(found) if found else np.zeros(0, np.int64)


def _sorting_key(group: Floats, order: str) -> Floats:
    if order == BY_ACTIVITY:
        return -np.abs(group).mean(axis=1)
    if order == BY_SIMILARITY and group.size:
        centred = (group - group.mean(axis=0)).astype(np.float64)
        direction = np.linalg.eigh(centred.T @ centred)[1][:, -1]
        return centred @ (direction * np.sign(direction[np.argmax(np.abs(direction))]))
    return np.zeros(len(group))


def _told(text: str) -> str:
    return QCoreApplication.translate("UnitFigure", text)
