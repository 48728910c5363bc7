"""One line of short texts, each in its own colour; where the room is short the first ones give way."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

GAP = "   "


class ReadOut(QWidget):
    """Stands at the right of its place. The colours say which text belongs to which line of a picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[tuple[str, QColor], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_parts(self, parts: Sequence[tuple[str, QColor]]) -> None:
        """Show these texts in these colours."""
        self._parts = tuple(parts)
        self.setAccessibleName(self.text())
        self._set_tip()
        self.update()

    def text(self) -> str:
        """All texts, whether there is room for them or not."""
        return GAP.join(text for text, _ in self._parts)

    def shown(self) -> tuple[tuple[str, QColor], ...]:
        """The texts that have room; the last one always does, for it is elided."""
        metrics, parts = QFontMetricsF(self.font()), self._parts
        while len(parts) > 1 and metrics.horizontalAdvance(_joined(parts)) > self.width():
            parts = parts[1:]
        return parts

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_tip()

    def _set_tip(self) -> None:
        """What has no room is told where it is pointed at."""
        self.setToolTip(self.text() if self.sizeHint().width() > self.width() else "")

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.horizontalAdvance(self.text())) + 1, round(metrics.height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, metrics, parts = QPainter(self), QFontMetricsF(self.font()), self.shown()
        left = max(self.width() - metrics.horizontalAdvance(_joined(parts)), 0.0)
        for text, colour in parts:
            painter.setPen(colour)
            room = QRectF(left, 0, self.width() - left, self.height())
            whole = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, whole)
            left += metrics.horizontalAdvance(text + GAP)


def _joined(parts: Sequence[tuple[str, QColor]]) -> str:
    return GAP.join(text for text, _ in parts)
