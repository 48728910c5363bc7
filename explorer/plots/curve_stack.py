"""Plots in rows over one axis: what is seen, pointed at and followed is the same in all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QGridLayout, QWidget

from explorer.plots.curve import Curve, Scale
from explorer.plots.curve_axes import PlaceKind, place_text
from explorer.plots.curve_grid import columns_of, least_height
from explorer.plots.curve_items import Look
from explorer.plots.curve_plot import CurvePlot, Quantity
from explorer.plots.resume_lines import Resume

MARGIN = 0.02  # of the width, free at the beginning while all is seen; at the end there is room to grow
MOST_ROOM = 4  # times the margin, free in all
GAP = 16  # pixels between plots


@dataclass(frozen=True)
class Drawn:
    """What one plot shows."""

    curves: tuple[Curve, ...]
    resumes: tuple[Resume, ...] = ()


class CurveStack(QWidget):
    """While it follows, all is seen, and new values widen the picture; else it stays where it was put."""

    follows_changed = Signal(bool)
    pointed = Signal(str)  # the place under the pointer; empty without one

    def __init__(self, quantities: Mapping[str, Quantity], parent: QWidget | None = None) -> None:
        """quantities: every one that can be shown, by its name."""
        super().__init__(parent)
        self._quantities = dict(quantities)
        self._plots: dict[str, CurvePlot] = {}
        self._shown: tuple[str, ...] = ()
        self._range = (0.0, 1.0)
        self._follows = True
        self._look = Look()
        self._kind: PlaceKind = "count"
        self._label = ""
        self._scale: Scale = "linear"
        self._room = QSize()
        self._columns = 1
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(GAP // 2)

    @property
    def plots(self) -> list[CurvePlot]:
        """The plots that are shown, in the order of reading."""
        return [self._plots[name] for name in self._shown]

    @property
    def follows(self) -> bool:
        """Whether all is seen, what is yet to come included."""
        return self._follows

    def show_curves(self, drawn: Mapping[str, Drawn]) -> None:
        """Draw these quantities, in this order. A place that a person chose to see stays."""
        if tuple(drawn) != self._shown:
            self._arrange(tuple(drawn))
        for name, of_plot in drawn.items():
            self._plots[name].set_curves(of_plot.curves, of_plot.resumes)
        self._see()

    def set_room(self, room: QSize) -> None:
        """Lay the plots out for a place of this size; what has no room in it is scrolled to."""
        self._room = room
        self._place()

    def set_axis(self, kind: PlaceKind, label: str, scale: Scale = "linear") -> None:
        """What the axis counts; on a logarithmic one places are the logarithms to base 10 of what is counted.

        Another axis is seen as a whole, for its places are others.
        """
        if (kind, label, scale) != (self._kind, self._label, self._scale):
            self._kind, self._label, self._scale = kind, label, scale
            self._label_axes()
            self.point_at(None)
            self.follow()

    def set_look(self, look: Look) -> None:
        """Draw on another scale or with another smoothing."""
        self._look = look
        for plot in self._plots.values():
            plot.set_look(look)
        self._see()

    def follow(self) -> None:
        """See everything again, what is yet to come included."""
        self._set_follows(follows=True)
        self._see()

    def see(self, begin: float, end: float) -> None:
        """See what lies between two places, and stay there."""
        self._set_follows(follows=False)
        self._range = (begin, end)
        self._see()

    def point_at(self, place: float | None) -> None:
        """Put the crosshair through all plots and tell the values there."""
        for plot in self.plots:
            plot.point_at(place)
        spacing = 10.0**-4 if self._kind == "share" else 1.0
        if place is not None and self._scale == "log":
            place = float(f"{10.0**place:.12g}")  # as it was before its logarithm was taken
        self.pointed.emit("" if place is None else place_text(place, self._kind, spacing))

    def _set_follows(self, *, follows: bool) -> None:
        if follows != self._follows:
            self._follows = follows
            self.follows_changed.emit(follows)

    def _see(self) -> None:
        if self._follows:
            ends = [end for plot in self.plots for end in plot.ends()]
            begin, end = (min(ends), max(ends)) if ends else (0.0, 1.0)
            room = MARGIN * (end - begin) or 1.0
            least, most = self._range  # which may have room for what is new, so that nothing moves
            if not (least <= begin and end <= most and most - least <= end - begin + MOST_ROOM * room):
                self._range = (begin - room, end + 2 * room)
        for plot in self.plots:
            plot.see(*self._range)

    def _arrange(self, names: Sequence[str]) -> None:
        for name in names:
            if name not in self._plots:
                self._plots[name] = self._new_plot(self._quantities[name])
        for name, plot in self._plots.items():
            self._grid.removeWidget(plot)
            plot.setVisible(name in names)
            if name not in names:
                plot.set_curves(())  # which nobody sees, and which may be large
        self._shown = tuple(names)
        self._columns = 0  # so that they are placed
        self._place()

    def _place(self) -> None:
        """Put the plots into rows, if they are to stand in others than they do."""
        metrics = QFontMetricsF(self.font())
        line, digit = metrics.height(), metrics.horizontalAdvance("0")
        columns = columns_of(len(self._shown), self._room.width(), self._room.height(), line, digit)
        for plot in self.plots:
            plot.setMinimumHeight(least_height(line))
        if columns == self._columns:
            return
        self._columns = columns
        for index, plot in enumerate(self.plots):
            self._grid.addWidget(plot, index // columns, index % columns)
        for column in range(self._grid.columnCount()):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._label_axes()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._place()

    def _new_plot(self, quantity: Quantity) -> CurvePlot:
        plot = CurvePlot(quantity, self)
        plot.set_look(self._look)
        plot.range_wished.connect(self.see)
        plot.all_wished.connect(self.follow)
        plot.pointed.connect(self.point_at)
        return plot

    def _label_axes(self) -> None:
        """The plots of the last row write the axis; where that is not full, so do those of the row above."""
        columns = max(self._columns, 1)
        full_rows = len(self._shown) // columns
        first = (full_rows - 1) * columns  # of those that have none below them, or none below a neighbour
        for index, plot in enumerate(self.plots):
            plot.set_axis(self._kind, self._label if index >= first else "", self._scale)
