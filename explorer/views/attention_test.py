"""Does attention matter here: what becomes of each word where its weights are replaced by others."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QStackedLayout, QVBoxLayout, QWidget

from engine.constraints import from_plain
from engine.probes import AttentionTest, Importance
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group, group_of, groups_of, merge, merged_sums
from explorer.itemmodels.attention_test import AttentionTestModel, TokenRow
from explorer.number_text import number
from explorer.probes import ATTENTION_TEST, Probes
from explorer.views.probe_view import ProbeView
from explorer.views.tokens import isolated, source_words, target_words
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.notification_bar import NotificationBar
from explorer.widgets.rows_table import RowsTable

SALIENCY = "gradient"


class AttentionTestView(ProbeView):
    """A sentence that sums it up, what it does not say, and a table with a row a target token."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.summary, self.counts, self.caveat = QLabel(), QLabel(), QLabel()
        self.bar = NotificationBar()
        self.table = RowsTable(self.tr("What becomes of each word under other weights"))
        self._model = AttentionTestModel()
        self._found: AttentionTest | None = None
        self._saliency: Importance | None = None
        self._groups: tuple[Group, ...] = ()
        self._is_marking = False
        self._lay_out()
        self.table.setModel(self._model)
        self._prepare()
        self.table.selectionModel().currentRowChanged.connect(self._on_row)
        self.table.entered.connect(self._on_row)

    def show_probes(self, probes: Probes) -> None:
        """Show the test of what is on screen, once it is there, and the importance beside it."""
        test, saliency = self.question_of(ATTENTION_TEST), self.question_of(SALIENCY)
        if test is None or saliency is None:
            return
        found, beside = probes.answer(test), probes.answer(saliency)
        error = probes.error(test) or probes.error(saliency)
        if error is not None:
            self.bar.show_error(error)
        if isinstance(found, AttentionTest) and (found, beside) != (self._found, self._saliency):
            self._found = found
            self._saliency = beside if isinstance(beside, Importance) else None
            self._fill(found)

    def numbers_text(self) -> str:
        """What became of each word."""
        return self._model.as_text() if self._model.rowCount() else ""

    @property
    def is_waiting(self) -> bool:
        """Whether what was asked is not answered yet."""
        return self._found is None

    def ask(self) -> None:
        """Wish for the test, and for the importance beside it."""
        self._found, self._saliency = None, None
        self.bar.hide()
        self._pages.setCurrentWidget(self.waiting)
        questions = [self.question_of(kind) for kind in (ATTENTION_TEST, SALIENCY)]
        self.waiting.set_texts(
            self.tr("Does attention matter here?"),
            self.tr("Each word is asked for again with other weights than the model's own.")
            if None in questions
            else self.tr("Working it out \u2026"),
        )
        for question in questions:
            if question is not None:
                self.probe_requested.emit(question)

    def _fill(self, found: AttentionTest) -> None:
        trace, hypothesis = self.trace, self.hypothesis
        assert trace is not None
        assert hypothesis is not None
        source, self._groups = groups_of(trace, hypothesis, whole_words=self.whole_words)
        found = found.of_words(self._groups)
        self.summary.setText(self._sentence(found))
        self.counts.setText(self._counts(found))
        self.note.setVisible(from_plain(trace.constraints).changes_attention)
        self._model.set_test(found, self._rows(trace, hypothesis, source))
        self.mark()
        self._pages.setCurrentWidget(self.page)

    def _sentence(self, found: AttentionTest) -> str:
        texts = {
            "matters": self.tr(
                "Attention matters here: {lost} of {all} words are lost when their weights are replaced."
            ),
            "partly": self.tr(
                "Attention matters for some words here: {lost} of {all} are lost when their weights are "
                "replaced."
            ),
            "does not": self.tr(
                "Attention does not matter here: all {all} words stay, whatever the weights."
            ),
            "untested": self.tr("No word here is the model's first choice, so none can be lost."),
        }
        return texts[found.verdict].format(lost=found.dependent, all=found.tested)

    def _counts(self, found: AttentionTest) -> str:
        sentences = []
        if found.tested:
            text = self.tr(
                "{uniform} of {all} survive uniform, {shuffled} shuffled and {shifted} shifted weights."
            )
            survivors = {change: found.survivors(change) for change in found.survivals}
            sentences.append(text.format_map({"all": found.tested, **survivors}))
            left_out = len(found.target_ids) - found.tested
            if left_out:
                text = self.tr("Not counted: {count}, not the model's first choice.")
                sentences.append(text.format(count=left_out))
        return " ".join(sentences)

    def _rows(
        self, trace: DecodingTrace, hypothesis: Hypothesis, source: tuple[Group, ...]
    ) -> tuple[TokenRow, ...]:
        labels, words = source_words(trace, source), target_words(hypothesis, self._groups)
        weights, importance = trace.weights_of(hypothesis), None
        if weights is not None:
            weights = merge(weights, source, self._groups)
        if self._saliency is not None:
            importance = merged_sums(self._saliency.values, source, self._groups)
        rows = []
        for row, word in enumerate(words):
            looks_at = "" if weights is None else _largest(labels, weights[row])
            depends_on = "\u2026" if importance is None else _largest(labels, importance[row])
            rows.append(TokenRow(word, looks_at, depends_on))
        return tuple(rows)

    def mark(self) -> None:
        """Mark the row of the step."""
        if self._found is None:
            return
        self._is_marking = True
        row = group_of(self._groups, self.selection.step)
        if row is not None:
            self.table.setCurrentIndex(self._model.index(row, 0))
        self._is_marking = False

    def _on_row(self, index: QModelIndex) -> None:
        """A row that is pointed at, or reached by keys, is the step that is looked at."""
        if self._is_marking or not index.isValid():
            return
        if index.row() != group_of(self._groups, self.selection.step):
            self.selection_requested.emit(replace(self.selection, step=self._groups[index.row()][0]))

    def _lay_out(self) -> None:
        self.note = QLabel(self.tr("The attention was changed here; the test is of the model itself."))
        self.caveat.setText(
            self.tr(
                "Each word is tested alone; the words before it and the decoder's state stay as they were. A "
                "lost word needed the place that was looked at, which does not say why it was chosen. A word "
                "that survives may still draw on what was looked at before."
            )
        )
        self.summary.setProperty("rank", "title")
        for label in (self.counts, self.caveat, self.note):
            label.setProperty("rank", "second")
        self.waiting = EmptyState("", "")
        self.page = QWidget()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(16, 16, 16, 8)
        column.setSpacing(8)
        for label in (self.summary, self.counts, self.note):
            label.setWordWrap(True)
            column.addWidget(label)
        column.addWidget(self.table, 1)
        self.caveat.setWordWrap(True)
        column.addWidget(self.caveat)
        self._pages = QStackedLayout()
        self._pages.addWidget(self.waiting)
        self._pages.addWidget(self.page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(self._pages, 1)
        self.setFocusProxy(self.table)

    def _prepare(self) -> None:
        table = self.table
        table.setMouseTracking(True)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)


def _largest(labels: tuple[str, ...], numbers: np.ndarray) -> str:
    """The source token with the largest number, and that number."""
    place = int(np.argmax(numbers))
    return f"{isolated(labels[place])}  {number(numbers[place], 2)}"
