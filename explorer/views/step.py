"""One decoding step in four stages: energies, weights, context, next word; each number is the trace's."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from engine.trace import DecodingTrace
from explorer.icons import IconButton
from explorer.number_text import number
from explorer.views import step_formulas
from explorer.views.bar_strip import UNIT, BarStrip, Scale
from explorer.views.base import TraceView
from explorer.views.candidate_bars import CandidateBars
from explorer.views.step_numbers import StepNumbers, StepWords, step_numbers, step_words
from explorer.views.tokens import brief, from_left, isolated
from explorer.views.weight_bars import WeightBars
from explorer.views.word_bars import WordRow
from explorer.widgets.scaled_label import ScaledLabel
from explorer.workspace import Selection

SHOWN_CANDIDATES = 5  # more would push the panel off a small screen
NAMED_WEIGHTS = 3  # source words that are named under the bars of the weights
WORD_SCALE = 1.6  # of the window's text
FOLD = 14  # pixels of the icon beside a heading


class Stage(QWidget):
    """A heading, the picture of the stage, a line about it, and its formula, which can be folded away."""

    folded = Signal(bool)

    def __init__(self, heading: str, picture: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading, self._line, self._formula = QLabel(), QLabel(), QLabel()
        self._heading.setText(heading)
        self._heading.setProperty("rank", "title")
        self._fold = IconButton("down", self.tr("Hide the formula with its numbers"), size=FOLD)
        self._fold.clicked.connect(lambda: self.set_folded(is_folded=not self.is_folded))
        for label in (self._line, self._formula):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._line.setProperty("rank", "second")
        self._line.setTextFormat(Qt.TextFormat.PlainText)
        top = QHBoxLayout()
        top.addWidget(self._heading, 1)
        top.addWidget(self._fold)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(top)
        for widget in (picture, self._line, self._formula):
            layout.addWidget(widget)
        self.is_folded = False

    def set_folded(self, *, is_folded: bool) -> None:
        """Hide or show the formula."""
        self.is_folded = is_folded
        self._formula.setVisible(not is_folded and bool(self._formula.text()))
        self._fold.set_icon_name("right" if is_folded else "down")
        words = self.tr("Show the formula with its numbers") if is_folded else self.tr("Hide the formula")
        self._fold.setToolTip(words)
        self._fold.setAccessibleName(words)

    def set_texts(self, line: str, formula: str) -> None:
        """Say this under the picture."""
        self._line.setText(line)
        self._line.setVisible(bool(line))
        self._formula.setText(formula)
        self._formula.setVisible(not self.is_folded and bool(formula))

    def texts(self) -> tuple[str, str]:
        """The line and the formula."""
        return self._line.text(), self._formula.text()


class StepView(TraceView):
    """The step that the selection names. While a translation is live, what is recorded of it so far."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.numbers: StepNumbers | None = None
        self._where, self._word = QLabel(), ScaledLabel(WORD_SCALE)
        self.energy_bars = BarStrip(self.tr("Energies"))
        self.weight_bars = WeightBars(self.tr("Weights"))
        self.context_bars = BarStrip(self.tr("Context vector"))
        self.candidate_bars = CandidateBars(self.tr("Candidates for the next word"))
        self.energies = Stage(self.tr("1   Energies"), self.energy_bars)
        self.weights = Stage(self.tr("2   Weights"), self.weight_bars)
        self.context = Stage(self.tr("3   Context"), self.context_bars)
        self.next_word = Stage(self.tr("4   Next word"), self.candidate_bars)
        for bars in (self.energy_bars, self.weight_bars):
            bars.index_pressed.connect(self._request_position)
        self.weight_bars.weights_requested.connect(self._request_weights)
        self.candidate_bars.candidate_requested.connect(self._request_candidate)
        self._lay_out()
        self._draw()

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The four stages, in their order."""
        return (self.energies, self.weights, self.context, self.next_word)

    def show_trace(self, trace: DecodingTrace | None, selection: Selection) -> None:
        """Show the selected step of this trace."""
        super().show_trace(trace, selection)
        self._draw()

    def show_selection(self, selection: Selection) -> None:
        """Show another step."""
        super().show_selection(selection)
        self._draw()

    def _lay_out(self) -> None:
        self._where.setProperty("rank", "second")
        self._where.setWordWrap(True)
        self._word.setTextFormat(Qt.TextFormat.PlainText)
        self._word.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # whatever its length
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(24, 24, 16, 16)
        column.setSpacing(12)
        head = QVBoxLayout()
        head.setSpacing(0)
        head.addWidget(self._where)
        head.addWidget(self._word)
        column.addLayout(head)
        for stage in self.stages:
            column.addWidget(stage)
        column.addStretch()
        area = QScrollArea()
        area.setWidget(self._content)
        area.setWidgetResizable(True)
        area.setAccessibleName(self.tr("Step"))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)

    def _draw(self) -> None:
        hypothesis = self.hypothesis
        if self.trace is None or hypothesis is None or not hypothesis.tokens:
            self.numbers = None
            self._where.setText(self.tr("Each step of the translation is taken apart here."))
            self._word.clear()
            for stage in self.stages:
                stage.hide()
            return
        step = min(self.selection.step, len(hypothesis.tokens) - 1)
        self.numbers = step_numbers(self.trace, hypothesis, step)
        words = step_words(self.trace, hypothesis, step, whole_words=self.whole_words)
        self._draw_numbers(self.numbers, words)

    def _draw_numbers(self, numbers: StepNumbers, words: StepWords) -> None:
        where = self.tr("Step {step} of {steps}") if numbers.candidates else self.tr("Step {step}")
        where = where.format(step=numbers.step + 1, steps=numbers.steps)
        self._where.setText(from_left(", ".join(filter(None, (where, words.piece)))))
        self._word.setText(words.word)
        self._word.setToolTip(words.word)
        self.energies.setVisible(numbers.energies is not None)
        self.weights.setVisible(numbers.weights is not None)
        self.context.setVisible(numbers.context is not None)
        self.next_word.show()
        self._draw_alignment(numbers, words)
        if numbers.context is not None:
            self.context_bars.set_values(numbers.context, (), Scale.around(numbers.context))
            self.context.set_texts(self._context_line(numbers), step_formulas.context(numbers))
        self._draw_candidates(numbers)

    def _draw_alignment(self, numbers: StepNumbers, words: StepWords) -> None:
        if numbers.energies is None or numbers.weights is None:
            return
        position = self.selection.position
        if position is None or position >= len(numbers.sources):
            position = numbers.heaviest(1)[0]
        self.energy_bars.set_values(numbers.energies, words.sources, Scale.around(numbers.energies))
        self.weight_bars.set_values(numbers.weights, words.sources, UNIT)
        self.weight_bars.set_editable(is_editable=bool(numbers.candidates))
        for bars in (self.energy_bars, self.weight_bars):
            bars.set_marked(position)
        named = [
            f"{isolated(brief(word))} {weight:.3f}"
            for word, weight in words.heaviest(numbers.weights, NAMED_WEIGHTS)
        ]
        source = isolated(brief(words.sources[position]))
        energy = f"{source} {number(numbers.energies[position])}"
        self.energies.set_texts(from_left(energy), step_formulas.energies(numbers, position))
        self.weights.set_texts(from_left("  ·  ".join(named)), step_formulas.weights(numbers, position))

    def _context_line(self, numbers: StepNumbers) -> str:
        assert numbers.context is not None
        length = number(float(np.linalg.norm(numbers.context)))
        return self.tr("{count} numbers, length {length}").format(count=len(numbers.context), length=length)

    def _draw_candidates(self, numbers: StepNumbers) -> None:
        rows = [
            WordRow(
                candidate.label, candidate.probability, f"{candidate.probability:.3f}", candidate.is_chosen
            )
            for candidate in numbers.likeliest(SHOWN_CANDIDATES)
        ]
        self.candidate_bars.set_rows(rows)
        self.candidate_bars.setVisible(bool(rows))
        ask = self.tr("Choose a word, and the translation goes on from it.")
        likelier = numbers.likelier()
        if likelier is not None:
            words = self.tr("The model would rather have written “{word}”.")
            ask = f"{words.format(word=isolated(brief(likelier.label)))} {ask}"
        line = ask if rows else self.tr("The candidates come with the whole translation.")
        self.next_word.set_texts(line, step_formulas.next_word(numbers))

    def _request_position(self, position: int) -> None:
        chosen = None if position == self.selection.position else position
        self.selection_requested.emit(replace(self.selection, position=chosen))

    def _request_weights(self, weights: tuple[float, ...]) -> None:
        if self.numbers is not None:
            self.weights_requested.emit(self.numbers.step, weights)

    def _request_candidate(self, row: int) -> None:
        """The word in its place, behind what stands before it: forced, whatever the model would choose."""
        if self.numbers is not None and self.hypothesis is not None:
            before = self.hypothesis.token_ids[: self.numbers.step]
            chosen = self.numbers.likeliest(SHOWN_CANDIDATES)[row]
            self.prefix_requested.emit((*before, chosen.token_id))
