"""A row of upright bars for the numbers of one step, over a scale whose ends are written beside it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.number_text import number
from explorer.views.word_bars import bar_colours

STRIP_HEIGHT = 48  # pixels; more where two numbers above each other need more
WIDEST_BAR = 32.0


@dataclass(frozen=True)
class Scale:
    """The range of a row of bars; both ends are written at its side. It always holds 0."""

    low: float
    high: float

    @classmethod
    def around(cls, values: NDArray[np.floating]) -> "Scale":
        """The smallest range that holds 0 and all the values."""
        return cls(min(0.0, float(values.min())), max(0.0, float(values.max()), 1e-6))

    def share(self, value: float) -> float:
        """Where the value stands from low (0) to high (1)."""
        return (value - self.low) / (self.high - self.low)


UNIT = Scale(0.0, 1.0)


class BarStrip(QWidget):
    """Upright bars from the line of 0, one a value; many values share a pixel, and the largest is seen."""

    index_pressed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: NDArray[np.floating] = np.zeros(0)
        self._labels: tuple[str, ...] = ()
        self._scale = UNIT
        self._marked: int | None = None
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_values(self, values: NDArray[np.floating], labels: Sequence[str], scale: Scale) -> None:
        """Show these values; a label a value, or none at all."""
        self._values, self._labels, self._scale = values, tuple(labels), scale
        self.update()

    def set_marked(self, index: int | None) -> None:
        """Draw one bar in the accent's colour."""
        self._marked = index
        self.update()

    def bar_rect(self, index: int) -> QRectF:
        """Where the bar of this value stands."""
        return self._bar(self._area(), index)

    def _bar(self, area: QRectF, index: int) -> QRectF:
        width = area.width() / max(len(self._values), 1)
        zero = area.bottom() - self._scale.share(0.0) * area.height()
        top = area.bottom() - self._scale.share(float(self._values[index])) * area.height()
        left = area.left() + index * width
        if width < 1:  # a bar narrower than a pixel would not be painted
            return QRectF(math.floor(left), min(zero, top), 1.0, abs(zero - top))
        gap = 1.0 if width >= 3 else 0.0
        return QRectF(left, min(zero, top), width - gap, abs(zero - top))

    def index_at(self, x: float) -> int | None:
        """The value whose column holds this place; None outside."""
        area = self._area()
        if not len(self._values) or not area.left() <= x < area.right():
            return None
        return min(int((x - area.left()) / area.width() * len(self._values)), len(self._values) - 1)

    def sizeHint(self) -> QSize:
        return QSize(240, max(STRIP_HEIGHT, round(2.5 * self.fontMetrics().height())))

    def _area(self) -> QRectF:
        texts = (self._end(self._scale.high), self._end(self._scale.low))
        room = max(QFontMetricsF(self.font()).horizontalAdvance(text) for text in texts) + 8
        width = min(self.width() - room, WIDEST_BAR * max(len(self._values), 1))
        return QRectF(room, 6, max(width, 1.0), self.height() - 12)

    @staticmethod
    def _end(value: float) -> str:
        digits = 1 - math.floor(math.log10(abs(value))) if 0 < abs(value) < 1 else 1
        return number(value, 0 if value == int(value) else digits)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not len(self._values):
            return
        painter = QPainter(self)
        area = self._area()
        self._paint_scale(painter, area)
        plain, accent = bar_colours(self.palette())
        many = len(self._values) > area.width() * self.devicePixelRatioF()
        shown = _peaks(self._values, int(area.width())) if many else range(len(self._values))
        for index in shown:
            painter.fillRect(self._bar(area, index), accent if index == self._marked else plain)

    def _paint_scale(self, painter: QPainter, area: QRectF) -> None:
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        zero = round(area.bottom() - self._scale.share(0.0) * area.height()) + 0.5
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        right = Qt.AlignmentFlag.AlignRight
        box = QRectF(0, 0, area.left() - 8, self.height())
        painter.drawText(box, right | Qt.AlignmentFlag.AlignTop, self._end(self._scale.high))
        painter.drawText(box, right | Qt.AlignmentFlag.AlignBottom, self._end(self._scale.low))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.index_at(event.position().x())
        if index is not None:
            self.index_pressed.emit(index)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.index_at(event.pos().x())
            name = "" if index is None else (self._labels[index] if self._labels else str(index + 1))
            text = "" if index is None else f"{name}: {number(float(self._values[index]))}"
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)


def _peaks(values: NDArray[np.floating], columns: int) -> list[int]:
    """The value with the largest size in each of so many equal parts."""
    parts = np.array_split(np.arange(len(values)), max(columns, 1))
    return [int(part[np.argmax(np.abs(values[part]))]) for part in parts if len(part)]
