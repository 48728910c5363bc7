"""The last lines of a run's log: follows the end, unless a person has scrolled away from it."""

from collections.abc import Sequence

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QWidget


class LogTail(QPlainTextEdit):
    """Read-only lines in the system's fixed font."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        self.setFont(font)
        self.setPlaceholderText(self.tr("The run has not written a line yet."))
        self.setAccessibleName(self.tr("Log"))

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these lines."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        bar = self.verticalScrollBar()
        place, follows = bar.value(), bar.value() >= bar.maximum()
        self.setPlainText("\n".join(lines))
        bar.setValue(bar.maximum() if follows else place)
