"""The difference of two alignments as a picture: where one model looked more than A, and where less."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from explorer.plots.difference_matrix import DifferenceMatrix
from explorer.plots.pictures import Drawing
from explorer.views.base import TraceView
from explorer.views.edit_alignment import aligned_rows
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import MatrixContent, matrix_content
from explorer.widgets.empty_state import EmptyState
from explorer.workspace import Selection, Translation


class DifferencePanel(TraceView):
    """Weights of one column minus those of A, on the rows of which both have the word; 0 is in the middle.

    `step_pointed` with the step of the column's own hypothesis.
    """

    step_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.note, self.matrix = QLabel(), QLabel(), DifferenceMatrix()
        self.message = EmptyState("", "", framed=True)
        self._content: MatrixContent | None = None
        self._rows: tuple[int, ...] = ()  # of the column's own matrix, those that are drawn
        self.matrix.pointed.connect(self._on_pointed)
        self._lay_out()

    def compare(self, letter: str, base: Translation, now: Translation) -> None:
        """Draw `now` minus `base`, which is A, or say why there is nothing to draw."""
        self.trace, self.selection = now.trace, now.selection
        self.title.setText(self.tr("Difference of attention: {letter} minus A").format(letter=letter))
        self._content, self._rows = None, ()
        problem = self._problem(base, now)
        if not problem:
            choice = MatrixChoice(self.whole_words)
            old, new = (matrix_content(t.trace, t.hypothesis, choice) for t in (base, now))
            if old.source_labels == new.source_labels:
                self._draw(letter, old, new)
                return
            problem = self.tr("They read the source in different pieces. Whole words may be the same.")
        title = self.tr("No difference map of {letter} and A").format(letter=letter)
        self.message.set_texts(title, problem)
        self._pages.setCurrentWidget(self.message)

    def show_selection(self, selection: Selection) -> None:
        """Mark the row of the step; a word that A has not has no row."""
        super().show_selection(selection)
        if self._content is not None:
            row = self._content.row_of(selection.step)
            place = self._rows.index(row) if row in self._rows else None
            self.matrix.set_marked(place, self._content.column_of(selection.position))

    def drawing(self, *, whole: bool) -> Drawing:
        """The picture as it is seen, or every cell of it on paper."""
        if whole and self._content is not None:
            return self.matrix.paper(f"{self.title.text()}. {self.note.text()}").drawing()
        return super().drawing(whole=whole)

    def _problem(self, base: Translation, now: Translation) -> str:
        for translation in (base, now):
            if translation.trace is None or not translation.steps:
                return self.tr("It will stand here when both have translated the sentence.")
            if translation.trace.weights is None:
                return self.tr("One of them has no attention, so there are no weights to take away.")
        return ""

    def _draw(self, letter: str, old: MatrixContent, new: MatrixContent) -> None:
        rows = [row.places for row in aligned_rows((old.target_labels, new.target_labels)) if row.is_shared]
        earlier, self._rows = [row[0] for row in rows], tuple(row[1] for row in rows)
        numbers: NDArray[np.float64] = new.weights[list(self._rows)].astype(np.float64) - old.weights[earlier]
        labels = [new.target_labels[row] for row in self._rows]
        self._content = new
        self.matrix.set_difference(numbers, new.source_labels, labels, "A")
        words = self.tr("Shown are the {shared} of {all} words of {letter} that A has there too.")
        self.note.setText(words.format(shared=len(rows), all=len(new.target_labels), letter=letter))
        self._pages.setCurrentWidget(self.picture)
        self.show_selection(self.selection)

    def _on_pointed(self, row: int | None, column: int | None) -> None:
        self.matrix.set_marked(row, column)
        if row is not None and self._content is not None:
            self.step_pointed.emit(self._content.target[self._rows[row]][0])

    def _lay_out(self) -> None:
        self.title.setProperty("rank", "title")
        self.note.setProperty("rank", "second")
        for label in (self.title, self.note):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.picture = QWidget()
        column = QVBoxLayout(self.picture)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.matrix, 1)
        column.addWidget(self.note)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.message)
        self._pages.addWidget(self.picture)
