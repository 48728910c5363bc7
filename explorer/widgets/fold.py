"""A part of a form that is folded away until it is wanted: its name, a word on what is in it, and a page."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from explorer.widgets.field_note import FieldNote
from explorer.widgets.one_line import OneLine

INDENT = 24  # pixels of the page, where the name begins
NAME_ROOM = 17  # digits beside the arrow, so that the summaries of several stand under each other


class Fold(QWidget):
    """Folded at first. The word beside the name is told only while it is."""

    toggled = Signal(QWidget)  # itself

    def __init__(self, name: str, page: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button, self.summary, self.warning = QToolButton(), OneLine(), FieldNote()
        self.page, self._words = page, ""
        self.button.setText(name)
        self.button.setAutoRaise(True)
        self.button.setCheckable(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.button.setProperty("fold", True)
        self.button.setMinimumWidth(self.button.fontMetrics().horizontalAdvance("0") * NAME_ROOM)
        self.summary.setProperty("rank", "second")
        self.button.toggled.connect(self._on_toggle)
        header = QHBoxLayout()
        header.setContentsMargins(0, 0, 0, 0)
        header.setSpacing(8)
        header.addWidget(self.button)
        header.addWidget(self.summary, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self.warning)
        layout.addWidget(page)
        self.warning.setContentsMargins(INDENT, 0, 0, 0)
        page.setContentsMargins(INDENT, 0, 0, 8)
        self._show(self.button.isChecked())

    def open(self) -> None:
        """Show the page."""
        self.button.setChecked(True)

    def say(self, summary: str) -> None:
        """What is in it, in a few words."""
        self._words = summary
        self.button.setAccessibleDescription(summary)
        self._show(self.button.isChecked())

    def warn(self, problem: str) -> None:
        """What is wrong in it, told while it is folded; an empty text where nothing is."""
        self.warning.warn(problem)
        self._show(self.button.isChecked())

    def _on_toggle(self, is_open: bool) -> None:
        self._show(is_open)
        self.toggled.emit(self)

    def _show(self, is_open: bool) -> None:
        self.button.setArrowType(Qt.ArrowType.DownArrow if is_open else Qt.ArrowType.RightArrow)
        self.page.setVisible(is_open)
        self.summary.setText("" if is_open else self._words)
        self.warning.setVisible(not is_open and bool(self.warning.text()))
