"""The bars of a step's weights, which can be dragged: one gets another value, the others share the rest."""

import numpy as np
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from explorer.number_text import number
from explorer.views.bar_strip import UNIT, BarStrip, Scale
from explorer.weight_edit import with_weight

KEY_STEP = 0.1  # by which a key changes a weight


class WeightBars(BarStrip):
    """`weights_requested` with the J weights as a person wants them. Arrow keys go to a bar and change it."""

    weights_requested = Signal(tuple)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._is_editable = False
        self._dragged: int | None = None
        self._pressed_at = 0.0

    def set_values(self, values: np.ndarray, labels: tuple[str, ...], scale: Scale) -> None:
        """Show these weights; what was being dragged is let go."""
        self._dragged = None
        super().set_values(values, labels, scale)

    def set_editable(self, *, is_editable: bool) -> None:
        """Whether the weights can be changed."""
        self._is_editable = is_editable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_editable else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.SizeVerCursor if is_editable else Qt.CursorShape.ArrowCursor)
        words = self.tr("Left and right go to a weight; up, down, Delete and Return change it.")
        self.setAccessibleDescription(words if is_editable else "")

    def value_at(self, y: float) -> float:
        """The weight whose bar would end at this height."""
        area = self._area()
        return min(max((area.bottom() - y) / area.height(), 0.0), 1.0)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._is_editable:
            super().mousePressEvent(event)
            return
        self._dragged = self.index_at(event.position().x())
        self._pressed_at = event.position().y()
        self._before = self._values

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is None or not self._is_drag(event):
            return
        value = self.value_at(event.position().y())
        self._values = np.array(with_weight(self._before.tolist(), self._dragged, value))
        QToolTip.showText(event.globalPosition().toPoint(), number(self._values[self._dragged]), self)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._dragged = self._dragged, None
        if dragged is None:
            return
        if self._values is self._before:
            self.index_pressed.emit(dragged)
        else:
            self.weights_requested.emit(tuple(self._values.tolist()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self._marked, event.key()
        if not self._is_editable or index is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            beside = index + (1 if key == Qt.Key.Key_Right else -1)
            if 0 <= beside < len(self._values):
                self.index_pressed.emit(beside)
        elif (value := self._value_of_key(key, float(self._values[index]))) is not None:
            self.weights_requested.emit(with_weight(self._values.tolist(), index, value))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(self.palette().color(QPalette.ColorRole.Accent))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _is_drag(self, event: QMouseEvent) -> bool:
        way = abs(event.position().y() - self._pressed_at)
        return self._values is not self._before or way >= QApplication.startDragDistance() / 2

    @staticmethod
    def _value_of_key(key: int, value: float) -> float | None:
        keys = Qt.Key
        return {
            keys.Key_Up: value + KEY_STEP,
            keys.Key_Down: value - KEY_STEP,
            keys.Key_Delete: 0.0,
            keys.Key_Return: UNIT.high,
            keys.Key_Enter: UNIT.high,
        }.get(keys(key))
