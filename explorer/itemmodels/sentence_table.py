"""The list of sentences as a Qt item model: pinned rows first, the others filtered and sorted."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPalette

from engine.sentence_report import SentenceReport
from explorer.itemmodels.flat_table import FlatTable, Index
from explorer.itemmodels.sentence_columns import (
    FIRST_MEASURE,
    HINTS,
    LINE,
    LONGEST_SHOWN,
    PIN,
    SOURCE,
    TRANSLATION,
    UNKNOWN,
    heads,
    hints_text,
    hints_tip,
    is_untranslated,
    measure_at,
    measure_text,
    measured,
    unknown_tip,
    why_none,
)
from explorer.sentence_list import SentenceList

PINNED = "\N{BLACK STAR}"
PATIENCE_MS = 400  # rows move at most so often while reports come


class SentenceTable(FlatTable):
    """A row a sentence. It sorts by itself: a proxy would compare 10,000 rows in Python one by one.

    A sentence without a number stands last, whichever way the column is sorted.
    """

    numbers = (LINE, *range(FIRST_MEASURE, HINTS))

    def __init__(self, sentences: SentenceList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._list = sentences
        self._heads = tuple(heads())
        self._column, self._falls = LINE, False
        self._words, self._only_hints = "", False
        self._order: list[int] = list(range(len(sentences.texts)))
        self._rest = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._rest.timeout.connect(self._move_on)
        self._is_still = False
        sentences.replaced.connect(self._on_replaced)
        sentences.reported.connect(self._on_reported)
        sentences.pins_changed.connect(self._arrange)
        self._order = self._wanted_order()

    def sentence_at(self, row: int) -> int | None:
        """The number of the sentence in this row, counted from 0; None where there is no such row."""
        return self._order[row] if 0 <= row < len(self._order) else None

    def shown(self) -> Sequence[int]:
        """The numbers of the sentences in the order of the rows."""
        return tuple(self._order)

    @property
    def is_filtered(self) -> bool:
        """Whether rows are left out."""
        return bool(self._words) or self._only_hints

    def set_filter(self, words: str, *, only_hints: bool) -> None:
        """Show only rows with this text in source or translation, and only those with hints."""
        if (words, only_hints) != (self._words, self._only_hints):
            self._words, self._only_hints = words.casefold().strip(), only_hints
            self._arrange()

    def keep_still(self, *, is_still: bool) -> None:
        """Move no row while reports come: with thousands of selected rows that would stall the window."""
        if self._is_still and not is_still:
            self._rest.start()
        self._is_still = is_still

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._falls = column, order == Qt.SortOrder.DescendingOrder
        self._arrange()

    def count(self) -> int:
        """The number of rows."""
        return len(self._order)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        sentence, column = self._order[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(sentence, column)[:LONGEST_SHOWN]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(sentence, column)
        if role == Qt.ItemDataRole.ForegroundRole and column == TRANSLATION:
            report = self._report(sentence)
            if report is not None and is_untranslated(report):
                return QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        return None

    def _report(self, sentence: int) -> SentenceReport | None:
        reports = self._list.reports
        return reports[sentence] if sentence < len(reports) else None

    def _text(self, sentence: int, column: int) -> str:
        if column == PIN:
            return PINNED if sentence in self._list.pinned else ""
        if column == LINE:
            return f"{sentence + 1:,}"
        if column == SOURCE:
            return self._list.texts[sentence]
        report = self._report(sentence)
        if report is None:
            return ""
        if column == TRANSLATION:
            return report.problem if is_untranslated(report) else report.text
        measure = measure_at(column)
        return hints_text(report) if measure is None else measure_text(report, measure)

    def _tip(self, sentence: int, column: int) -> str:
        report, measure = self._report(sentence), measure_at(column)
        if report is None and column > SOURCE:
            return self.tr("Not translated yet")
        if report is not None and measure is not None and measured(report, measure) is None:
            return why_none(report, measure)
        if report is not None and column == UNKNOWN:
            return unknown_tip(report)
        if report is not None and column == HINTS and report.rules:
            return hints_tip(report)
        return self._text(sentence, column)[: 4 * LONGEST_SHOWN]

    def _on_replaced(self) -> None:
        self.beginResetModel()
        self._order = self._wanted_order()
        self.endResetModel()

    def _on_reported(self, first: int, last: int) -> None:
        """Fill the rows where they stand; they move a little later, and not at each report."""
        if self._order:
            is_in_order = not self._moves() and not self._list.pinned
            rows = (first, last) if is_in_order else (0, len(self._order) - 1)
            self.dataChanged.emit(self.index(rows[0], TRANSLATION), self.index(rows[1], HINTS))
        if self._moves() and not self._rest.isActive():
            self._rest.start()

    def _move_on(self) -> None:
        if not self._is_still:
            self._arrange()

    def _moves(self) -> bool:
        """Whether reports change which rows there are, or their order."""
        return self._column >= TRANSLATION or self.is_filtered

    def _arrange(self) -> None:
        """Show the rows in the order that is wanted now; what is selected stays selected."""
        order = self._wanted_order()
        if order == self._order:
            if self._order:  # a pin may have come that moves nothing
                self.dataChanged.emit(self.index(0, PIN), self.index(len(order) - 1, PIN))
            return
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        sentences = [self._order[index.row()] for index in old]
        rows = {sentence: row for row, sentence in enumerate(order)} if old else {}
        self._order = order
        new = [
            self.index(rows[sentence], index.column()) if sentence in rows else QModelIndex()
            for sentence, index in zip(sentences, old, strict=True)
        ]
        self.changePersistentIndexList(old, new)
        self.layoutChanged.emit()

    def _wanted_order(self) -> list[int]:
        pinned = self._list.pinned
        rest = (sentence for sentence in range(len(self._list.texts)) if sentence not in pinned)
        return self._sorted(sorted(pinned)) + self._sorted([one for one in rest if self._passes(one)])

    def _passes(self, sentence: int) -> bool:
        report = self._report(sentence)
        if self._only_hints and (report is None or not (report.rules or report.problem)):
            return False
        if not self._words or self._words in self._list.texts[sentence].casefold():
            return True
        return report is not None and self._words in report.text.casefold()

    def _sorted(self, sentences: list[int]) -> list[int]:
        keys = {sentence: self._key(sentence) for sentence in sentences}
        known = [sentence for sentence in sentences if keys[sentence] is not None]
        known.sort(key=keys.__getitem__, reverse=self._falls)
        return known + [sentence for sentence in sentences if keys[sentence] is None]

    def _key(self, sentence: int) -> Any:
        """What a row is sorted by; None where it has no such thing."""
        if self._column in (PIN, LINE):
            return sentence
        if self._column == SOURCE:
            return self._list.texts[sentence].casefold()
        report = self._report(sentence)
        if report is None:
            return None
        measure = measure_at(self._column)
        if measure is not None:
            return measured(report, measure)
        if self._column == TRANSLATION:
            return None if is_untranslated(report) else report.text.casefold()
        return len(report.rules) + bool(report.problem)
