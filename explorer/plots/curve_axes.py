"""Axes of curves: what lies behind a run below, values at the left in a column of one width in every plot."""

import math
from collections.abc import Sequence
from typing import Literal

import pyqtgraph as pg
from PySide6.QtGui import QFont, QFontMetricsF

LABELLED_DIGITS = "125"  # of the values between two powers of ten
WIDEST_VALUE = "00,000.0"
ROOM = 16  # pixels beside it, for the tick and the gap
SPANS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400)
LEAST_DISTANCE = 80  # pixels between two times
PlaceKind = Literal["count", "share", "seconds"]  # whole numbers, decimals, times


class PlaceAxis(pg.AxisItem):
    """Updates or tokens as whole numbers, passes over a corpus as decimals, or seconds as times."""

    def __init__(self) -> None:
        super().__init__("bottom")
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=True)
        self._kind: PlaceKind = "count"

    def set_kind(self, kind: PlaceKind) -> None:
        """Write numbers of this kind."""
        self._kind = kind
        self.picture = None
        self.update()

    def tickSpacing(self, least: float, most: float, size: float) -> list[tuple[float, float]]:
        if self._kind != "seconds":
            return super().tickSpacing(least, most, size)
        wanted = (most - least) * LEAST_DISTANCE / max(size, 1.0)
        days = 86400 * max(1, math.ceil(wanted / 86400))
        return [(next((span for span in SPANS if span >= wanted), days), 0)]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [place_text(value, self._kind, spacing) for value in values]


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
