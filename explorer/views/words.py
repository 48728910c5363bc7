"""The target tokens one under another, with the log-probability of each and where another was likelier."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QStackedLayout, QVBoxLayout, QWidget

from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, group_of, groups_of
from explorer.itemmodels.target_words import (
    CHOICE,
    LOG_PROB,
    RANK,
    STEP,
    WORD,
    TargetWord,
    TargetWordModel,
    merged_words,
    target_words_of,
)
from explorer.number_text import number
from explorer.score_names import log_prob_formula
from explorer.views.base import TraceView
from explorer.views.tokens import target_words
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.rows_table import RowsTable
from explorer.workspace import Selection

NARROW = 50  # average characters: in less room the rank is left to the tooltip, for the words
WIDEST_NUMBER, PADDING = "\N{MINUS SIGN}00.00", 24  # pixels at both sides
NARROWEST = 34  # average characters: in less room the step and the likelier word are
TIGHT = 24  # average characters: in less room the heading of the numbers is short


class WordsView(TraceView):
    """The tokens of the selected hypothesis; the current row is the selected step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = TargetWordModel()
        self.table, self.sum = RowsTable(self.tr("Words of the translation")), QLabel()
        self._groups: tuple[Group, ...] = ()
        self._is_filling = False
        self._waiting = EmptyState(
            self.tr("The words of the translation will be listed here"),
            self.tr("Each has its log-probability, and what the model would rather have written."),
            framed=True,
        )
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._on_row)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """List the tokens of this trace."""
        super().show_trace(trace, selection)
        self._fill()

    def show_selection(self, selection: Selection) -> None:
        """Mark another step, or list another hypothesis."""
        is_other = selection.hypothesis != self.selection.hypothesis
        super().show_selection(selection)
        if is_other:
            self._fill()
        else:
            self._mark()

    def numbers_text(self) -> str:
        """The words with their log-probabilities."""
        return self.model.as_text() if self.model.rowCount() else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._choose_columns()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._choose_columns()

    def _choose_columns(self) -> None:
        characters = self.width() / self.fontMetrics().averageCharWidth()
        self.table.setColumnHidden(RANK, characters < NARROW)
        for column in (STEP, CHOICE):
            self.table.setColumnHidden(column, characters < NARROWEST)
        header, mode = self.table.horizontalHeader(), QHeaderView.ResizeMode.ResizeToContents
        self.model.set_narrow(is_narrow=characters < TIGHT)
        if characters < TIGHT:
            mode = QHeaderView.ResizeMode.Fixed
            header.resizeSection(LOG_PROB, self.fontMetrics().horizontalAdvance(WIDEST_NUMBER) + PADDING)
        header.setSectionResizeMode(LOG_PROB, mode)

    def _fill(self) -> None:
        hypothesis, trace = self.hypothesis, self.trace
        has_words = trace is not None and hypothesis is not None and bool(hypothesis.tokens)
        self._pages.setCurrentIndex(1 if has_words else 0)
        self._is_filling = True
        words = self._words(trace, hypothesis) if trace and hypothesis else ()
        self.model.set_words(words, tuple(begin for begin, _ in self._groups))
        self._is_filling = False
        self._mark()
        score = number(sum(word.log_prob for word in words), 2)
        in_all = self.tr("Log-probability {score} in all.").format(score=score)
        self.sum.setText(f"{in_all} {self._choices(words)}")
        self.sum.setToolTip(log_prob_formula())

    def _choices(self, words: Sequence[TargetWord]) -> str:
        """At how many of them another one was likelier."""
        if any(not word.choice for word in words):
            return ""  # of a translation that is being made no candidates are known
        otherwise = sum(word.is_otherwise for word in words)
        if not otherwise:
            return self.tr("The model would have chosen every word.")
        text = self.tr("The model would have chosen otherwise at {otherwise} of {words}.")
        return text.format(otherwise=otherwise, words=len(words))

    def _words(self, trace: DecodingTrace, hypothesis: Hypothesis) -> tuple[TargetWord, ...]:
        _, self._groups = groups_of(trace, hypothesis, whole_words=self.whole_words)
        words = target_words_of(trace, hypothesis)
        return merged_words(words, self._groups, target_words(hypothesis, self._groups))

    def _mark(self) -> None:
        row = group_of(self._groups, self.selection.step)
        if row is not None and row != self.table.currentIndex().row():
            self._is_filling = True
            self.table.setCurrentIndex(self.model.index(row, WORD))
            self._is_filling = False

    def _on_row(self) -> None:
        row = self.table.currentIndex().row()
        if not self._is_filling and row >= 0:
            self.selection_requested.emit(replace(self.selection, step=self._groups[row][0]))

    def _lay_out(self) -> None:
        table = self.table
        table.setModel(self.model)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (WORD, CHOICE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.sum.setWordWrap(True)
        self.sum.setProperty("rank", "second")
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 8, 8, 8)
        column.addWidget(self.sum)
        column.addWidget(table, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._waiting)
        self._pages.addWidget(page)
        self.setFocusProxy(table)
