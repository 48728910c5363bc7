"""A place that scrolls up and down where its content needs more height than there is, and never sideways."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

PAGE_KEYS = (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
USUAL_WIDTH = 240  # pixels
LEAST_LINES = 6  # of text


class UprightArea(QScrollArea):
    """Gives its content its own width. It takes no focus, and leaves all keys but those of pages."""

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self) -> QSize:
        return QSize(USUAL_WIDTH, LEAST_LINES * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in PAGE_KEYS and self.verticalScrollBar().maximum():
            super().keyPressEvent(event)
        else:
            event.ignore()
