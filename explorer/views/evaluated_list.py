"""The sentences behind a number of an evaluation, and the chosen one as people and systems have it."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from explorer.itemmodels.evaluated_sentences import LINE, SOURCE, EvaluatedSentences
from explorer.widgets.rows_table import RowsTable

if TYPE_CHECKING:
    from engine.evaluation.evaluation import Evaluation

LINE_WIDTH, SOURCE_WIDTH = 8, 32  # average characters, as below
SCORE_WIDTH = range(9, 17)  # as wide as the source leaves


class EvaluatedList(QWidget):
    """`open_requested` with a source and the name of a model."""

    open_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation: Evaluation | None = None
        self.heading, self.table, self.model = QLabel(), RowsTable(self.tr("Sentences")), EvaluatedSentences()
        self.text = QTextBrowser()
        self.open = QPushButton(self.tr("Open in Translate"))
        self.table.setModel(self.model)
        self._lay_out()
        self.table.selectionModel().currentRowChanged.connect(self._show_sentence)
        self.table.doubleClicked.connect(self._open)
        self.table.viewport().installEventFilter(self)
        self.open.clicked.connect(self._open)

    def show_sentences(self, evaluation: "Evaluation", words: str, sentences: Sequence[int]) -> None:
        """List these, the first one chosen; words: what they are."""
        self._evaluation = evaluation
        count = self.tr("{count:,} of {all:,} sentences").format(
            count=len(sentences), all=len(evaluation.test_set)
        )
        self.heading.setText(
            self.tr("{words} – {count}, with the chrF of each").format(words=words, count=count)
        )
        self.model.set_sentences(evaluation, sentences)
        self._fit()
        self.table.setCurrentIndex(self.model.index(0, 0))
        self._show_sentence()

    def chosen(self) -> int | None:
        """The number of the chosen sentence, 0-based."""
        return self.model.sentence_at(self.table.currentIndex().row())

    def _show_sentence(self) -> None:
        sentence = self.chosen()
        self.open.setEnabled(sentence is not None)
        if sentence is None or self._evaluation is None:
            self.text.clear()
            return
        test_set = self._evaluation.test_set
        parts = [
            (self.tr("Source"), test_set.sources[sentence]),
            (self.tr("Reference"), test_set.references[sentence]),
        ]
        for result in self._evaluation.results:
            pair = result.pairs[sentence]
            score = self.tr("chrF {value:.1f}").format(value=result.sentence_chrf[sentence])
            parts.append((f"{result.system.name}, {score}", pair.text or pair.report.problem))
        self.text.setHtml(
            "".join(f"<p><small>{escape(head)}</small><br>{escape(body)}</p>" for head, body in parts)
        )

    def _fit(self) -> None:
        """The source has the room that numbers leave; names that are too long are cut in the middle."""
        header, letter = self.table.horizontalHeader(), self.fontMetrics().averageCharWidth()
        scores = self.model.columnCount() - 2
        left = self.table.viewport().width() // letter - LINE_WIDTH - SOURCE_WIDTH
        score = min(max(left // max(scores, 1), SCORE_WIDTH[0]), SCORE_WIDTH[-1])
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in range(self.model.columnCount()):
            header.resizeSection(column, (LINE_WIDTH if column == LINE else score) * letter)
        if self.model.columnCount() > SOURCE:
            header.setSectionResizeMode(SOURCE, QHeaderView.ResizeMode.Stretch)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:  # of what the table shows, beside its scroll bar
            self._fit()
        return super().eventFilter(watched, event)

    def _open(self) -> None:
        sentence = self.chosen()
        if sentence is not None and self._evaluation is not None:
            model = self._evaluation.results[0].system.model
            self.open_requested.emit(self._evaluation.test_set.sources[sentence], model)

    def _lay_out(self) -> None:
        self.heading.setWordWrap(True)
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.text.setAccessibleName(self.tr("The chosen sentence"))
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(8)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(8, 0, 0, 0)
        column.addWidget(self.text, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.open)
        column.addLayout(row)
        parts = QSplitter()
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.table)
        parts.addWidget(whole)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(parts, 1)
