"""A label whose text is a fixed part larger than that of the window, also when that changes."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

SAME = 0.01  # points


class ScaledLabel(QLabel):
    """`scale`: times the size of the application's text."""

    def __init__(self, scale: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scale = scale
        self._take_size()

    def changeEvent(self, event: QEvent) -> None:
        """A style sheet that is set anew gives back the font of before, whatever the application's is now."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._take_size()

    def _take_size(self) -> None:
        size = QApplication.font().pointSizeF() * self._scale
        if abs(self.font().pointSizeF() - size) > SAME:
            font = QApplication.font()
            font.setPointSizeF(size)
            self.setFont(font)
