"""Rows of a title, a value and a sentence whose links are wishes to look at a word."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QVBoxLayout, QWidget

NARROW = 24  # average characters: in so little room the value stands under its title


@dataclass(frozen=True)
class TriageText:
    """What a row says. text is rich text; formula is its tooltip."""

    title: str
    value: str
    text: str
    formula: str


class TriageRow(QWidget):
    """One row. Pointing at a link and following it wish the same."""

    link_pointed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.value, self.text = QLabel(), QLabel(), QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.value.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setWordWrap(True)
        self.text.setProperty("rank", "second")
        self.text.setProperty("links", True)  # the style shows where the keys are
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.text.linkHovered.connect(self._on_link)
        self.text.linkActivated.connect(self._on_link)
        self._top = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._top.addWidget(self.title, 1)
        self._top.addWidget(self.value)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(self._top)
        column.addWidget(self.text)

    def set_text(self, text: TriageText) -> None:
        """Say this."""
        self.title.setText(text.title)
        self.value.setText(text.value)
        self.text.setText(text.text)
        flags = Qt.TextInteractionFlag.LinksAccessibleByMouse
        if "<a " in text.text:  # a row without links takes no keys
            flags |= Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        self.text.setTextInteractionFlags(flags)
        self.setToolTip(text.formula)
        self.text.setAccessibleDescription(text.formula)

    @property
    def has_links(self) -> bool:
        """Whether its text has links, and so takes keys."""
        return bool(self.text.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByKeyboard)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        is_narrow = self.width() < NARROW * self.fontMetrics().averageCharWidth()
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        self._top.setDirection(direction)
        self._top.setSpacing(0 if is_narrow else 16)

    def changeEvent(self, event: QEvent) -> None:
        """Links have the colour of the theme in which their text was set, so it is set again."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._turn()
        if event.type() == QEvent.Type.PaletteChange:
            text = self.text.text()
            self.text.clear()  # the same text would be left as it is
            self.text.setText(text)

    def _on_link(self, link: str) -> None:
        if link:  # the pointer leaves a link for the empty one
            self.link_pointed.emit(link)


class TriageRows(QWidget):
    """A title over rows, with a note under it."""

    link_pointed = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[TriageRow] = []
        self._heading, self.note = QLabel(title), QLabel()
        self.note.hide()
        self._heading.setProperty("rank", "title")
        self.note.setWordWrap(True)
        self.note.setProperty("rank", "second")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.note)
        self._column.addStretch(1)

    def set_note(self, text: str) -> None:
        """Say this under the title."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def set_texts(self, texts: Sequence[TriageText]) -> None:
        """Show these rows; widgets that are there are used again."""
        while len(self.rows) < len(texts):
            row = TriageRow()
            row.link_pointed.connect(self.link_pointed)
            self._column.insertWidget(self._column.count() - 1, row)
            self.rows.append(row)
        for row, text in zip(self.rows, texts, strict=False):
            row.set_text(text)
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(texts))

    def texts(self) -> list[tuple[str, str, str]]:
        """Title, value and text of each row that is shown."""
        shown = [row for row in self.rows if not row.isHidden()]
        return [(row.title.text(), row.value.text(), row.text.text()) for row in shown]
