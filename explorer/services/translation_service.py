"""Between workspace and engine: asks for translations, and writes what is answered into the workspace."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.config import DecodeConfig
from engine.errors import EngineError
from engine.trace import DecodingTrace
from explorer.services.engine_process import MODELS_CHANNEL, EngineProcess
from explorer.services.growth_service import CHANNEL as GROWTH
from explorer.services.probe_service import is_probe
from explorer.services.sentence_service import CHANNEL as SENTENCES
from explorer.what_if import one_line
from explorer.workspace import ModelInfo, Translation, Workspace

NO_MODELS = EngineError("There is no model to translate with.", "Train one, or open a run or a checkpoint.")


class TranslationService(QObject):
    """Asks the engine for what the workspace wants translated. Errors name the channel where they arose."""

    error_received = Signal(str, EngineError)
    model_opened = Signal(str)  # the path that was asked for

    def __init__(self, engine: EngineProcess, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._engine = engine
        self._workspace = workspace
        self._wanted: set[str] = set()  # channels asked for before the list of models had come
        self._opened: list[str] = []  # paths of runs and checkpoints that belong into the list
        self._opening: Path | None = None
        self._by_channel = {translation.channel: translation for translation in workspace.every_translation}
        engine.models_received.connect(self._on_models)
        engine.loading_started.connect(lambda channel, _: self._set_progress(channel, "loading"))
        engine.step_received.connect(self._on_step)
        engine.trace_received.connect(self._on_trace)
        engine.process_died.connect(self._on_process_died)
        engine.request_cancelled.connect(self._on_cancelled)
        engine.error_received.connect(self._on_error)

    def list_models(self, opened: Sequence[str]) -> None:
        """Ask for the list of models: the bundled ones, those of the runs, and those at these paths."""
        self._opened = list(opened)
        self._engine.list_models(self._opened)

    def list_again(self) -> None:
        """Ask for the same list once more: runs begin, and their checkpoints come and go."""
        self._engine.list_models(self._opened)

    def open_model(self, path: str) -> None:
        """Take the model of this run or checkpoint into the list and into Translate."""
        self._opening = Path(path)
        self.list_models([*self._opened, path])

    def request(self, translations: Iterable[Translation]) -> None:
        """Ask for these translations of the source text; a blank source shows nothing and asks nothing."""
        text = one_line(self._workspace.source_text)
        for translation in translations:
            if not text.strip():
                self._engine.cancel(translation.channel)
                self._wanted.discard(translation.channel)
                translation.clear()
            elif translation.model is None:
                self._wanted.add(translation.channel)
                translation.set_progress("waiting")
                self.list_again()
            else:
                self._ask(translation, translation.model.path, text)

    def cancel(self, translations: Iterable[Translation]) -> None:
        """Wait for these translations no longer."""
        for translation in translations:
            self._wanted.discard(translation.channel)
            self._engine.cancel(translation.channel)
            if translation.is_busy:
                translation.cancel()

    def _ask(self, translation: Translation, model: str, text: str) -> None:
        question = translation.question(text, self._workspace.decoding)
        translation.expect(question)
        channel, constraints = translation.channel, question.constraints
        if question.target_text is None:
            decode = DecodeConfig(question.decoding.beam_size, n_best=question.decoding.n_best)
            self._engine.translate(channel, model, text, decode, constraints)
        else:
            self._engine.force(channel, model, text, one_line(question.target_text), constraints)

    def _on_models(self, lines: Sequence[dict[str, Any]]) -> None:
        found = [model for line in lines if (model := model_info(line)) is not None]
        self._workspace.set_models(tuple(model for model in found if not model.problem))
        self._finish_opening(found)
        if not self._workspace.models:
            self._on_error(MODELS_CHANNEL, NO_MODELS)
            return
        wanted, self._wanted = self._wanted, set()
        self.request(self._by_channel[channel] for channel in sorted(wanted))

    def _finish_opening(self, found: Sequence[ModelInfo]) -> None:
        opening, self._opening = self._opening, None
        if opening is None:
            return
        there = [model for model in found if _is_at(Path(model.path), opening)]
        usable = [model for model in there if not model.problem]
        if usable:
            self._workspace.translation.set_model(usable[-1])
            self.model_opened.emit(str(opening))
            return
        what = there[0].problem if there else f"There is no model in {opening}."
        remedy = "" if there else "Choose a run, or one of its checkpoints."
        self._opened = [path for path in self._opened if Path(path) != opening]
        self.error_received.emit(self._workspace.translation.channel, EngineError(what, remedy))

    def _on_step(self, channel: str, trace: DecodingTrace) -> None:
        self._by_channel[channel].show_step(trace)

    def _on_trace(self, channel: str, trace: DecodingTrace) -> None:
        self._by_channel[channel].show_result(trace)

    def _on_process_died(self) -> None:
        """What was asked is asked once more, from its beginning."""
        for translation in self._workspace.every_translation:
            if translation.is_busy:
                translation.set_progress("waiting")

    def _on_error(self, channel: str, error: EngineError) -> None:
        if is_probe(channel) or channel in (SENTENCES, GROWTH):  # it is said in the view that asked
            return
        channels = [channel] if channel in self._by_channel else sorted(self._wanted)
        self._wanted.difference_update(channels)
        for failed in channels:
            self._by_channel[failed].fail()
        self.error_received.emit(channel, error)

    def _on_cancelled(self, channel: str) -> None:
        if translation := self._by_channel.get(channel):
            translation.cancel()

    def _set_progress(self, channel: str, progress: str) -> None:
        if translation := self._by_channel.get(channel):
            translation.set_progress(progress)


def model_info(line: dict[str, Any]) -> ModelInfo | None:
    """One line of the engine's list; None where it is not complete."""
    try:
        return ModelInfo(
            name=str(line.get("shown_name") or line["name"]),
            kind=str(line["kind"]),
            path=str(line["path"]),
            parameters=int(line.get("parameters") or 0),
            card=dict(line.get("card") or {}),
            problem=str(line.get("problem") or ""),
        )
    except (KeyError, TypeError, ValueError):
        return None


def _is_at(model: Path, opened: Path) -> bool:
    """Whether the weights in `model` are those of the opened run or checkpoint."""
    return opened.resolve() in (model.resolve(), *model.resolve().parents)
