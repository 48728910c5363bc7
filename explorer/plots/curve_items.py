"""The pyqtgraph items of one curve: raw line, smoothed line, branches, and marks for what is no number."""

import math
from typing import Literal

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from explorer.plots.curve import Curve, Floats, smoothed, smoothing_span, thinned, visible_part

MARK_SIZE = 8
FEW_POINTS = 3000  # up to here lines are drawn antialiased
RAW_OPACITY, BRANCH_OPACITY = 90, 90
NO_POINTS: Floats = np.zeros(0)
NO_CURVE = Curve("", NO_POINTS, NO_POINTS)


class CurveItems:
    """Draws one curve in a plot; `draw` thins it to what the screen can show."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.curve = NO_CURVE
        self.drawn_range: tuple[float, float] | None = None  # of the values that are seen, as drawn
        self._smoothed = NO_POINTS
        self._raw, self._smooth, self._branch = (pg.PlotCurveItem(connect="finite") for _ in range(3))
        self._points = pg.ScatterPlotItem(size=5, pen=None)
        self._marks = {
            "nan": pg.ScatterPlotItem(symbol="x", size=MARK_SIZE),
            "up": pg.ScatterPlotItem(symbol="t1", size=MARK_SIZE, pen=None),
            "down": pg.ScatterPlotItem(symbol="t", size=MARK_SIZE, pen=None),
        }
        self._mark_updates: dict[str, Floats] = {}
        self._colours = (QColor(), QColor())  # the accent's and the text's
        for item in (self._branch, self._raw, self._smooth, self._points, *self._marks.values()):
            plot.addItem(item, ignoreBounds=True)

    def set_colours(self, accent: QColor, ink: QColor) -> None:
        """A dense curve takes the accent colour, a measured one that of the text."""
        self._colours = (accent, ink)
        colour = self.colour
        has_smooth = self.curve.kind == "dense"
        self._raw.setPen(pg.mkPen(_faint(colour, RAW_OPACITY) if has_smooth else colour, width=1))
        self._smooth.setPen(pg.mkPen(colour, width=2))
        self._branch.setPen(pg.mkPen(_faint(ink, BRANCH_OPACITY), width=1, style=Qt.PenStyle.DotLine))
        self._points.setBrush(colour)
        self._marks["nan"].setPen(pg.mkPen(colour, width=2))
        for name in ("up", "down"):
            self._marks[name].setBrush(colour)

    def set_curve(self, curve: Curve) -> None:
        """Take other values; smoothing is done once for them."""
        is_other_kind = curve.kind != self.curve.kind
        self.curve = curve
        if is_other_kind:
            self.set_colours(*self._colours)
        if curve.kind == "dense":
            self._smoothed = smoothed(curve.values, smoothing_span(len(curve.values)))

    @property
    def colour(self) -> QColor:
        """The colour of its line."""
        return self._colours[0 if self.curve.kind == "dense" else 1]

    def finite_count(self) -> int:
        """How many values are numbers."""
        return int(np.count_nonzero(np.isfinite(self.curve.values)))

    def first_and_last(self) -> tuple[float, ...]:
        """The updates at both ends of the curve and its branches; empty without values."""
        parts = [self.curve.updates, *(updates for updates, _ in self.curve.branches)]
        return tuple(float(end) for part in parts if len(part) for end in (part[0], part[-1]))

    def draw(self, begin: float, end: float, columns: int, scale: Literal["linear", "log"]) -> None:
        """Show the updates from begin to end, as many points as there are columns of pixels."""
        part = visible_part(self.curve.updates, begin, end)
        updates, values = self.curve.updates[part], _scaled(self.curve.values[part], scale)
        self._note_marks(updates, values, columns)
        finite = np.where(np.isfinite(values), values, np.nan)
        _set_line(self._raw, *thinned(updates, finite, columns))
        if self.curve.kind == "dense":
            line = _scaled(self._smoothed[part], scale)
            _set_line(self._smooth, *thinned(updates, np.where(np.isfinite(line), line, np.nan), columns))
            lone = _lone(finite)  # a line needs two points
            self._points.setData(updates[lone], finite[lone])
        else:
            kept = np.isfinite(finite)
            _set_line(self._smooth, NO_POINTS, NO_POINTS)
            self._points.setData(updates[kept], finite[kept])
        branch_values = self._draw_branches(scale)
        seen = np.concatenate([finite, branch_values])
        seen = seen[np.isfinite(seen)]
        self.drawn_range = (float(seen.min()), float(seen.max())) if len(seen) else None

    def _draw_branches(self, scale: Literal["linear", "log"]) -> Floats:
        """All branches as one line with gaps between them; returns its values."""
        if not self.curve.branches:
            _set_line(self._branch, NO_POINTS, NO_POINTS)
            return NO_POINTS
        gap = np.array([np.nan])
        updates = np.concatenate([part for branch in self.curve.branches for part in (branch[0], gap)])
        values = np.concatenate([part for branch in self.curve.branches for part in (branch[1], gap)])
        values = _scaled(values, scale)
        values = np.where(np.isfinite(values), values, np.nan)
        _set_line(self._branch, np.nan_to_num(updates, nan=updates[0]), values)
        return values

    def _note_marks(self, updates: Floats, values: Floats, columns: int) -> None:
        self._mark_updates = {
            "nan": _spread(updates[np.isnan(values)], columns),
            "up": _spread(updates[values == math.inf], columns),
            "down": _spread(updates[values == -math.inf], columns),
        }

    def mark_edges(self, low: float, high: float) -> None:
        """Put the marks at the lower or the upper edge of the picture."""
        for name, at in (("nan", low), ("up", high), ("down", low)):
            updates = self._mark_updates.get(name, NO_POINTS)
            self._marks[name].setData(updates, np.full(len(updates), at))

    def marked_updates(self, kind: Literal["nan", "up", "down"]) -> Floats:
        """The updates that carry a mark of this kind."""
        return self._mark_updates.get(kind, NO_POINTS)

    def update_at(self, pointed: float | None) -> float:
        """The update nearest to where the pointer is; the last one without a pointer."""
        return float(self.curve.updates[self._index_at(pointed)])

    def value_text(self, pointed: float | None, number_format: str) -> str:
        """Name and value at that update, and the smoothed value of a dense curve."""
        index = self._index_at(pointed)
        text = f"{self.curve.name} {_number(self.curve.values[index], number_format)}"
        if self.curve.kind == "dense" and math.isfinite(self._smoothed[index]):
            text += f" (≈ {_number(self._smoothed[index], number_format)})"
        return text

    def _index_at(self, pointed: float | None) -> int:
        updates = self.curve.updates
        if pointed is None:
            return len(updates) - 1
        right = min(int(np.searchsorted(updates, pointed)), len(updates) - 1)
        left = max(right - 1, 0)
        return left if pointed - updates[left] < updates[right] - pointed else right


def _set_line(item: pg.PlotCurveItem, updates: Floats, values: Floats) -> None:
    if not np.isfinite(values).any():
        updates = values = NO_POINTS
    item.setData(updates, values, antialias=len(values) <= FEW_POINTS)


def _lone(values: Floats) -> NDArray[np.bool_]:
    """Where a finite value has no finite neighbour."""
    known = np.concatenate([[False], np.isfinite(values), [False]])
    return known[1:-1] & ~known[:-2] & ~known[2:]


def _spread(updates: Floats, columns: int) -> Floats:
    """The updates themselves, or as many of them as have room side by side."""
    return updates[:: max(1, len(updates) * MARK_SIZE // columns)]


def _scaled(values: Floats, scale: Literal["linear", "log"]) -> Floats:
    if scale == "linear":
        return values
    with np.errstate(divide="ignore", invalid="ignore"):  # log 0 is drawn as an arrow downwards
        return np.log10(values)


def _faint(colour: QColor, opacity: int) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(opacity)
    return faint


def _number(value: float, number_format: str) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return format(value, number_format)
