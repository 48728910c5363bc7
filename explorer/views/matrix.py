"""The soft alignment of a hypothesis as a matrix: a row a target token (B, figure 3)."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from engine.exports.numbers import AlignmentNumbers, table_text
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import Group
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.pictures import Drawing
from explorer.views.base import TraceView
from explorer.views.matrix_content import MatrixChoice, MatrixContent, matrix_content
from explorer.views.matrix_menu import MatrixBar
from explorer.widgets.empty_state import EmptyState
from explorer.workspace import Selection


class MatrixView(TraceView):
    """Draws the weights of the selected hypothesis, and says in words where a model has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: tuple[DecodingTrace, Hypothesis, MatrixChoice] | None = None
        self._content: MatrixContent | None = None
        self.bar = MatrixBar()
        self.matrix = AlignmentMatrix()
        self._waiting = EmptyState(
            self.tr("The alignment will stand here"),
            self.tr("Each translated word gets a row that shows where in the source the model looked."),
        )
        self._without = EmptyState(
            self.tr("This model has no attention"),
            self.tr("It reads the whole sentence into one vector, so there is no alignment to draw."),
            framed=True,
        )
        self._pages = QStackedLayout(self)
        self._picture = self._with_bar()
        for page in (self._waiting, self._without, self._picture):
            self._pages.addWidget(page)
        self.bar.choice_changed.connect(self._draw)
        self.bar.copy_picture_requested.connect(self._copy_picture)
        self.bar.copy_numbers_requested.connect(self._copy_numbers)
        self.matrix.row_clicked.connect(self._request_step)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the selected hypothesis of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the step's row and the position's column; another hypothesis is drawn in full."""
        super().show_selection(selection)
        self._draw()

    def drawing(self, *, whole: bool) -> Drawing:
        """The matrix as it is seen, or every cell of it on paper."""
        if whole and self._drawn is not None:
            return self.matrix.paper().drawing()
        return super().drawing(whole=whole)

    def _with_bar(self) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.matrix, 1)
        return page

    def _draw(self) -> None:
        if self.trace is None or self.hypothesis is None:
            self._drawn = None
            self.matrix.clear()
            self._pages.setCurrentWidget(self._waiting)
            return
        if self.trace.weights is None:
            self._drawn = None
            self.matrix.clear()
            self._pages.setCurrentWidget(self._without)
            return
        content = self._drawn_content(self.trace, self.hypothesis)
        self.matrix.set_marked_row(content.row_of(self.selection.step))
        self.matrix.set_marked_column(content.column_of(self.selection.position))
        self._pages.setCurrentWidget(self._picture)

    def _drawn_content(self, trace: DecodingTrace, hypothesis: Hypothesis) -> MatrixContent:
        """What is in the matrix now; filled in anew only where something else is to be seen."""
        choice = self.bar.choice()
        if self._content is not None and self._is_drawn(trace, hypothesis, choice):
            return self._content
        content = matrix_content(trace, hypothesis, choice)
        self.matrix.set_alignment(
            content.weights, content.source_labels, content.target_labels, growing=not hypothesis.finished
        )
        self.matrix.set_pieces(_sizes(content.source), _sizes(content.target))
        self.bar.set_note(content.note())
        self._drawn, self._content = (trace, hypothesis, choice), content
        return content

    def _is_drawn(self, trace: DecodingTrace, hypothesis: Hypothesis, choice: MatrixChoice) -> bool:
        drawn = self._drawn
        return drawn is not None and drawn[0] is trace and drawn[1] is hypothesis and drawn[2] == choice

    def _copy_picture(self) -> None:
        QGuiApplication.clipboard().setPixmap(self.matrix.grab())

    def _copy_numbers(self) -> None:
        """Every token and every weight of the hypothesis, whatever the picture leaves out."""
        if self.trace is not None and self.hypothesis is not None:
            numbers = AlignmentNumbers(self.trace, self.hypothesis)
            QGuiApplication.clipboard().setText(table_text(numbers))

    def _request_step(self, row: int) -> None:
        if self._content is not None:
            self.selection_requested.emit(replace(self.selection, step=self._content.first_step(row)))


def _sizes(groups: Sequence[Group]) -> list[int]:
    return [end - begin for begin, end in groups]
