"""Where the source sentence is typed: Enter translates, and what is pasted becomes one sentence."""

from PySide6.QtCore import QMimeData, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from explorer.views.growing_edit import GrowingEdit

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SourceEdit(GrowingEdit):
    """One sentence. Line breaks that are pasted become spaces, which `lines_joined` tells."""

    translate_requested = Signal()
    lines_joined = Signal(int)  # how many lines were pasted as one sentence

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setAccessibleName(self.tr("Source sentence"))
        self.setPlaceholderText(self.tr("Type a sentence and press Enter"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.translate_requested.emit()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files that are dragged here are the window's affair: their names are no sentence."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        lines = source.text().replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
        self.insertPlainText(" ".join(lines))
        if len(lines) > 1:
            self.lines_joined.emit(len(lines))
