"""Axes of a curve: whole updates below, values at the left in a column of the same width in every plot."""

import math
from collections.abc import Sequence

import pyqtgraph as pg

LEFT_WIDTH = 56
LABELLED_DIGITS = "125"  # of the values between two powers of ten


class UpdateAxis(pg.AxisItem):
    """Updates are whole numbers, with thousands set apart."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [f"{value:,.0f}" if value == round(value) else "" for value in values]


class ValueAxis(pg.AxisItem):
    """Values as short decimals, also on a logarithmic axis."""

    def __init__(self, orientation: str) -> None:
        super().__init__(orientation)
        self.setWidth(LEFT_WIDTH)
        self.enableAutoSIPrefix(False)
        self.setStyle(hideOverlappingLabels=True)  # one that would be cut off at an end too

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        if self.logMode:
            return self.logTickStrings(values, scale, spacing)
        digits = max(0, -math.floor(math.log10(spacing))) if spacing > 0 else 0
        return [f"{value:,.{digits}f}" for value in values]

    def logTickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [f"{10**value:,.4g}" if f"{10**value:e}"[0] in LABELLED_DIGITS else "" for value in values]
