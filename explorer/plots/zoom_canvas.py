"""A widget whose picture is zoomed at the pointer, scrolled by a drag, and pointed at."""

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

CLICK_SLACK = 4  # pixels that the pointer may move in a click
PINCH = Qt.NativeGestureType.ZoomNativeGesture
LEAST_WIDTH, USUAL_WIDTH = 160, 360  # pixels


class ZoomCanvas(QWidget):
    """A subclass says what is zoomed and scrolled, and what pointing and clicking mean.

    The wheel and a pinch zoom at the pointer, a drag and two fingers on a trackpad scroll, a double click
    shows the whole picture; so do the keys + - 0. zoom_step: how much larger one step makes it. least_lines:
    the least height, in lines of text: labels, cells worth looking at, and the legend.
    """

    zoom_step = 1.2
    least_lines = 11

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pan = QPointF()
        self._press: tuple[QPointF, QPointF] | None = None  # the pointer and the pan when a button went down
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def centre(self) -> QPointF:
        """The middle of what is seen, where the keys zoom."""
        raise NotImplementedError

    def zoom(self, factor: float, at: QPointF) -> None:
        """Make the picture larger by `factor`; the place under `at` stays where it is."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Fit the whole picture into the widget again."""
        raise NotImplementedError

    def scroll_to(self, pan: QPointF) -> None:
        """Scroll to `pan`, or as near to it as keeps the place full."""
        raise NotImplementedError

    def point_at(self, position: QPointF | None) -> None:
        """The pointer stands at `position`; None: it has left."""
        raise NotImplementedError

    def click_at(self, position: QPointF) -> None:
        """The left button was pressed and released at `position`."""
        raise NotImplementedError

    def tip_at(self, position: QPointF) -> str:
        """What is told where the pointer rests: in full what is shortened there; empty: nothing."""
        return ""

    def sizeHint(self) -> QSize:
        return QSize(USUAL_WIDTH, self.minimumSizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(LEAST_WIDTH, self.least_lines * self.fontMetrics().height())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press is not None and self._is_drag(event.position()):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.scroll_to(self._press[1] - (event.position() - self._press[0]))
        else:
            self.point_at(event.position())

    def leaveEvent(self, event: QEvent) -> None:
        self.point_at(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = (event.position(), self._pan)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._press is None:
            return
        dragged = self._is_drag(event.position())
        self._press = None
        self.unsetCursor()
        if not dragged:
            self.click_at(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A trackpad tells pixels, a wheel only steps. What cannot be scrolled is left to the place."""
        pixels, is_zoom = event.pixelDelta(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if pixels.isNull() or is_zoom:
            self.zoom(self.zoom_step ** (event.angleDelta().y() / 120), event.position())
            event.accept()
            return
        before = self._pan
        self.scroll_to(before - QPointF(pixels))
        event.setAccepted(self._pan != before)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == PINCH:
            self.zoom(1 + event.value(), event.position())
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(self.zoom_step, self.centre())
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / self.zoom_step, self.centre())
        elif event.key() == Qt.Key.Key_0:
            self.show_all()
        else:
            super().keyPressEvent(event)

    def _is_drag(self, position: QPointF) -> bool:
        return self._press is not None and (position - self._press[0]).manhattanLength() > CLICK_SLACK
