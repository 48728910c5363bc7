"""A widget of units over words that zooms at the pointer, scrolls by a drag, and obeys keys."""

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.plots.unit_geometry import UnitGeometry

ZOOM_STEP, LARGEST_ZOOM = 1.25, 64.0
CLICK_SLACK = 4  # pixels that the pointer may move in a click


class UnitCanvas(QWidget):
    """A subclass says where the cells stand unzoomed, and what pointing and clicking mean."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._zoom, self._pan = 1.0, QPointF()
        self._press: tuple[QPointF, QPointF] | None = None  # the pointer and the pan when a button went down
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def fitted(self) -> UnitGeometry:
        """All cells, as large as the room gives."""
        raise NotImplementedError

    def point_at(self, position: QPointF | None) -> None:
        """The pointer stands at `position`; None: it has left."""
        raise NotImplementedError

    def click_at(self, position: QPointF) -> None:
        """The left button was pressed and released at `position`."""
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

    def sizeHint(self) -> QSize:
        return QSize(360, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 208)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is not None and self._is_drag(event.position()):
            pan = self._press[1] - (event.position() - self._press[0])
            self._pan = self.geometry_now().panned(pan).pan
            self.update()
        else:
            self.point_at(event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = (event.position(), self._pan)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._press is not None:
            is_drag, self._press = self._is_drag(event.position()), None
            if not is_drag:
                self.click_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        centre = self.geometry_now().viewport.center()
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
