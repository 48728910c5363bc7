"""A widget of units over words that is zoomed and scrolled."""

from dataclasses import replace

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from explorer.plots.unit_geometry import UnitGeometry
from explorer.plots.zoom_canvas import ZoomCanvas

LARGEST_ZOOM = 64.0


class UnitCanvas(ZoomCanvas):
    """A subclass says where the cells stand unzoomed."""

    zoom_step = 1.25

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zoom = 1.0

    def fitted(self) -> UnitGeometry:
        """All cells, as large as the room gives."""
        raise NotImplementedError

    def geometry_now(self) -> UnitGeometry:
        """Where the cells stand now, in the widget's coordinates."""
        return replace(self.fitted(), zoom=self._zoom).panned(self._pan)

    def show_all(self) -> None:
        """Fit all units and words into the widget again."""
        self._zoom, self._pan = 1.0, QPointF()
        self.update()

    def zoom(self, factor: float, at: QPointF) -> None:
        """Make the cells larger by `factor`; the place under `at` stays where it is."""
        zoom = min(max(self._zoom * factor, 1.0), LARGEST_ZOOM)
        geometry = self.geometry_now().zoomed(zoom, at)
        self._zoom, self._pan = geometry.zoom, geometry.pan
        self.update()

    def reveal(self, row: int, column: int) -> None:
        """Scroll so far that all of this cell is seen."""
        self._pan = self.geometry_now().revealing(row, column).pan
        self.update()

    def centre(self) -> QPointF:
        return self.geometry_now().viewport.center()

    def scroll_to(self, pan: QPointF) -> None:
        self._pan = self.geometry_now().panned(pan).pan
        self.update()
