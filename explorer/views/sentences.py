"""Many sentences in a table, to find those that deserve a look; it stands in a dock of Translate."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from engine.corpora.lines import split_lines
from engine.exports.sentence_table import SentenceRow
from explorer.itemmodels.sentence_columns import PIN, heads
from explorer.itemmodels.sentence_table import SentenceTable
from explorer.views.sentence_grid import SentenceGrid
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.flow_layout import FlowLayout
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.one_line import OneLine
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Workspace

MANY = 200  # selected rows
NARROWEST_FILTER = 128  # pixels


class SentencesView(QWidget):
    """Draws the workspace's list of sentences. Opening, translating and saving are wishes."""

    file_requested = Signal()
    texts_requested = Signal(list)  # these sentences instead
    start_requested = Signal()
    stop_requested = Signal()
    save_requested = Signal()
    copy_requested = Signal(list)  # the numbers of sentences, from 0, in their order
    sentence_requested = Signal(int)  # the number of one, from 0, to be opened

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._list = workspace.sentences
        self.model = SentenceTable(self._list, self)
        self.bar, self.table = NotificationBar(), SentenceGrid(self.model)
        self.menu_button, self.menu = QPushButton(self.tr("List")), QMenu(self)
        self.filter, self.only_hints = QLineEdit(), QCheckBox(self.tr("Only with hints (heuristic)"))
        self.status, self.button = OneLine(), QPushButton()
        self.empty = EmptyState(
            self.tr("Many sentences at once"),
            self.tr(
                "Paste them here, one a line, or drop a text file on the window. "
                "Numbers and hints then tell which deserve a look."
            ),
            self.tr("Open a text file …"),
        )
        self._make_menus()
        self._lay_out()
        self._connect()
        self._show_list()

    def rows(self, sentences: Sequence[int]) -> list[SentenceRow]:
        """These sentences for a file or the clipboard."""
        reports, pinned = self._list.reports, self._list.pinned
        return [
            SentenceRow(
                number + 1,
                number in pinned,
                self._list.texts[number],
                reports[number] if number < len(reports) else None,
            )
            for number in sentences
        ]

    def selected(self) -> list[int]:
        """The selected sentences in the order of their rows."""
        rows = self.table.chosen_rows()
        return [number for row in rows if (number := self.model.sentence_at(row)) is not None]

    def copy(self) -> None:
        """Wish for the selected rows on the clipboard."""
        if chosen := self.selected():
            self.copy_requested.emit(chosen)

    def paste(self) -> None:
        """Wish for what is on the clipboard, a sentence a line."""
        text = QGuiApplication.clipboard().text().replace("\r\n", "\n").replace("\r", "\n")
        lines = split_lines(text.strip("\n"))
        if any(line.strip() for line in lines):
            self.texts_requested.emit(lines)
        else:
            self.bar.show_message(self.tr("There is no text on the clipboard."))

    def open_current(self) -> None:
        """Wish to see the current sentence in Translate."""
        number = self.model.sentence_at(self.table.currentIndex().row())
        if number is not None:
            self.sentence_requested.emit(number)

    def toggle_pins(self) -> None:
        """Pin the selected sentences, or let them go if all of them are pinned."""
        if chosen := self.selected():
            self._list.pin(chosen, is_pinned=not self._list.pinned.issuperset(chosen))

    def _on_selection(self) -> None:
        count = sum(chosen.height() for chosen in self.table.selectionModel().selection())
        self.model.keep_still(is_still=count > MANY)

    def _on_clicked(self, index: QModelIndex) -> None:
        number = self.model.sentence_at(index.row())
        if index.column() == PIN and number is not None:
            self._list.pin([number], is_pinned=number not in self._list.pinned)

    def _on_button(self) -> None:
        (self.stop_requested if self._list.is_running else self.start_requested).emit()

    def _filter(self) -> None:
        self.model.set_filter(self.filter.text(), only_hints=self.only_hints.isChecked())

    def _show_list(self) -> None:
        has_rows = bool(self._list.texts)
        self._pages.setCurrentIndex(int(has_rows))
        for widget in (self.filter, self.only_hints):
            widget.setEnabled(has_rows)
        self._save.setEnabled(has_rows)
        self.setFocusProxy(self.table if has_rows else self.empty.button)
        self._show_progress()

    def _show_progress(self) -> None:
        count, done = len(self._list.texts), len(self._list.reports)
        words = self.tr("{done:,} of {count:,}").format(done=done, count=count) if count else ""
        if self.model.is_filtered:
            words += self.tr(", {shown:,} shown").format(shown=self.model.rowCount())
        if count and self._list.model is not None:
            of_model = self.tr("by {model}, beam {beam}")
            told = of_model.format(model=self._list.model.name, beam=self._list.beam_size)
            words = f"{words} {told}"
        self.status.say(words)
        self.button.setText(self._button_words())
        self.button.setVisible(bool(count) and bool(self.button.text()))

    def _button_words(self) -> str:
        """What the button would do; empty where there is nothing left to do."""
        model = self._workspace.translation.model
        if self._list.is_running:
            return self.tr("Stop")
        if not self._list.reports:
            return self.tr("Translate all")
        asked = (None if model is None else model.path, self._workspace.decoding.beam_size)
        if self._list.model is None or asked != (self._list.model.path, self._list.beam_size):
            return self.tr("Translate again")
        return "" if self._list.is_whole else self.tr("Go on")

    def _connect(self) -> None:
        self._list.replaced.connect(self._show_list)
        self._list.progress_changed.connect(self._show_progress)
        self._workspace.translation.model_changed.connect(self._show_progress)
        self._workspace.decoding_changed.connect(self._show_progress)
        self.model.layoutChanged.connect(self._show_progress)
        self.empty.action_requested.connect(self.file_requested)
        self.button.clicked.connect(self._on_button)
        self.filter.textChanged.connect(self._filter)
        self.only_hints.toggled.connect(self._filter)
        self.table.selectionModel().selectionChanged.connect(self._on_selection)
        self.table.clicked.connect(self._on_clicked)
        self.table.doubleClicked.connect(lambda index: index.column() != PIN and self.open_current())

    def _make_menus(self) -> None:
        """The menu of the list, and the actions of the table, which are its context menu as well."""
        self.menu.addAction(self.tr("&Open a text file …")).triggered.connect(self.file_requested)
        paste = self.menu.addAction(self.tr("&Paste sentences"))
        paste.setShortcut(QKeySequence.StandardKey.Paste)
        paste.triggered.connect(self.paste)
        find = self.menu.addAction(self.tr("&Filter"))
        find.setShortcut(QKeySequence.StandardKey.Find)
        find.triggered.connect(self.filter.setFocus)
        for action in (paste, find):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self.addAction(action)
        sort = self.menu.addMenu(self.tr("Sort &by"))
        for column, (title, _) in enumerate(heads()):
            sort.addAction(title).triggered.connect(lambda _, column=column: self.table.sort(column))
        self._save = self.menu.addAction(self.tr("&Save the table …"))
        self._save.triggered.connect(self.save_requested)
        self.menu_button.setMenu(self.menu)
        self.table.add_action(self.tr("Open in Translate"), "Return; Enter", self.open_current)
        self.table.add_action(self.tr("Pin or unpin"), "P", self.toggle_pins)
        self.table.add_action(self.tr("Copy rows"), "Ctrl+C", self.copy)

    def _lay_out(self) -> None:
        self.filter.setPlaceholderText(self.tr("Filter by text"))
        self.filter.setAccessibleName(self.tr("Filter by text"))
        self.filter.setClearButtonEnabled(True)
        self.status.setProperty("rank", "second")
        self.filter.setMinimumWidth(NARROWEST_FILTER)
        head = FlowLayout()
        for widget in (self.menu_button, self.filter, self.only_hints, self.status, self.button):
            head.addWidget(widget)
        self._pages = QStackedLayout()
        self._pages.addWidget(UprightArea(self.empty))
        self._pages.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 8, 8)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.bar)
        column.addLayout(self._pages, 1)
        order = (self.menu_button, self.filter, self.only_hints, self.button, self.table)
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
