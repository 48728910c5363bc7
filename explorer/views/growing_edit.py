"""Text that wraps, grows to a few lines where it has to, and begins at the side that it is read from."""

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShowEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from explorer.widgets.token_strip import is_right_to_left

MOST_LINES = 3  # more scroll
FEWEST_LINES = 2  # the same where the window is short
ROUNDING = 1  # pixels, without which Qt counts the last line as hidden and scrolls past the end
_BLOCK_END = "\N{PARAGRAPH SEPARATOR}"


class GrowingEdit(QPlainTextEdit):
    """One text, editable or only to be read."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._most_lines = MOST_LINES
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        sideways = self.horizontalScrollBar()  # a line that is wrapped has nothing at its side
        sideways.rangeChanged.connect(lambda: sideways.setRange(0, 0))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._turn)
        self._fit()

    def text(self) -> str:
        """The text, character by character: `toPlainText` would turn no-break spaces into spaces."""
        return self.document().toRawText().replace(_BLOCK_END, " ")

    def set_text(self, text: str) -> None:
        """Show this text unless it is already there."""
        if text != self.text():
            self.setPlainText(text)
            self.moveCursor(QTextCursor.MoveOperation.End)

    def set_short(self, *, is_short: bool) -> None:
        """Take less room where the window is short."""
        self._most_lines = FEWEST_LINES if is_short else MOST_LINES
        self._fit()

    def settle(self) -> None:
        """Take what is typed as it is: it is the window that takes it back from now on."""
        self.document().clearUndoRedoStacks()

    def show_start(self) -> None:
        """See the first lines."""
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def sizeHint(self) -> QSize:
        return QSize(240, self._height())

    def event(self, event: QEvent) -> bool:
        """The keys of undo and redo are left to the window where there is no typing that they take back."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            keys, document = QKeySequence.StandardKey, self.document()
            is_undo, is_redo = event.matches(keys.Undo), event.matches(keys.Redo)
            has_typing = document.isUndoAvailable() if is_undo else document.isRedoAvailable()
            if (is_undo or is_redo) and not has_typing:
                event.ignore()
                return False
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """A scroll bar that came while the text was hidden has taken room that the lines still use."""
        super().showEvent(event)
        QCoreApplication.sendEvent(self.viewport(), QResizeEvent(self.viewport().size(), QSize()))

    def _turn(self) -> None:
        is_turned = is_right_to_left(self.text())
        option = self.document().defaultTextOption()
        direction = Qt.LayoutDirection.RightToLeft if is_turned else Qt.LayoutDirection.LeftToRight
        if direction != option.textDirection():
            option.setTextDirection(direction)
            option.setAlignment(Qt.AlignmentFlag.AlignRight if is_turned else Qt.AlignmentFlag.AlignLeft)
            self.document().setDefaultTextOption(option)

    def _height(self) -> int:
        lines = min(max(round(self.document().size().height()), 1), self._most_lines)
        margins = self.contentsMargins()  # not the viewport's: while hidden it lags behind the widget
        text = round(lines * self.fontMetrics().lineSpacing()) + ROUNDING
        return text + margins.top() + margins.bottom()

    def _fit(self) -> None:
        is_long = self.document().size().height() > self._most_lines
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if is_long else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(policy)
        if self.height() != self._height():
            self.setFixedHeight(self._height())
        if not is_long:  # what was scrolled while there was less room
            self.verticalScrollBar().setValue(0)
