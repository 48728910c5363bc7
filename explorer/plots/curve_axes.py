"""Axes of curves: what lies behind a run below, values at the left in a column of one width in every plot."""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetricsF

from explorer.plots.curve import Scale

LABELLED_DIGITS = "125"  # of the values between two powers of ten
WIDEST_VALUE = "00,000.0"
ROOM = 16  # pixels beside it, for the tick and the gap
SPANS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400)
UNITS = (1, 60, 3600, 86400)
LEAST_DISTANCE = 80  # pixels between two times
LEAST_GAP = 8  # widths of a digit between two numbers of a logarithmic axis
TICK = 10  # pixels below the picture, for a tick and the gap
MANY = math.inf  # the distance between ticks that are at no equal distances
Ticks = list[tuple[float, list[float]]]
PlaceKind = Literal["count", "share", "seconds"]  # whole numbers, decimals, times


class PlaceAxis(pg.AxisItem):
    """Updates or tokens as whole numbers, passes over a corpus as decimals, or seconds as times.

    On a logarithmic scale its places are logarithms to base 10, and it writes what they are of.
    """

    def __init__(self) -> None:
        super().__init__("bottom")
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=True)
        self._kind: PlaceKind = "count"
        self._scale: Scale = "linear"
        self._least = float(LEAST_DISTANCE)

    def set_kind(self, kind: PlaceKind, scale: Scale = "linear") -> None:
        """Write numbers of this kind, on this scale."""
        self._kind, self._scale = kind, scale
        self.picture = None
        self.update()

    def fit(self, font: QFont, *, is_labelled: bool) -> None:
        """Be as high as numbers in this font and a label below them; without one only ticks are seen."""
        metrics = QFontMetricsF(font)
        self.setTickFont(font)
        self.label.setFont(font)
        self._least = LEAST_GAP * metrics.horizontalAdvance("0")
        self.setHeight(round(TICK + 2 * metrics.height()) if is_labelled else TICK)

    def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
        if self._kind != "seconds":
            return super().tickSpacing(least, most, size)
        wanted = (most - least) * LEAST_DISTANCE / max(size, 1.0)
        days = 86400 * max(1, math.ceil(wanted / 86400))
        return [(next((span for span in SPANS if span >= wanted), days), 0)]

    def tickValues(self, least: float, most: float, size: float) -> Ticks:
        if self._scale == "linear":
            return super().tickValues(least, most, size)
        gap = (most - least) / size * self._least
        if most - least < 1.0:  # less than from 1 to 10: the same numbers as on a linear axis
            levels = super().tickValues(10.0**least, 10.0**most, size)[:2]
            step, places = levels[-1][0], [math.log10(at) for _, level in levels for at in level if at > 0]
            ticks = places
        else:
            step, places = MANY, _round_places(least, most, self._kind)
            powers = range(math.floor(least), math.ceil(most))
            ticks = [math.log10(digit) + power for power in powers for digit in range(1, 10)]
        written = _spread([place for place in places if least <= place <= most], gap)
        return [(step, written), (0.0, [place for place in ticks if place not in written])]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        if self._scale == "linear":
            return [place_text(value, self._kind, spacing) for value in values]
        if spacing == 0.0:
            return [""] * len(values)
        counts = [float(f"{10.0**value:.10g}") for value in values]  # whole where they were
        steps = [_step(count, self._kind) if spacing == MANY else spacing for count in counts]
        return [place_text(count, self._kind, step) for count, step in zip(counts, steps, strict=True)]


def _step(count: float, kind: PlaceKind) -> float:
    """How exactly a number is written that stands at no equal distances from others."""
    if kind == "share":
        return 10.0 ** math.floor(math.log10(count))
    return 1e6 if kind == "count" and count >= 1e6 else 1.0


def _round_places(least: float, most: float, kind: PlaceKind) -> list[float]:
    """The logarithms of round numbers, or of times that a clock knows; the roundest come first."""
    if kind == "seconds":
        days = (86400.0 * 10**power for power in range(1, 4))
        spans = sorted(SPANS, key=lambda span: (span not in UNITS, span // 10 not in UNITS, span))
        return [math.log10(span) for span in (*spans, *days)]
    powers = range(math.floor(least), math.ceil(most) + 1)
    return [power + math.log10(digit) for digit in (1, 2, 5) for power in powers]


def _spread(places: Iterable[float], gap: float) -> list[float]:
    """Of these as many as stay so far apart, the earlier ones first."""
    kept: list[float] = []
    for place in places:
        if all(abs(place - other) >= gap for other in kept):
            kept.append(place)
    return kept


def place_text(value: float, kind: PlaceKind, spacing: float = 1.0) -> str:
    """A place on an axis; spacing: between two that are written beside each other."""
    if kind == "seconds":
        return _time(value) if spacing < 60 else _time(value).rpartition(":")[0]
    if kind == "share":
        return f"{value:,.{max(0, -math.floor(math.log10(spacing)))}f}"
    if spacing >= 100_000:
        return f"{value / 1e6:,.1f} M"
    return f"{value:,.0f}" if value == round(value) else ""


def _time(seconds: float) -> str:
    """Hours, minutes and seconds; never days, which would hide how many hours they are."""
    whole = round(seconds)
    sign, whole = ("-", -whole) if whole < 0 else ("", whole)
    return f"{sign}{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


class ValueAxis(pg.AxisItem):
    """Values as short decimals, also on a logarithmic axis."""

    def __init__(self) -> None:
        super().__init__("left")
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=True)  # one that would be cut off at an end too

    def fit(self, font: QFont) -> None:
        """Be as wide as values are in this font."""
        self.setTickFont(font)
        self.setWidth(round(QFontMetricsF(font).horizontalAdvance(WIDEST_VALUE)) + ROOM)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        if self.logMode:
            return self.logTickStrings(values, scale, spacing)
        digits = max(0, -math.floor(math.log10(spacing))) if spacing > 0 else 0
        if digits > 5 or max(map(abs, values), default=0.0) >= 1e6:
            return [f"{value:.3g}" for value in values]
        return [f"{value:,.{digits}f}" for value in values]

    def logTickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [f"{10**value:,.4g}" if f"{10**value:e}"[0] in LABELLED_DIGITS else "" for value in values]
