"""The values of the curves of a plot at one place, as the rows of its legend."""

import math
from collections.abc import Sequence

from PySide6.QtGui import QPalette

from explorer.plots.curve_items import CurveItems
from explorer.plots.run_colours import run_colour, run_line
from explorer.widgets.curve_values import ValueRow

SMOOTHED = "≈"
NO_VALUE = "–"


def value_rows(
    items: Sequence[CurveItems], place: float | None, number_format: str, palette: QPalette
) -> tuple[tuple[str, ...], list[ValueRow]]:
    """The parts of the runs, and a row for each run that has values; place: None for the newest ones.

    The smoothed value stands behind that of the first part; there is no room for more.
    """
    drawn = {item.curve.run for item in items if item.ends()}
    items = [item for item in items if item.curve.run in drawn]
    parts = list(dict.fromkeys(item.curve.part for item in items))
    cells: dict[str, dict[str, str]] = {}
    numbers: dict[str, int] = {}
    for item in items:
        value, smooth = item.values_at(place) or (None, None)
        row = cells.setdefault(item.curve.run, {})
        row[item.curve.part] = number_text(value, number_format)
        if item.has_smooth and item.curve.part == parts[0]:
            row[SMOOTHED] = number_text(smooth, number_format)
        numbers[item.curve.run] = item.curve.colour
    if any(SMOOTHED in row for row in cells.values()):
        parts.insert(1, SMOOTHED)
    rows = [
        ValueRow(
            run,
            run_colour(numbers[run], palette),
            run_line(numbers[run]),
            tuple(map(row.get, parts, [""] * len(parts))),
        )
        for run, row in cells.items()
    ]
    return tuple(parts), rows


def number_text(value: float | None, number_format: str) -> str:
    """A value as text; what is no number is called by its name."""
    if value is None:
        return NO_VALUE
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return format(value, number_format)
