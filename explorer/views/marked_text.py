"""A text to be read that wraps, with some of its words marked: by colour, and by a line under them."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from explorer.views.growing_edit import GrowingEdit
from explorer.views.word_difference import Span


@dataclass(frozen=True)
class Mark:
    """A part of the text; strength: of its ground, 0 to 1, where it has one. It may have a line under it."""

    span: Span
    colour: QColor
    strength: float = 0.25
    has_line: bool = True


class MarkedText(GrowingEdit):
    """`lines_changed` where it needs another number of lines; several beside each other can share one."""

    lines_changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self._fewest = 1
        super().__init__(name, parent)
        self.marks: tuple[Mark, ...] = ()
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self.lines_changed.emit())

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Mark these parts of the text, and no others."""
        self.marks = tuple(marks)
        self.setExtraSelections([self._selection(mark) for mark in marks])

    def marked(self) -> list[str]:
        """The marked parts."""
        return [self.text()[begin:end] for begin, end in (mark.span for mark in self.marks)]

    def lines(self) -> int:
        """How many lines it is high by itself."""
        return min(max(round(self.document().size().height()), 1), self._most_lines)

    def set_fewest_lines(self, lines: int) -> None:
        """Be so many lines high at least."""
        if lines != self._fewest:
            self._fewest = lines
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.lines_changed.emit()

    def _height(self) -> int:
        more = max(min(self._fewest, self._most_lines) - self.lines(), 0)
        return super()._height() + more * self.fontMetrics().lineSpacing()

    def _selection(self, mark: Mark) -> QTextEdit.ExtraSelection:
        look, ground = QTextCharFormat(), QColor(mark.colour)
        if mark.strength:
            ground.setAlphaF(mark.strength)
            look.setBackground(ground)
        if mark.has_line:
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            look.setUnderlineColor(mark.colour)
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(self.text(), mark.span[0]))
        cursor.setPosition(_units(self.text(), mark.span[1]), QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = cursor, look
        return selection


def _units(text: str, place: int) -> int:
    """The place as Qt counts, in UTF-16: a letter beyond U+FFFF is two units."""
    return len(text[:place].encode("utf-16-le", "surrogatepass")) // 2
