"""The table of runs over the details of the selected one; or, without runs, an offer to start one."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from explorer.itemmodels.run_table import BLEU, CORPUS, LEFT, NAME, PRESET, SPEED, STATE, UPDATE, RunTable
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.train_details import RunDetails
from explorer.widgets.empty_state import EmptyState

ROW_HEIGHT = 32
WIDTHS = {NAME: 176, STATE: 128, PRESET: 152, UPDATE: 144, BLEU: 88, SPEED: 88, LEFT: 104}


class RunBoard(QWidget):
    """Draws snapshots of runs. Its buttons are wishes; nothing here starts, reads or stops a run."""

    new_run_requested = Signal()
    new_run_like_requested = Signal(RunSnapshot)
    machines_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = RunTable()
        self._wanted: Path | None = None
        self._is_filling = False
        self.table, self.details = QTableView(), RunDetails()
        self.new_run, self.machines = QPushButton(self.tr("New run…")), QPushButton(self.tr("Machines…"))
        self.new_run.setProperty("primary", True)
        self.like = QAction(self.tr("New run like this…"), self)
        self.empty = EmptyState(
            self.tr("No runs yet"),
            self.tr(
                "A run trains a model on your sentence pairs. Its state, curves and log will stand here."
            ),
            self.tr("New run…"),
        )
        self._prepare_table()
        self._lay_out()
        self.details.table_requested.connect(self._show_table)
        self.like.triggered.connect(self._ask_for_another)
        self.new_run.clicked.connect(self.new_run_requested)
        self.machines.clicked.connect(self.machines_requested)
        self.empty.action_requested.connect(self.new_run_requested)
        self.table.selectionModel().currentRowChanged.connect(self._on_row_changed)

    def show_runs(self, runs: Sequence[RunSnapshot]) -> None:
        """Draw these. The wanted run stays selected; until it is there, the newest one is."""
        self._is_filling = True
        self._model.set_runs(runs)
        row = self._model.row_of(self._wanted) if self._wanted else None
        if runs:
            self.table.selectRow(row or 0)
        self._is_filling = False
        self._pages.setCurrentIndex(1 if runs else 0)
        self._show_details()

    def select(self, path: Path) -> None:
        """Select a run now, or as soon as it is there."""
        self._wanted = path
        row = self._model.row_of(path)
        if row is not None:
            self.table.selectRow(row)

    def selected(self) -> RunSnapshot | None:
        """The run whose details are shown."""
        return self._model.run_at(self.table.currentIndex().row())

    def _ask_for_another(self) -> None:
        run = self.selected()
        if run is not None:
            self.new_run_like_requested.emit(run)

    def _on_row_changed(self, current: QModelIndex) -> None:
        run = self._model.run_at(current.row())
        if self._is_filling or run is None:
            return
        self._wanted = run.path
        self._show_details()

    def _show_table(self, is_wanted: bool) -> None:
        self.table.setVisible(is_wanted)
        self._head.setVisible(is_wanted)

    def _show_details(self) -> None:
        run = self.selected()
        if run is not None:
            self.details.show_run(run)

    def _prepare_table(self) -> None:
        self.table.addAction(self.like)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.setModel(self._model)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setAccessibleName(self.tr("Runs"))
        self.table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(max(ROW_HEIGHT, 2 * self.fontMetrics().height()))
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(72)
        for column, width in WIDTHS.items():
            self.table.setColumnWidth(column, width)
        header.setSectionResizeMode(CORPUS, QHeaderView.ResizeMode.Stretch)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Runs"))
        title.setProperty("rank", "title")
        self._head = QWidget()
        head = QHBoxLayout(self._head)
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(title)
        head.addStretch()
        head.addWidget(self.machines)
        head.addWidget(self.new_run)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.setHandleWidth(16)
        parts.addWidget(self.table)
        parts.addWidget(self.details)
        parts.setStretchFactor(1, 1)
        parts.setSizes([192, 500])
        board = QWidget()
        layout = QVBoxLayout(board)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(self._head)
        layout.addWidget(parts, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.empty)
        self._pages.addWidget(board)
