"""A widget of square cells that zooms at the pointer, scrolls by a drag, and obeys keys."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.plots.matrix_geometry import LARGEST_ZOOMED_CELL, MatrixGeometry

ZOOM_STEP = 1.2
CLICK_SLACK = 4  # pixels that the pointer may move in a click


class MatrixCanvas(QWidget):
    """A subclass says where the cells stand, and what pointing and clicking mean.

    The wheel zooms at the pointer, a drag scrolls, a double click shows the whole matrix again; so do the
    keys + - 0, while scrolling follows what is reached by other keys.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cell: float | None = None  # set by zooming; None: fitted
        self._pan = QPointF()
        self._press: tuple[QPointF, QPointF] | None = None  # the pointer and the pan when a button went down
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        raise NotImplementedError

    def point_at(self, position: QPointF | None) -> None:
        """The pointer stands at `position`; None: it has left."""
        raise NotImplementedError

    def click_at(self, position: QPointF) -> None:
        """The left button was pressed and released at `position`."""
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
        self._scroll_to(place * after.cell - (at - after.viewport.topLeft()))

    def reveal(self, row: int, column: int) -> None:
        """Scroll so far that all of this cell is seen."""
        self._scroll_to(self.matrix_geometry().revealing(row, column).pan)

    def sizeHint(self) -> QSize:
        return QSize(560, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 120)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press and self._is_drag(event.position()):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._scroll_to(self._press[1] - (event.position() - self._press[0]))
            return
        self.point_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = (event.position(), self._pan)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._press:
            return
        dragged = self._is_drag(event.position())
        self._press = None
        self.unsetCursor()
        if not dragged:
            self.click_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        centre = self.matrix_geometry().viewport.center()
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM_STEP, centre)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP, centre)
        elif event.key() == Qt.Key.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def _is_drag(self, position: QPointF) -> bool:
        return self._press is not None and (position - self._press[0]).manhattanLength() > CLICK_SLACK

    def _scroll_to(self, pan: QPointF) -> None:
        self._pan = self.matrix_geometry().panned(pan).pan
        self.update()
