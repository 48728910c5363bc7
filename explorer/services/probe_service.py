"""Between the probes of Translate and the engine: asks while no translation waits, and notes the answers."""

from PySide6.QtCore import QObject

from engine.errors import EngineError
from explorer.probes import ATTENTION_TEST, Answer, ProbeQuestion
from explorer.services.engine_process import EngineProcess
from explorer.workspace import Workspace

CHANNEL = "probe/"  # and the kind: each kind of question overtakes only its own


def is_probe(channel: str) -> bool:
    """Whether a channel of the engine is that of a probe."""
    return channel.startswith(CHANNEL)


class ProbeService(QObject):
    """Asks the engine what the workspace's probes want to know; every translation goes before."""

    def __init__(self, engine: EngineProcess, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._engine = engine
        self._workspace = workspace
        self._probes = workspace.translation.probes
        self._probes.asked.connect(self._ask_about)
        for translation in workspace.every_translation:
            translation.progress_changed.connect(self._on_progress)
        engine.importance_received.connect(self._on_answer)
        engine.attention_test_received.connect(self._on_answer)
        engine.error_received.connect(self._on_error)

    @property
    def _is_busy(self) -> bool:
        return any(translation.is_busy for translation in self._workspace.translations)

    def _on_progress(self) -> None:
        if self._is_busy:
            for question in self._probes.wanted:
                self._engine.cancel(CHANNEL + question.kind)
        else:
            for question in self._probes.wanted:
                self._ask_about(question)

    def _ask_about(self, question: ProbeQuestion) -> None:
        model = self._workspace.translation.model
        if not self._is_busy and model is not None:
            self._ask(question, model.path)

    def _ask(self, question: ProbeQuestion, model: str) -> None:
        channel, text, target = CHANNEL + question.kind, question.source_text, question.target_ids
        if question.kind == ATTENTION_TEST:
            self._engine.attention_test(channel, model, text, target)
        else:
            self._engine.importance(channel, model, text, target, question.kind)

    def _on_answer(self, channel: str, found: Answer) -> None:
        self._probes.take(channel.removeprefix(CHANNEL), found)

    def _on_error(self, channel: str, error: EngineError) -> None:
        if is_probe(channel):
            self._probes.fail(channel.removeprefix(CHANNEL), error)
