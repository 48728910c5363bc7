"""A text that never takes more than one line: what has no room is cut, and told whole when pointed at."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget


class OneLine(QLabel):
    """Hidden where it is told to say nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def say(self, text: str) -> None:
        """Show this text; an empty one takes the line away."""
        self.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        self._set_tip()

    def shown(self) -> str:
        """The part of the text that has room, with three dots where it is cut."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_tip()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawText(self.contentsRect(), self.alignment(), self.shown())

    def _set_tip(self) -> None:
        self.setToolTip(self.text() if self.shown() != self.text() else "")
