"""The tables of an evaluation, a tab each; a click on any number asks for the sentences behind it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtWidgets import QHeaderView, QLabel, QSplitter, QTabWidget, QVBoxLayout, QWidget

from engine.evaluation.report_rows import Table, tables
from engine.evaluation.sentences_behind import (
    SentencesBehind,
    behind_alignment,
    behind_difference,
    behind_frequency,
    behind_length,
    behind_system,
)
from explorer.itemmodels.report_table import ReportTable
from explorer.plots.length_chart import ChartLine, LengthChart
from explorer.widgets.rows_table import RowsTable

if TYPE_CHECKING:
    from engine.evaluation.by_length import LengthCurves
    from engine.evaluation.evaluation import Evaluation

SYSTEMS, ALIGNMENT, DIFFERENCES = "Systems", "Alignment", "Differences"
LENGTHS, FREQUENCY = "BLEU by length", "F1 by frequency"


class EvaluationTables(QTabWidget):
    """`sentences_chosen` with SentencesBehind."""

    sentences_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self.chart = LengthChart()
        self.chart.chosen.connect(self._choose_bin)
        self.grids: dict[str, RowsTable] = {}
        self.setDocumentMode(True)

    def show_evaluation(self, evaluation: "Evaluation") -> None:
        """A tab for each table that has something to say."""
        self._evaluation = evaluation
        self.chart.setParent(None)
        while self.count():
            page = self.widget(0)
            self.removeTab(0)
            page.deleteLater()
        self.grids = {}
        for table in tables(evaluation):
            self.addTab(self._page(table), table.title)
        if evaluation.comparison.by_length is not None:
            self._draw_lengths(evaluation.comparison.by_length)

    def behind(self, title: str, row: int, column: int) -> SentencesBehind | None:
        """The sentences behind a cell of the table with this title."""
        evaluation = self._evaluation
        if evaluation is None:
            return None
        table = self.grids[title].model().table
        cells = table.rows[row]
        if title == SYSTEMS:
            return behind_system(evaluation, cells[0], table.header[column])
        if title == DIFFERENCES:
            return behind_difference(evaluation, cells[1], cells[2])
        if title == ALIGNMENT:
            return behind_alignment(evaluation, cells[0], cells[1].removesuffix(" (best)"))
        if title == LENGTHS:
            self.chart.mark(row)
            return behind_length(evaluation, row)
        return behind_frequency(evaluation, row)

    def _choose(self, title: str, index: QModelIndex) -> None:
        found = self.behind(title, index.row(), index.column()) if index.isValid() else None
        if found is not None:
            self.sentences_chosen.emit(found)

    def _choose_bin(self, number: int) -> None:
        if self._evaluation is not None:
            self.sentences_chosen.emit(behind_length(self._evaluation, number))

    def _page(self, table: Table) -> QWidget:
        grid, model = RowsTable(table.title), ReportTable()
        model.setParent(grid)
        model.set_table(table)
        grid.setModel(model)
        grid.setSelectionBehavior(RowsTable.SelectionBehavior.SelectItems)
        grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        grid.clicked.connect(lambda index: self._choose(table.title, index))
        grid.activated.connect(lambda index: self._choose(table.title, index))
        self.grids[table.title] = grid
        notes = QLabel("\n".join(f"{note}." for note in table.notes))
        notes.setTextFormat(Qt.TextFormat.PlainText)
        notes.setProperty("rank", "second")
        notes.setWordWrap(True)
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._beside_chart(grid) if table.title == LENGTHS else grid, 1)
        layout.addWidget(notes)
        return page

    def _beside_chart(self, grid: RowsTable) -> QWidget:
        both = QSplitter()
        both.setChildrenCollapsible(False)
        both.addWidget(self.chart)
        both.addWidget(grid)
        both.setStretchFactor(0, 3)
        both.setStretchFactor(1, 2)
        return both

    def _draw_lengths(self, curves: "LengthCurves") -> None:
        labels = [f"{one.low}+" if one.high is None else f"{one.low}–{one.high}" for one in curves.bins]
        counts = [self.tr("n = {count:,}").format(count=len(one.sentences)) for one in curves.bins]
        lines = [
            ChartLine(name, tuple(None if s is None else (s.band.low, s.value, s.band.high) for s in scores))
            for name, scores in curves.scores.items()
        ]
        self.chart.set_chart(labels, counts, lines)
