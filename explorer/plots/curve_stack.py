"""Plots above each other with one axis: what is seen, pointed at and followed is the same in all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.plots.curve import Curve
from explorer.plots.curve_axes import PlaceKind, place_text
from explorer.plots.curve_items import Look
from explorer.plots.curve_plot import CurvePlot, Quantity
from explorer.plots.resume_lines import Resume

MARGIN = 0.02  # of the width, free at the beginning while all is seen; at the end there is room to grow
MOST_ROOM = 4  # times the margin, free in all
LEAST_HEIGHT, AXIS_HEIGHT = 96, 32  # pixels of a plot, and more of the one that writes the axis


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
        self._look, self._axis = Look(), ("count", "")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    @property
    def plots(self) -> list[CurvePlot]:
        """The plots that are shown, from the top down."""
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

    def set_axis(self, kind: PlaceKind, label: str) -> None:
        """What the axis counts. Another axis is seen as a whole, for its places are others."""
        if (kind, label) != self._axis:
            self._axis = (kind, label)
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
        spacing = 10.0**-4 if self._axis[0] == "share" else 1.0
        self.pointed.emit("" if place is None else place_text(place, self._axis[0], spacing))

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
            self._column.removeWidget(plot)
            plot.setVisible(name in names)
            if name not in names:
                plot.set_curves(())  # which nobody sees, and which may be large
        for name in names:
            self._column.addWidget(self._plots[name], 1)
        self._shown = tuple(names)
        self._label_axes()

    def _new_plot(self, quantity: Quantity) -> CurvePlot:
        plot = CurvePlot(quantity, self)
        plot.set_look(self._look)
        plot.range_wished.connect(self.see)
        plot.all_wished.connect(self.follow)
        plot.pointed.connect(self.point_at)
        return plot

    def _label_axes(self) -> None:
        kind, label = self._axis
        for plot in self.plots:
            is_last = plot is self.plots[-1]
            plot.set_axis(kind, label if is_last else "")
            plot.setMinimumHeight(LEAST_HEIGHT + AXIS_HEIGHT * is_last)
