"""The quiet row over a matrix: a menu of how it is drawn, and a note of what is hidden."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from explorer.views.matrix_content import MatrixChoice


class MatrixBar(QWidget):
    """Holds what was chosen; `choice_changed` where a person chooses otherwise."""

    choice_changed = Signal()
    copy_picture_requested = Signal()
    copy_numbers_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.words = self._switch(
            self.tr("Whole &words"),
            self.tr("Pieces of a word in one: the sum over the source, the mean over the target"),
        )
        self.end = self._switch(
            self.tr("Hide &end of sentence"), self.tr("Leave out its row and its column, and tell its weight")
        )
        self.menu.addSeparator()
        self.copy_picture = self.menu.addAction(self.tr("Copy &picture"))
        self.copy_picture.triggered.connect(self.copy_picture_requested)
        self.copy_numbers = self.menu.addAction(self.tr("Copy &numbers"))
        self.copy_numbers.setToolTip(self.tr("A table of tokens and weights, for a spreadsheet"))
        self.copy_numbers.triggered.connect(self.copy_numbers_requested)
        self.button = QToolButton()
        self.button.setText(self.tr("Picture"))
        self.button.setToolTip(self.tr("How the matrix is drawn"))
        self.button.setAutoRaise(True)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(self.menu)
        self.button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.note = QLabel()
        self.note.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self.button)
        layout.addWidget(self.note, 1)

    def choice(self) -> MatrixChoice:
        """What is chosen now."""
        return MatrixChoice(self.words.isChecked(), self.end.isChecked())

    def set_note(self, text: str) -> None:
        """Tell what the picture leaves out; whole as a tooltip too, where the row is narrow."""
        self.note.setText(text)
        self.note.setToolTip(text)

    def _switch(self, text: str, tip: str) -> QAction:
        action = self.menu.addAction(text)
        action.setCheckable(True)
        action.setToolTip(tip)
        action.toggled.connect(self.choice_changed)
        return action
