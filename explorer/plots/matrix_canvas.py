"""A widget of square cells that is zoomed and scrolled."""

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from explorer.plots.matrix_geometry import LARGEST_ZOOMED_CELL, MatrixGeometry
from explorer.plots.zoom_canvas import ZoomCanvas


class MatrixCanvas(ZoomCanvas):
    """A subclass says where the cells stand; scrolling follows what is reached by keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cell: float | None = None  # set by zooming; None: fitted

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        raise NotImplementedError

    def matrix_geometry(self) -> MatrixGeometry:
        """Where the cells stand now, in the widget's coordinates."""
        return self.placed(self._cell).panned(self._pan)

    def show_all(self) -> None:
        """Fit the whole matrix into the widget again."""
        self._cell, self._pan = None, QPointF()
        self.update()

    def zoom(self, factor: float, at: QPointF) -> None:
        """Make the cells larger by `factor`; the place under `at` stays where it is."""
        before, smallest = self.matrix_geometry(), self.placed(None).cell
        cell = min(max(before.cell * factor, smallest), max(LARGEST_ZOOMED_CELL, smallest))
        self._cell = None if cell == smallest else cell
        place = (at - before.origin) / before.cell
        after = self.matrix_geometry()
        self.scroll_to(place * after.cell - (at - after.viewport.topLeft()))

    def reveal(self, row: int, column: int) -> None:
        """Scroll so far that all of this cell is seen."""
        self.scroll_to(self.matrix_geometry().revealing(row, column).pan)

    def centre(self) -> QPointF:
        return self.matrix_geometry().viewport.center()

    def scroll_to(self, pan: QPointF) -> None:
        self._pan = self.matrix_geometry().panned(pan).pan
        self.update()
