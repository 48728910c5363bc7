"""The list of all keys, searched by typing; it stays beside the work and is closed by Escape."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QDialog, QLineEdit, QTreeWidgetItem, QVBoxLayout, QWidget

from explorer.dialogs.words_tree import WordsTree
from explorer.keys import KeyEntry, has_words, keys_in_words


class KeysDialog(QDialog):
    """What each key does, by place. A place without a key that was searched for is not shown."""

    def __init__(self, entries: Sequence[KeyEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.table = WordsTree(self.tr("Keys"), self.tr("No key does that. Take away a word to see more."))
        self.setWindowTitle(self.tr("Keys"))
        self._prepare()
        self._fill(entries)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.table.nothing)
        layout.addWidget(self.table, 1)
        self.search.textChanged.connect(self._on_search)
        self.search.setFocus()

    def sizeHint(self) -> QSize:
        letters = self.fontMetrics()
        return QSize(letters.averageCharWidth() * 72, letters.height() * 28)

    def shown(self) -> list[tuple[str, str]]:
        """What is on screen now: the text and its keys, from top to bottom."""
        rows = []
        for place in self._places():
            for index in range(place.childCount()):
                row = place.child(index)
                if not row.isHidden():
                    rows.append((row.text(0), row.text(1)))
        return rows

    def _prepare(self) -> None:
        self.search.setPlaceholderText(self.tr("Search for a key or what it does"))
        self.search.setAccessibleName(self.search.placeholderText())
        self.table.setHeaderLabels([self.tr("What it does"), self.tr("Keys")])
        self.table.header().setSectionsClickable(False)
        self.table.setItemsExpandable(False)

    def _fill(self, entries: Sequence[KeyEntry]) -> None:
        for name, rows in groupby(entries, key=lambda entry: entry.place):
            place = QTreeWidgetItem(self.table, [QCoreApplication.translate("keys", name)])
            place.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = self.font()
            font.setBold(True)
            place.setFont(0, font)
            for entry in rows:
                words = QCoreApplication.translate("keys", entry.text)
                mouse = QCoreApplication.translate("keys", entry.mouse)
                row = QTreeWidgetItem(place, [words, keys_in_words(entry.keys) or mouse])
                row.setToolTip(0, words)
        self.table.expandAll()

    def _places(self) -> list[QTreeWidgetItem]:
        items = [self.table.topLevelItem(index) for index in range(self.table.topLevelItemCount())]
        return [item for item in items if item is not None]

    def _on_search(self, typed: str) -> None:
        for place in self._places():
            rows = [place.child(index) for index in range(place.childCount())]
            for row in rows:
                row.setHidden(not has_words(f"{place.text(0)} {row.text(0)} {row.text(1)}", typed))
            place.setHidden(all(row.isHidden() for row in rows))
        self.table.nothing.setVisible(not self.shown())
