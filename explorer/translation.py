"""One translation on screen: whose it is, what was asked, what has come of it, and where it is looked at."""

from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from engine.constraints import UNCHANGED
from engine.trace import DecodingTrace, Hypothesis
from explorer.model_info import ModelInfo
from explorer.probes import Probes
from explorer.what_if import DecodingChoice, History, Question, State, one_line


@dataclass(frozen=True)
class Selection:
    """What is looked at: target step i, source position j (None: no single one), rank of the hypothesis."""

    step: int = 0
    position: int | None = None
    hypothesis: int = 0


class Translation(QObject):
    """One translation on screen: the model asked, the trace so far, how far it has come, what is selected.

    target_text and constraints are what is wished for. `shown` is what the trace on screen was asked with:
    it is behind the wish while an answer is awaited. A wish that fails or is cancelled is taken back.
    source_text is what stands in the source line: once that was changed, the trace is of another sentence.
    """

    model_changed = Signal()
    source_changed = Signal()
    trace_changed = Signal()
    selection_changed = Signal()
    progress_changed = Signal()
    target_changed = Signal()
    history_changed = Signal()

    def __init__(self, channel: str, parent: QObject | None = None, most_states: int = 1) -> None:
        super().__init__(parent)
        self.channel = channel
        self.model: ModelInfo | None = None
        self.trace: DecodingTrace | None = None
        self.source_text: str | None = None  # None: as it was at first
        self.target_text: str | None = None  # a typed translation that the model is led along
        self.constraints = UNCHANGED
        self.history = History()
        self.shown: Question | None = None
        self.selection = Selection()
        self.progress = "idle"  # idle, waiting, loading, decoding, done, cancelled or failed
        self.is_live = False  # the trace is of a translation that is still being decoded
        self.probes = Probes(self)
        self.trace_changed.connect(self.probes.want_no_more)
        self._most_states = most_states
        self._expected: Question | None = None  # asked, and not answered yet
        self._looked_at = Selection()  # when it was asked

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still expected."""
        return self.progress in ("waiting", "loading", "decoding")

    @property
    def is_of_another_sentence(self) -> bool:
        """Whether what is on screen was asked of another sentence than the one in the source line."""
        if self.trace is None or self.shown is None or self.source_text is None:
            return False
        return self.shown.source_text != one_line(self.source_text)

    @property
    def hypothesis(self) -> Hypothesis | None:
        """The selected hypothesis; None without a trace."""
        if self.trace is None or not self.trace.hypotheses:
            return None
        return self.trace.hypotheses[self.selection.hypothesis]

    @property
    def own_score(self) -> float | None:
        """The log-probability of the model's own translation of what is on screen, where that is known."""
        own = self.history.own()
        return None if own is None or not own.trace.hypotheses else own.trace.best().score

    @property
    def steps(self) -> int:
        """How many target tokens the selected hypothesis has."""
        return 0 if self.hypothesis is None else len(self.hypothesis.tokens)

    def set_model(self, model: ModelInfo | None) -> None:
        """Ask this model from now on; what was asked of an earlier one and what it said is taken away."""
        if model != self.model:
            self.model = model
            self.constraints = UNCHANGED
            self.history = History()
            self.clear()
            self.model_changed.emit()

    def follow_model(self, model: ModelInfo) -> None:
        """Ask this newer state of the same model from now on; what is on screen stays."""
        if model != self.model:
            self.model = model
            self.model_changed.emit()

    def set_source(self, text: str) -> None:
        """Note what stands in the source line now; a typed translation of another sentence is dropped."""
        self.source_text = text
        self.set_target(None)
        self.source_changed.emit()

    def set_target(self, text: str | None) -> None:
        """Lead the model along this translation from now on; None: it translates by itself."""
        if text != self.target_text:
            self.target_text = text
            self.target_changed.emit()

    def set_progress(self, progress: str) -> None:
        """Note how far the request has come."""
        if progress != self.progress:
            self.progress = progress
            self.progress_changed.emit()

    def question(self, source_text: str, decoding: DecodingChoice) -> Question:
        """What is wished of this source text; what was changed in another sentence is changed no longer."""
        current = self.history.current
        last = source_text if current is None else current.question.source_text
        wished = Question(last, None, self.constraints, decoding).about(source_text)
        return replace(wished, target_text=self.target_text)

    def expect(self, question: Question) -> None:
        """Note what was asked; the next answer is the answer to it."""
        self.constraints = question.constraints
        self._expected = question
        if not self.is_live:
            self._looked_at = self.selection
        self.set_progress("waiting")

    def show_step(self, trace: DecodingTrace) -> None:
        """Take the leading hypothesis so far; its newest step is selected."""
        self.is_live = True
        self.shown = self._expected
        self._take(trace, Selection(step=trace.token_ids.shape[0] - 1))
        self.set_progress("decoding")

    def show_result(self, trace: DecodingTrace) -> None:
        """Take the whole trace; of the same source the same step stays selected, else the first."""
        current = self.history.current
        question = self._expected or Question(trace.source_text, self.target_text, self.constraints)
        is_same = current is not None and current.question.source_text == question.source_text
        self._show_state(
            self.history.with_answer(State(question, trace), self._most_states),
            replace(self._looked_at, hypothesis=0) if is_same else Selection(),
        )
        self.set_progress("done")

    def show_state(self, index: int) -> None:
        """Show one of the history's states again, with the trace that it had."""
        self._show_state(self.history.at(index), replace(self.selection, hypothesis=0))
        self.set_progress("done")

    def fail(self) -> None:
        """Nothing more will come. The last whole translation stays or returns; a half one does not stay."""
        if self.is_live and self.history.current is None:
            self.clear()
        self._take_back()
        self.set_progress("failed")

    def cancel(self) -> None:
        """Nothing more is wanted. The last whole translation stays or returns, else what there is of one."""
        self._take_back()
        self.set_progress("cancelled")

    def clear(self) -> None:
        """Show nothing."""
        self.is_live = False
        self.shown = self._expected = None
        self._take(None, Selection())
        self.set_progress("idle")
        self.history_changed.emit()

    def select(self, selection: Selection) -> None:
        """Select, within what the trace holds; another hypothesis keeps the step where it has as many."""
        clamped = self._within(self.trace, selection)
        if clamped is not None and clamped != self.selection:
            self.selection = clamped
            self.selection_changed.emit()

    def select_step(self, step: int) -> None:
        """Select another target step of the same hypothesis."""
        self.select(replace(self.selection, step=step))

    def _show_state(self, history: History, selection: Selection) -> None:
        assert history.current is not None
        question, trace = history.current.question, history.current.trace
        self.history, self.shown, self._expected, self.is_live = history, question, None, False
        self.constraints = question.constraints
        self.set_target(question.target_text)
        self._take(trace, self._within(trace, selection) or Selection())
        self.history_changed.emit()

    def _take_back(self) -> None:
        """What was wished last is wished no longer, and what is on screen is."""
        current = self.history.current
        if current is None:
            self._expected = None
        elif self.is_live:
            self._show_state(self.history, self._looked_at)
        elif self._expected is not None:
            self._expected = None
            self.constraints = current.question.constraints
            self.set_target(current.question.target_text)

    @staticmethod
    def _within(trace: DecodingTrace | None, selection: Selection) -> Selection | None:
        """The selection, moved into what the trace holds; None where it holds nothing."""
        if trace is None or not trace.hypotheses:
            return None
        rank = max(0, min(selection.hypothesis, len(trace.hypotheses) - 1))
        step = max(0, min(selection.step, len(trace.hypotheses[rank].tokens) - 1))
        return replace(selection, step=step, hypothesis=rank)

    def _take(self, trace: DecodingTrace | None, selection: Selection) -> None:
        self.trace = trace
        self.selection = selection
        self.trace_changed.emit()
