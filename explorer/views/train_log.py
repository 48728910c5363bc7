"""The last lines of a run's log: follows the end, unless a person has scrolled away from it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget


class LogTail(QPlainTextEdit):
    """Read-only lines in the system's fixed font."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[str, ...] = ()
        self._follows = True
        self._is_filling = False
        self.setReadOnly(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._take_font()
        self.setPlaceholderText(self.tr("The run has not written a line yet."))
        self.setAccessibleName(self.tr("Log"))
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self.verticalScrollBar().rangeChanged.connect(self._keep_end)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._take_font()

    def show_lines(self, lines: Sequence[str]) -> None:
        """Show these lines."""
        if tuple(lines) == self._lines:
            return
        self._lines = tuple(lines)
        place = self.verticalScrollBar().value()
        self._is_filling = True
        self.setPlainText("\n".join(lines))
        self.verticalScrollBar().setValue(place)
        self._is_filling = False
        self._keep_end()

    def _on_scrolled(self, value: int) -> None:
        if not self._is_filling:
            self._follows = value >= self.verticalScrollBar().maximum()

    def _keep_end(self) -> None:
        """The end may move while nobody scrolls: by new lines, or by less room for them."""
        if self._follows:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def _take_font(self) -> None:
        """The system's fixed font in the size of the window's text."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(QApplication.font().pointSizeF())
        if font != self.font():
            self.setFont(font)
