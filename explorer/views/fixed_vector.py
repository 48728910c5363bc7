"""What there is to see of a model without attention: its one vector, and how sure it was of each word."""

import math
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from engine.sentence_vectors import fixed_vector
from engine.trace import DecodingTrace, Floats
from engine.trace_words import Group, group_of, groups_of
from explorer.views.bar_strip import BarStrip, Scale
from explorer.views.base import TraceView
from explorer.views.tokens import target_words
from explorer.views.word_bars import WordBars, WordRow
from explorer.workspace import Selection

RADIUS = 8.0  # of the frame's corners


class FixedVectorView(TraceView):
    """A dashed frame, words and bars: nothing here looks like an alignment, for the model computes none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[Group, ...] = ()
        self._title, self._words, self._vector_line, self._rows_line = (QLabel() for _ in range(4))
        self._title.setText(self.tr("No attention: one vector for the whole sentence"))
        self._title.setProperty("rank", "title")
        self._title.setWordWrap(True)
        self._rows_line.setText(self.tr("How probable each word was when it was chosen"))
        for label in (self._words, self._vector_line, self._rows_line):
            label.setProperty("rank", "second")
            label.setWordWrap(True)
        self.vector_bars = BarStrip(self.tr("The one vector"))
        self.word_bars = WordBars(self.tr("Probability of each target word"))
        self.word_bars.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the keys of the player step through it
        self.word_bars.row_pressed.connect(self._request_step)
        self._lay_out()

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Show the vector and the words of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Mark the word of another step."""
        super().show_selection(selection)
        self._draw()

    def _draw(self) -> None:
        hypothesis = self.hypothesis
        if self.trace is None or hypothesis is None or not hypothesis.tokens:
            self.word_bars.set_rows(())
            return
        self._draw_vector(self.trace)
        _, self._groups = groups_of(self.trace, hypothesis, whole_words=self.whole_words)
        log_probs = self.trace.along(self.trace.log_probs, hypothesis).tolist()
        chances = [math.exp(sum(log_probs[begin:end])) for begin, end in self._groups]
        words = zip(target_words(hypothesis, self._groups), chances, strict=True)
        marked = group_of(self._groups, self.selection.step)
        self.word_bars.set_rows(
            [
                WordRow(word, chance, f"{chance:.3f}", row == marked)
                for row, (word, chance) in enumerate(words)
            ]
        )
        self._see_step()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._see_step()

    def _see_step(self) -> None:
        """Scroll to the word of the step, and no further down than that needs."""
        self._area.verticalScrollBar().setValue(0)
        row = group_of(self._groups, self.selection.step) or 0
        top = self.word_bars.y() + row * self.word_bars.row_height()
        self._area.ensureVisible(
            0, top + self.word_bars.row_height() // 2, 0, 2 * self.word_bars.row_height()
        )

    def _draw_vector(self, trace: DecodingTrace) -> None:
        words = self.tr(
            "The model read all {count} source tokens into {vector} and makes every word from it. It never "
            "looks back at the source, so there is no alignment to draw."
        )
        vector, name, line = self._vector(trace)
        self._words.setText(words.format(count=len(trace.source_tokens), vector=name))
        self.vector_bars.setVisible(vector is not None)
        self._vector_line.setVisible(vector is not None)
        if vector is not None:
            self.vector_bars.set_values(vector, (), Scale.around(vector))
            self._vector_line.setText(line.format(count=len(vector)))

    def _vector(self, trace: DecodingTrace) -> tuple[Floats | None, str, str]:
        """The one vector, what the model calls it, and a line about it: c, or an LSTM's last (h, c)."""
        if trace.initial_cells is not None and trace.initial_state is not None:
            line = self.tr("h, then c, of all layers, {count} numbers: the first state of the decoder")
            return fixed_vector(trace), self.tr("the last state of its encoder, outputs h and cells c,"), line
        line = self.tr("c, {count} numbers: the same at every step")
        return fixed_vector(trace), self.tr("the one vector c"), line

    def _request_step(self, row: int) -> None:
        if row != group_of(self._groups, self.selection.step):  # within a word the piece stays
            self.selection_requested.emit(replace(self.selection, step=self._groups[row][0]))

    def _lay_out(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(4)
        column.addWidget(self._words)
        column.addSpacing(8)
        column.addWidget(self._vector_line)
        column.addWidget(self.vector_bars)
        column.addSpacing(12)
        column.addWidget(self._rows_line)
        column.addWidget(self.word_bars)
        column.addStretch()
        self._area = area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(4)
        layout.addWidget(self._title)  # never scrolled away
        layout.addWidget(area, 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(frame, RADIUS, RADIUS)
