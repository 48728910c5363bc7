"""The window's truth: the models, the source text, the settings of decoding, and each translation on screen.

No widgets and no slow work here. Views read it and are told by signals; services write into it.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.trace import DecodingTrace, Hypothesis

EXAMPLE_SENTENCE = "The old man who lives next door gave me a red book yesterday."


@dataclass(frozen=True)
class Selection:
    """What is looked at: target step i, source position j (None: no single one), rank of the hypothesis."""

    step: int = 0
    position: int | None = None
    hypothesis: int = 0


@dataclass(frozen=True)
class ModelInfo:
    """One line of the engine's list of models. `path` is what a request names it by."""

    name: str
    kind: str
    path: str
    parameters: int = 0
    card: dict[str, Any] = field(default_factory=dict)
    problem: str = ""  # why it cannot be used

    @property
    def run(self) -> Path | None:
        """The run directory that the checkpoint belongs to; None where it is no checkpoint of a run."""
        return run_of(self.path)

    @property
    def has_attention(self) -> bool:
        """Whether the model computes an alignment at all."""
        return self.kind == "rnnsearch"


def run_of(path: str) -> Path | None:
    """The run directory around the checkpoint at this path; None for any other path."""
    folder = Path(path).parent
    return folder.parent if folder.name == "checkpoints" else None


@dataclass(frozen=True)
class DecodingChoice:
    """How a person wants the sentence translated; the n-best list is never longer than the beam is wide."""

    beam_size: int = 5
    n_best: int = 3

    def with_beam_size(self, beam_size: int) -> "DecodingChoice":
        """The same choice with another beam size; a longer n-best list is cut to it."""
        return DecodingChoice(beam_size, min(self.n_best, beam_size))

    def with_n_best(self, n_best: int) -> "DecodingChoice":
        """The same choice with another number of hypotheses; a narrower beam is widened to it."""
        return DecodingChoice(max(self.beam_size, n_best), n_best)


class Translation(QObject):
    """One translation on screen: the model asked, the trace so far, how far it has come, what is selected."""

    model_changed = Signal()
    trace_changed = Signal()
    selection_changed = Signal()
    progress_changed = Signal()
    target_changed = Signal()

    def __init__(self, channel: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.channel = channel
        self.model: ModelInfo | None = None
        self.trace: DecodingTrace | None = None
        self.target_text: str | None = None  # a typed translation that the model is led along
        self.own: DecodingTrace | None = None  # what the model last translated by itself
        self.selection = Selection()
        self.progress = "idle"  # idle, waiting, loading, decoding, done, cancelled or failed
        self.is_live = False  # the trace is of a translation that is still being decoded

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still expected."""
        return self.progress in ("waiting", "loading", "decoding")

    @property
    def hypothesis(self) -> Hypothesis | None:
        """The selected hypothesis; None without a trace."""
        if self.trace is None or not self.trace.hypotheses:
            return None
        return self.trace.hypotheses[self.selection.hypothesis]

    @property
    def own_score(self) -> float | None:
        """The log-probability of the model's own translation of what is on screen, where that is known."""
        own, trace = self.own, self.trace
        if own is None or trace is None or own.source_text != trace.source_text:
            return None
        same = own.meta.get("fingerprint") == trace.meta.get("fingerprint")
        return own.best().score if same and own.hypotheses else None

    @property
    def steps(self) -> int:
        """How many target tokens the selected hypothesis has."""
        return 0 if self.hypothesis is None else len(self.hypothesis.tokens)

    def set_model(self, model: ModelInfo | None) -> None:
        """Ask this model from now on; what an earlier model said is taken away."""
        if model != self.model:
            self.model = model
            self.clear()
            self.model_changed.emit()

    def follow_model(self, model: ModelInfo) -> None:
        """Ask this newer state of the same model from now on; what is on screen stays."""
        if model != self.model:
            self.model = model
            self.model_changed.emit()

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

    def show_step(self, trace: DecodingTrace) -> None:
        """Take the leading hypothesis so far; its newest step is selected."""
        self.is_live = True
        self._take(trace, Selection(step=trace.token_ids.shape[0] - 1))
        self.set_progress("decoding")

    def show_result(self, trace: DecodingTrace) -> None:
        """Take the whole trace; the first step of the best hypothesis is selected."""
        self.is_live = False
        if not trace.is_forced:
            self.own = trace
        self._take(trace, Selection())
        self.set_progress("done")

    def fail(self) -> None:
        """Nothing more will come. A whole translation stays on screen, a half one does not."""
        if self.is_live:
            self.clear()
        self.set_progress("failed")

    def clear(self) -> None:
        """Show nothing."""
        self.is_live = False
        self.own = None
        self._take(None, Selection())
        self.set_progress("idle")

    def select(self, selection: Selection) -> None:
        """Select, within what the trace holds; another hypothesis keeps the step where it has as many."""
        if self.trace is None or not self.trace.hypotheses:
            return
        rank = max(0, min(selection.hypothesis, len(self.trace.hypotheses) - 1))
        steps = len(self.trace.hypotheses[rank].tokens)
        step = max(0, min(selection.step, steps - 1))
        clamped = replace(selection, step=step, hypothesis=rank)
        if clamped != self.selection:
            self.selection = clamped
            self.selection_changed.emit()

    def select_step(self, step: int) -> None:
        """Select another target step of the same hypothesis."""
        self.select(replace(self.selection, step=step))

    def _take(self, trace: DecodingTrace | None, selection: Selection) -> None:
        self.trace = trace
        self.selection = selection
        self.trace_changed.emit()


class Workspace(QObject):
    """Everything that the window shows, apart from runs: models, source, choices, translations."""

    models_changed = Signal()
    source_changed = Signal()
    decoding_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.models: tuple[ModelInfo, ...] = ()
        self.source_text = EXAMPLE_SENTENCE
        self.decoding = DecodingChoice()
        self.translation = Translation("translate", self)
        self.compared = (Translation("compare-1", self), Translation("compare-2", self))

    @property
    def translations(self) -> tuple[Translation, ...]:
        """All translations on screen, by their channels."""
        return (self.translation, *self.compared)

    def set_models(self, models: tuple[ModelInfo, ...]) -> None:
        """Take the engine's list. A translation without a model gets the one that shows most."""
        is_new = models != self.models
        self.models = models
        searching = next((model for model in models if model.has_attention), None)
        fixed = next((model for model in models if not model.has_attention), None)
        wanted = (searching or fixed, fixed or searching, searching or fixed)
        for translation, model in zip(self.translations, wanted, strict=True):
            kept = self.model_at(translation.model.path) if translation.model else None
            if kept is None:
                translation.set_model(model)
            else:
                translation.follow_model(kept)
        if is_new:
            self.models_changed.emit()

    def model_at(self, path: str) -> ModelInfo | None:
        """The model with this path, else the checkpoint that now stands for the run of this one, or None.

        A run keeps but a few checkpoints, so that one which was chosen may be gone a little later.
        """
        run = run_of(path)
        exact = (model for model in self.models if model.path == path)
        later = (model for model in self.models if run is not None and model.run == run)
        return next(exact, None) or next(later, None)

    def set_source_text(self, text: str) -> None:
        """Note what is typed in the source line; a typed translation of another sentence is dropped."""
        if text != self.source_text:
            self.source_text = text
            for translation in self.translations:
                translation.set_target(None)
            self.source_changed.emit()

    def set_decoding(self, choice: DecodingChoice) -> None:
        """Note another beam size or number of hypotheses."""
        if choice != self.decoding:
            self.decoding = choice
            for translation in self.translations:
                translation.own = None
            self.decoding_changed.emit()
