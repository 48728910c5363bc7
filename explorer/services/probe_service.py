"""Between the probes of all translations and the engine: asks while none waits, and notes the answers."""

from PySide6.QtCore import QObject

from engine.errors import EngineError
from explorer.probes import ATTENTION_TEST, Answer, ProbeQuestion
from explorer.services.engine_process import EngineProcess
from explorer.workspace import Translation, Workspace

CHANNEL = "probe/"  # the translation's channel and the kind: a question overtakes only its own kind there


def is_probe(channel: str) -> bool:
    """Whether a channel of the engine is that of a probe."""
    return channel.startswith(CHANNEL)


class ProbeService(QObject):
    """Asks the engine what the workspace's probes want to know; every translation goes before."""

    def __init__(self, engine: EngineProcess, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._engine = engine
        self._workspace = workspace
        self._by_channel = {translation.channel: translation for translation in workspace.every_translation}
        for translation in workspace.every_translation:
            translation.probes.asked.connect(
                lambda question, asker=translation: self._ask_about(asker, question)
            )
            translation.progress_changed.connect(self._on_progress)
        engine.importance_received.connect(self._on_answer)
        engine.attention_test_received.connect(self._on_answer)
        engine.error_received.connect(self._on_error)

    @property
    def _is_busy(self) -> bool:
        return any(translation.is_busy for translation in self._workspace.translations)

    def _on_progress(self) -> None:
        is_busy = self._is_busy
        for translation in self._workspace.every_translation:
            for question in translation.probes.wanted:
                if is_busy:
                    self._engine.cancel(_channel(translation, question))
                else:
                    self._ask_about(translation, question)

    def _ask_about(self, translation: Translation, question: ProbeQuestion) -> None:
        if not self._is_busy and translation.model is not None:
            self._ask(_channel(translation, question), translation.model.path, question)

    def _ask(self, channel: str, model: str, question: ProbeQuestion) -> None:
        text, target = question.source_text, question.target_ids
        if question.kind == ATTENTION_TEST:
            self._engine.attention_test(channel, model, text, target)
        else:
            self._engine.importance(channel, model, text, target, question.kind)

    def _on_answer(self, channel: str, found: Answer) -> None:
        asker, kind = self._asker(channel)
        asker.probes.take(kind, found)

    def _on_error(self, channel: str, error: EngineError) -> None:
        if is_probe(channel):
            asker, kind = self._asker(channel)
            asker.probes.fail(kind, error)

    def _asker(self, channel: str) -> tuple[Translation, str]:
        """Whose question is asked on this channel, and of which kind it is."""
        _, name, kind = channel.split("/")
        return self._by_channel[name], kind


def _channel(translation: Translation, question: ProbeQuestion) -> str:
    return f"{CHANNEL}{translation.channel}/{question.kind}"
