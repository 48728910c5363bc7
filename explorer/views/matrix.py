"""The soft alignment of a hypothesis as a matrix: a row a target token (B, figure 3)."""

from dataclasses import replace

from PySide6.QtWidgets import QStackedLayout, QWidget

from engine.trace import DecodingTrace, Hypothesis
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.views.base import TraceView
from explorer.views.tokens import source_labels, target_labels
from explorer.widgets.empty_state import EmptyState
from explorer.workspace import Selection


class MatrixView(TraceView):
    """Draws the weights of the selected hypothesis, and says in words where a model has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawn: tuple[DecodingTrace, Hypothesis] | None = None
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
        for page in (self._waiting, self._without, self.matrix):
            self._pages.addWidget(page)
        self.matrix.row_clicked.connect(self._request_step)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the selected hypothesis of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the step's row and the position's column; another hypothesis is drawn in full."""
        super().show_selection(selection)
        self._draw()

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
        self._draw_weights(self.trace, self.hypothesis)
        self.matrix.set_marked_row(self.selection.step)
        self.matrix.set_marked_column(self.selection.position)
        self._pages.setCurrentWidget(self.matrix)

    def _draw_weights(self, trace: DecodingTrace, hypothesis: Hypothesis) -> None:
        if self._drawn is not None and self._drawn[0] is trace and self._drawn[1] is hypothesis:
            return
        weights = trace.weights_of(hypothesis)
        assert weights is not None
        self.matrix.set_alignment(
            weights, source_labels(trace), target_labels(hypothesis), growing=not hypothesis.finished
        )
        self._drawn = (trace, hypothesis)

    def _request_step(self, step: int) -> None:
        self.selection_requested.emit(replace(self.selection, step=step))
