"""Where the source sentence is typed: it wraps, grows by a few lines, and Enter translates."""

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from explorer.widgets.token_strip import is_right_to_left

MOST_LINES = 3
_BLOCK_END = "\N{PARAGRAPH SEPARATOR}"
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class SourceEdit(QPlainTextEdit):
    """One sentence. Line breaks that are pasted stay visible as spaces and are told by `lines_joined`."""

    translate_requested = Signal()
    lines_joined = Signal(int)  # how many lines were pasted as one sentence

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Source sentence"))
        self.setPlaceholderText(self.tr("Type a sentence and press Enter"))
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._turn)
        self._fit()

    def text(self) -> str:
        """What is typed, character by character: `toPlainText` would turn no-break spaces into spaces."""
        return self.document().toRawText().replace(_BLOCK_END, " ")

    def set_text(self, text: str) -> None:
        """Show this text unless it is already there."""
        if text != self.text():
            self.setPlainText(text)
            self.moveCursor(QTextCursor.MoveOperation.End)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER:
            self.translate_requested.emit()
        else:
            super().keyPressEvent(event)

    def insertFromMimeData(self, source: QMimeData) -> None:
        lines = source.text().replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
        self.insertPlainText(" ".join(lines))
        if len(lines) > 1:
            self.lines_joined.emit(len(lines))

    def sizeHint(self) -> QSize:
        return QSize(480, self._height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _turn(self) -> None:
        """A right-to-left sentence begins at the right."""
        is_turned = is_right_to_left(self.text())
        option = self.document().defaultTextOption()
        direction = Qt.LayoutDirection.RightToLeft if is_turned else Qt.LayoutDirection.LeftToRight
        if direction != option.textDirection():
            option.setTextDirection(direction)
            option.setAlignment(Qt.AlignmentFlag.AlignRight if is_turned else Qt.AlignmentFlag.AlignLeft)
            self.document().setDefaultTextOption(option)

    def _height(self) -> int:
        lines = min(max(round(self.document().size().height()), 1), MOST_LINES)
        chrome = self.height() - self.viewport().height()
        return round(lines * self.fontMetrics().lineSpacing()) + max(chrome, 10)

    def _fit(self) -> None:
        is_long = self.document().size().height() > MOST_LINES
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if self.height() != self._height():
            self.setFixedHeight(self._height())
