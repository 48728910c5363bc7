"""The pyqtgraph items of one curve: raw line, smoothed line, branches, and marks for what is no number."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from explorer.plots.curve import NO_PLACES, NOTHING, Curve, Floats, Scale, Strand, scaled
from explorer.plots.smoothing import MovingAverage

MARK_SIZE = 8
FEW_POINTS = 1500  # up to here lines are drawn antialiased
MOST_DOTS = 500  # of a measured curve that are drawn beside its line
RAW, BRANCH = 0.4, 0.75  # how much of a curve's colour its fainter lines have
SYMBOLS = {Qt.PenStyle.DashLine: "s", Qt.PenStyle.DashDotLine: "d"}
NO_CURVE = Curve("", "", NOTHING, NOTHING)
Mark = Literal["nan", "up", "down"]


@dataclass(frozen=True)
class Look:
    """How curves are drawn. span: of the smoothing, in values; 1 for none."""

    scale: Scale = "linear"
    span: int = 1


class CurveItems:
    """Draws one curve in a plot. Where a curve only goes on, only what is new is worked on."""

    def __init__(self, plot: pg.PlotItem) -> None:
        self.curve, self._look = NO_CURVE, Look()
        self.drawn_range: tuple[float, float] | None = None  # of the values that are seen, as drawn
        self._drawn: tuple[float, float, int] | None = None  # the part that is drawn, while it is right
        self._pens: tuple[object, ...] = ()
        self._average = MovingAverage(1)
        self._smoothed = NOTHING
        self._strand, self._smooth_strand = Strand(), Strand()
        self._branch_strands: list[Strand] = []
        self._marked: dict[Mark, Floats] = dict.fromkeys(("nan", "up", "down"), NOTHING)
        self._seen_marks: dict[Mark, Floats] = {}
        self._raw, self._smooth, self._branch = (pg.PlotCurveItem(connect="finite") for _ in range(3))
        # without a cache, which would make pictures on paper of pixels
        self._points = pg.ScatterPlotItem(size=5, pen=None, useCache=False)
        self._marks = {
            "nan": pg.ScatterPlotItem(symbol="x", size=MARK_SIZE, useCache=False),
            "up": pg.ScatterPlotItem(symbol="t1", size=MARK_SIZE, pen=None, useCache=False),
            "down": pg.ScatterPlotItem(symbol="t", size=MARK_SIZE, pen=None, useCache=False),
        }
        self._smooth.setSegmentedLineMode("on")  # Qt draws a thick line of many bends very slowly
        items = (self._branch, self._raw, self._smooth, self._points, *self._marks.values())
        for height, item in enumerate(items):
            item.setZValue(height)  # the raw lines of all runs lie under every smoothed one
            plot.addItem(item, ignoreBounds=True)

    @property
    def has_smooth(self) -> bool:
        """Whether a smoothed line stands above the raw one."""
        return self.curve.kind == "dense" and self._look.span > 1

    def set_pens(self, colour: QColor, style: Qt.PenStyle, ground: QColor) -> None:
        """Draw in this colour. A measured curve is dotted, for it shares the colour of its run.

        The shape of its points tells what else the style of its line would.
        """
        self._points.setSymbol(SYMBOLS.get(style, "o"))
        if self.curve.kind == "measured":
            style = Qt.PenStyle.DotLine
        pens = (colour.rgba(), style, ground.rgba(), self.has_smooth, self.curve.is_second)
        if pens == self._pens:
            return
        self._pens = pens
        raw = _mixed(colour, ground, RAW) if self.has_smooth else colour  # not transparent, which is slow
        self._raw.setPen(pg.mkPen(raw, style=style))
        self._smooth.setPen(pg.mkPen(colour, width=1 if self.curve.is_second else 2, style=style))
        self._branch.setPen(pg.mkPen(_mixed(colour, ground, BRANCH), style=Qt.PenStyle.DashLine))
        self._points.setBrush(colour)
        self._marks["nan"].setPen(pg.mkPen(colour, width=2))
        for name in ("up", "down"):
            self._marks[name].setBrush(colour)

    def set_curve(self, curve: Curve, look: Look) -> None:
        """Take the values of this curve; those that were taken before are not looked at again."""
        before, seen = self.curve, self._look
        goes_on = curve is before or (curve.source is not None and curve.source == before.source)
        goes_on = goes_on and len(curve.values) >= len(before.values)
        if not goes_on or look != seen or len(curve.values) > len(before.values):
            self._drawn = None
        self.curve, self._look = curve, look
        if not goes_on or look.scale != seen.scale:
            self._begin_anew()
        if not goes_on or look != seen:
            self._average, self._smoothed, self._smooth_strand = MovingAverage(look.span), NOTHING, Strand()
        self._extend_raw()
        if self.has_smooth:
            self._extend_smooth()

    def _begin_anew(self) -> None:
        self._strand = Strand()
        self._marked = dict.fromkeys(("nan", "up", "down"), NOTHING)
        self._branch_strands = []
        for x, values in self.curve.branches:
            self._branch_strands.append(Strand())
            self._branch_strands[-1].extend(x, scaled(values, self._look.scale), NO_PLACES)

    def _extend_raw(self) -> None:
        known = len(self._strand.values)
        values, added = scaled(self.curve.values[known:], self._look.scale), self.curve.x[known:]
        found: dict[Mark, NDArray[np.bool_]] = {
            "nan": np.isnan(values),
            "up": values == math.inf,
            "down": values == -math.inf,
        }
        for name, places in found.items():
            self._marked[name] = np.concatenate([self._marked[name], added[places]])
        self._strand.extend(self.curve.x, values, self.curve.breaks)

    def _extend_smooth(self) -> None:
        known = len(self._smoothed)
        added = self._average.extend(self.curve.values[known:])
        self._smoothed = np.concatenate([self._smoothed, added])
        self._smooth_strand.extend(self.curve.x, scaled(added, self._look.scale), self.curve.breaks)

    def counts(self) -> tuple[int, int]:
        """How many values there are, and how many of them are drawn as numbers."""
        count = len(self.curve.values)
        return count, count - sum(len(places) for places in self._marked.values())

    def ends(self) -> tuple[float, ...]:
        """The first and the last place of the curve and of its branches; empty without values."""
        parts = [self.curve.x, *(x for x, _ in self.curve.branches)]
        return tuple(float(end) for part in parts if len(part) for end in (part[0], part[-1]))

    def draw(self, begin: float, end: float, columns: int) -> None:
        """Show what lies between two places of the axis, as many points as the screen can show."""
        if self._drawn == (begin, end, columns):
            return
        self._drawn = (begin, end, columns)
        x, values = self._strand.seen(begin, end, columns)
        is_number = np.isfinite(values)
        _set_line(self._raw, x, values)
        _set_line(self._smooth, *self._smooth_strand.seen(begin, end, columns // 2))  # it has no spikes
        has_dots = self.curve.kind == "measured" and len(values) <= MOST_DOTS
        dots = is_number if has_dots else _lone(is_number)  # a line needs two points
        _set_points(self._points, x[dots], values[dots])
        self._seen_marks = {
            name: _spread(places[(places >= begin) & (places <= end)], columns)
            for name, places in self._marked.items()
        }
        seen = np.concatenate([values[is_number], self._draw_branches(begin, end, columns)])
        self.drawn_range = (float(seen.min()), float(seen.max())) if len(seen) else None

    def _draw_branches(self, begin: float, end: float, columns: int) -> Floats:
        """All branches as one line that is broken between them; its numbers."""
        drawn = [strand.seen(begin, end, columns) for strand in self._branch_strands]
        drawn = [part for part in drawn if len(part[0])]
        gaps = [(np.array([x[-1]]), np.array([np.nan])) for x, _ in drawn]
        parts = [half for pair in zip(drawn, gaps, strict=True) for half in pair]
        x = np.concatenate([part[0] for part in parts]) if parts else NOTHING
        values = np.concatenate([part[1] for part in parts]) if parts else NOTHING
        _set_line(self._branch, x, values)
        return values[np.isfinite(values)]

    def mark_edges(self, low: float, high: float) -> None:
        """Put the marks at the lower or the upper edge of the picture."""
        for name, at in (("nan", low), ("up", high), ("down", low)):
            places = self._seen_marks.get(name, NOTHING)
            _set_points(self._marks[name], places, np.full(len(places), at))

    def marked(self, kind: Mark) -> Floats:
        """The places that carry a mark of this kind."""
        return self._seen_marks.get(kind, NOTHING)

    def nearest(self, place: float | None) -> int | None:
        """Which value is nearest to a place, the last one where that is None; None beyond both ends."""
        x = self.curve.x
        if not len(x) or (place is not None and not x[0] <= place <= x[-1]):
            return None
        if place is None:
            return len(x) - 1
        right = int(np.searchsorted(x, place))
        left = max(right - 1, 0)
        return left if place - x[left] < x[right] - place else right

    def values_at(self, place: float | None) -> tuple[float, float] | None:
        """The value nearest to a place, and its smoothed one, NaN without smoothing."""
        index = self.nearest(place)
        if index is None:
            return None
        smooth = float(self._smoothed[index]) if self.has_smooth else math.nan
        return float(self.curve.values[index]), smooth


def _set_line(item: pg.PlotCurveItem, x: Floats, values: Floats) -> None:
    if not np.isfinite(values).any():
        x = values = NOTHING
    item.setData(x, values, antialias=len(values) <= FEW_POINTS)


def _set_points(item: pg.ScatterPlotItem, x: Floats, values: Floats) -> None:
    if len(x) or len(item.data):  # to set no points where there are none takes long too
        item.setData(x, values)


def _lone(is_number: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Where a number has no number beside it."""
    known = np.concatenate([[False], is_number, [False]])
    return known[1:-1] & ~known[:-2] & ~known[2:]


def _spread(places: Floats, columns: int) -> Floats:
    """The places themselves, or as many of them as have room side by side."""
    return places[:: max(1, len(places) * MARK_SIZE // columns)]


def _mixed(colour: QColor, ground: QColor, share: float) -> QColor:
    """The colour as it looks on the ground where it covers only a share of it."""
    pairs = zip(colour.getRgbF()[:3], ground.getRgbF()[:3], strict=True)
    return QColor.fromRgbF(*(share * own + (1.0 - share) * other for own, other in pairs))
