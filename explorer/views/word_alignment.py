"""What the views of weights between words share: whole words or pieces, pointing, and what is not there."""

from dataclasses import replace

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from engine.exports.numbers import AlignmentNumbers, table_text
from engine.trace import DecodingTrace, Hypothesis
from explorer.plots.alignment_figure import refusal
from explorer.views.base import TraceView
from explorer.views.matrix_content import MatrixChoice, MatrixContent, matrix_content
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.token_strip import is_right_to_left
from explorer.workspace import Selection


class WordAlignmentView(TraceView):
    """A view of the weights between source and target words, or between their raw pieces.

    A subclass fills `column` with its picture, and extends `draw_content` and `mark_words`.
    """

    def __init__(self, promise: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content: MatrixContent | None = None
        self._drawn: tuple[DecodingTrace, Hypothesis, bool] | None = None
        self.waiting = EmptyState(self.tr("The alignment will stand here"), promise)
        self.without = EmptyState("", "", framed=True)
        self.picture = QWidget()
        self.column = QVBoxLayout(self.picture)
        self.column.setContentsMargins(8, 8, 8, 8)
        self.column.setSpacing(8)
        self.pages = QStackedLayout(self)
        for page in (self.waiting, self.without, self.picture):
            self.pages.addWidget(page)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Draw the selected hypothesis of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the words of the step and of the position; another hypothesis is drawn in full."""
        super().show_selection(selection)
        self._draw()

    def numbers_text(self) -> str:
        """The weights with their tokens."""
        if self.trace is None or self.hypothesis is None or self.trace.weights is None:
            return ""
        return table_text(AlignmentNumbers(self.trace, self.hypothesis))

    def draw_content(self, content: MatrixContent) -> None:
        """Draw other words and weights."""
        raise NotImplementedError

    def mark_words(self, row: int | None, column: int | None) -> None:
        """Mark a target word and a source word of what is drawn."""
        raise NotImplementedError

    def point_at_target(self, row: int) -> None:
        """Wish a target word selected; within a word the step stays."""
        content = self.content
        if content is not None and content.row_of(self.selection.step) != row:
            self.selection_requested.emit(replace(self.selection, step=content.target[row][0]))

    def point_at_source(self, column: int) -> None:
        """Wish a source word selected; within a word the position stays."""
        content = self.content
        if content is not None and content.column_of(self.selection.position) != column:
            self.selection_requested.emit(replace(self.selection, position=content.source[column][0]))

    def _draw(self) -> None:
        trace, hypothesis = self.trace, self.hypothesis
        if trace is None or hypothesis is None or not hypothesis.tokens:
            self._leave(self.waiting)
            return
        weights = trace.weights_of(hypothesis)
        if weights is None:
            self.without.set_texts(
                self.tr("This model has no attention"),
                self.tr("It reads the whole sentence into one vector, so there is no alignment to draw."),
            )
            self._leave(self.without)
            return
        problem = refusal(weights, len(hypothesis.tokens), len(trace.source_tokens))
        if problem:
            self.without.set_texts(self.tr("No picture"), problem)
            self._leave(self.without)
            return
        self._draw_words(trace, hypothesis)

    def _draw_words(self, trace: DecodingTrace, hypothesis: Hypothesis) -> None:
        drawn = self._drawn
        is_same = drawn is not None and drawn[0] is trace and drawn[1] is hypothesis
        if self.content is None or drawn is None or not is_same or drawn[2] != self.whole_words:
            self.content = matrix_content(trace, hypothesis, MatrixChoice(self.whole_words))
            self._drawn = (trace, hypothesis, self.whole_words)
            self.draw_content(self.content)
        self.mark_words(
            self.content.row_of(self.selection.step), self.content.column_of(self.selection.position)
        )
        self.pages.setCurrentWidget(self.picture)

    def _leave(self, page: QWidget) -> None:
        self.content, self._drawn = None, None
        self.pages.setCurrentWidget(page)


def is_read_from_right(words: tuple[str, ...]) -> bool:
    """Whether most words of a side are written from the right; the mark of the sentence's end is none."""
    return 2 * sum(map(is_right_to_left, words)) > len(words) - 1
