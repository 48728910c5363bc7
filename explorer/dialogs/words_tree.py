"""The list of the dialogs that are searched by typing: words at the left, keys at the right."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QLabel, QTreeWidget, QWidget


class WordsTree(QTreeWidget):
    """Two columns and no arrows to unfold. `nothing` is said in its place where nothing was found."""

    def __init__(self, name: str, nothing: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.nothing = QLabel(nothing)
        self.nothing.setProperty("rank", "second")
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        self.setAccessibleName(name)
        self.setColumnCount(2)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setRootIsDecorated(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
