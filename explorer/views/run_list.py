"""The runs in a table: sorted by any column, several chosen at once, name and tags written in place."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from explorer.itemmodels.run_filter import RunFilter
from explorer.itemmodels.run_table import (
    AER,
    BEST,
    BLEU,
    COLUMNS,
    CORPUS,
    HOST,
    LEFT,
    NAME,
    PRESET,
    RUN_ROLE,
    SIZE,
    SPEED,
    STATE,
    TAGS,
    UPDATE,
    RunTable,
)
from explorer.services.run_snapshot import RunSnapshot

ROW_HEIGHT = 32
WIDTHS = {
    NAME: 152, STATE: 128, TAGS: 80, PRESET: 136, UPDATE: 120, BLEU: 80, BEST: 56, AER: 56, SPEED: 80,
    LEFT: 80, HOST: 64, SIZE: 72,
}  # fmt: skip
LEAST_WIDTH = 56
USUAL_HEIGHT = 18  # pixels of a line of text for which these widths are meant
LEAST_ROWS = 3  # that are seen, whatever room there is, if there are so many
USUAL_ROWS = 4.5  # that have room at first; half of one says that there are more
IF_KNOWN = (TAGS, AER)  # columns that are hidden while no run has anything in them
FIRST = (NAME, STATE)  # columns that are never hidden


class RunList(QTableView):
    """Draws snapshots of runs. Which are chosen and how they are sorted outlives new snapshots."""

    choice_changed = Signal()  # other runs are chosen, or another one is the current one
    layout_changed = Signal()  # a person sorted it, or hid or showed a column
    menu_requested = Signal(object)  # the place on the screen at which the runs' menu is wanted

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.runs = RunTable()
        self.filter = RunFilter()
        self.filter.setSourceModel(self.runs)
        self._hidden: set[str] = set()
        self._current: Path | None = None  # wanted: it may not be there yet
        self._chosen: set[Path] = set()
        self._brought: Path | None = None  # the run that was scrolled to
        self._is_filling = False
        self._waiting: Sequence[RunSnapshot] | None = None  # while a person writes into a cell
        self.setModel(self.filter)
        self._prepare()
        self._fit()
        self.selectionModel().selectionChanged.connect(self._on_chosen)
        self.selectionModel().currentRowChanged.connect(self._on_chosen)
        self.horizontalHeader().sortIndicatorChanged.connect(self._on_sorted)
        self.itemDelegate().closeEditor.connect(self._show_waiting)

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw these; the chosen ones stay chosen, and until the wanted one is there the newest is."""
        if self.state() == QAbstractItemView.State.EditingState:
            self._waiting = tuple(runs)
            return
        self._is_filling = True
        self.runs.set_runs(runs)
        for column in IF_KNOWN:
            self.setColumnHidden(column, self._is_hidden(column))
        self._choose_again()
        self._keep_rows()
        self._is_filling = False
        self.choice_changed.emit()

    def choose(self, path: Path) -> None:
        """Choose one run now, or as soon as it is there."""
        self._current, self._chosen = path, {path}
        self.choose_again()

    def choose_again(self) -> None:
        """Choose what was chosen before, after other rows have come to be shown."""
        self._is_filling = True
        self._choose_again()
        self._is_filling = False
        self.choice_changed.emit()

    def current_run(self) -> RunSnapshot | None:
        """The run whose details are wanted."""
        return self.currentIndex().data(RUN_ROLE)

    def chosen_runs(self) -> tuple[RunSnapshot, ...]:
        """All runs that are chosen, from above."""
        rows = sorted(self.selectionModel().selectedRows(), key=lambda index: index.row())
        return tuple(index.data(RUN_ROLE) for index in rows)

    def edit_cell(self, column: int) -> None:
        """Let a person write into this column of the current run."""
        self.set_column_shown(COLUMNS[column], is_shown=True)
        self.edit(self.currentIndex().siblingAtColumn(column))

    def set_column_shown(self, name: str, *, is_shown: bool) -> None:
        """Show or hide a column. One for what no run has is hidden until one has it."""
        self._hidden -= {name}
        self._hidden |= set() if is_shown else {name}
        self.setColumnHidden(COLUMNS.index(name), not is_shown)
        self.layout_changed.emit()

    def layout_to_plain(self) -> dict[str, Any]:
        """The order and the hidden columns as plain values."""
        column, rises = self.filter.order()
        return {"sorted_by": column, "rises": rises, "hidden": sorted(self._hidden)}

    def restore_layout(self, plain: dict[str, Any]) -> None:
        """Take up what `layout_to_plain` gave; what makes no sense in it is left out."""
        hidden, by = plain.get("hidden", []), plain.get("sorted_by", "")
        names = COLUMNS[len(FIRST) :]
        self._hidden = {name for name in hidden if name in names} if isinstance(hidden, list) else set()
        for name in names:
            self.setColumnHidden(COLUMNS.index(name), self._is_hidden(COLUMNS.index(name)))
        column = COLUMNS.index(by) if by in COLUMNS else -1
        rises = column < 0 or bool(plain.get("rises"))
        self.sortByColumn(column, Qt.SortOrder.AscendingOrder if rises else Qt.SortOrder.DescendingOrder)

    def column_menu(self) -> QMenu:
        """A menu of the columns, each with a mark where it is shown."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in range(len(FIRST), len(COLUMNS)):
            action = QAction(self.runs.head(column), menu)
            action.setCheckable(True)
            action.setChecked(not self.isColumnHidden(column))
            name = COLUMNS[column]
            action.toggled.connect(lambda is_shown, name=name: self.set_column_shown(name, is_shown=is_shown))
            menu.addAction(action)
        return menu

    def usual_height(self) -> int:
        """The height at which all runs are seen, or as many as are usual; a filter changes nothing of it."""
        return self._height_of(min(self.runs.rowCount(), USUAL_ROWS))

    def _height_of(self, rows: float) -> int:
        row = self.verticalHeader().defaultSectionSize()
        head = max(self.horizontalHeader().sizeHint().height(), self.horizontalHeader().height())
        bar = self.horizontalScrollBar()
        return round(head + rows * row + 2 * self.frameWidth() + bar.height() * bar.isVisible())

    def contextMenuEvent(self, event: Any) -> None:
        if self.current_run() is not None:
            self.menu_requested.emit(event.globalPos())

    def changeEvent(self, event: Any) -> None:
        super().changeEvent(event)
        if event.type() == event.Type.FontChange:
            self._fit()

    def _is_hidden(self, column: int) -> bool:
        if COLUMNS[column] in self._hidden:
            return True
        return column in IF_KNOWN and not self.runs.has(column)

    def _choose_again(self) -> None:
        """Choose the rows of the chosen runs; where none is there, the first row."""
        shown = [self.filter.index(row, NAME) for row in range(self.filter.rowCount())]
        if not shown:
            return
        rows = {index.data(RUN_ROLE).path: index for index in shown}
        current = rows.get(self._current, shown[0])
        chosen = [index for path, index in rows.items() if path in self._chosen] or [current]
        selection = QItemSelection()
        for index in chosen:
            selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(selection, flags.ClearAndSelect | flags.Rows)
        self.selectionModel().setCurrentIndex(current, flags.NoUpdate)
        if current.data(RUN_ROLE).path != self._brought:  # afterwards a person may scroll away from it
            self._brought = current.data(RUN_ROLE).path
            self.scrollTo(current)

    def _on_chosen(self) -> None:
        if self._is_filling:
            return
        current = self.current_run()
        self._current = current.path if current else self._current
        self._chosen = {run.path for run in self.chosen_runs()}
        self.choice_changed.emit()

    def _on_sorted(self, column: int, order: Qt.SortOrder) -> None:
        if column < 0 and order != Qt.SortOrder.AscendingOrder:  # else the newest would be the last
            self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.layout_changed.emit()

    def _show_waiting(self) -> None:
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self.show_runs(waiting)

    def _keep_rows(self) -> None:
        self.setMinimumHeight(self._height_of(min(self.runs.rowCount(), LEAST_ROWS)))

    def _prepare(self) -> None:
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setAccessibleName(self.tr("Runs"))
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(
            lambda place: self.column_menu().popup(header.mapToGlobal(place))
        )
        header.setSectionResizeMode(CORPUS, QHeaderView.ResizeMode.Stretch)

    def _fit(self) -> None:
        """Rows and columns as large as the text needs them."""
        height = self.fontMetrics().height()
        row, scale = max(ROW_HEIGHT, 2 * height), max(1.0, height / USUAL_HEIGHT)
        self.verticalHeader().setDefaultSectionSize(row)
        self._keep_rows()
        self.horizontalHeader().setMinimumSectionSize(round(LEAST_WIDTH * scale))
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, round(width * scale))
