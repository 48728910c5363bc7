"""Between the list of sentences and the engine: asks for a few at a time, in the background.

The engine puts them off while anything else is asked of it. A process that ended is asked again; a sentence
at which it ends each time is told in its row, and the others go on.
"""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from engine.config import DecodeConfig
from engine.errors import EngineError
from engine.sentence_report import SentenceReport
from explorer.services.engine_process import ENDED_TWICE, EngineProcess
from explorer.workspace import Workspace

CHANNEL = "sentences"
CHUNK = 24  # sentences: one batch of the engine with the usual beam, some tenths of a second


class SentenceService(QObject):
    """Fills the workspace's list. `error_received`: it goes no further."""

    error_received = Signal(EngineError)

    def __init__(self, engine: EngineProcess, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._engine = engine
        self._workspace = workspace
        self._list = workspace.sentences
        self._asked = 0  # how many sentences the engine has to report on now
        self._single = 0  # so many of the next ones are asked alone, for one of them ends the engine
        self._waits = False  # for a first model
        self._list.replaced.connect(self._on_replaced)
        workspace.translation.model_changed.connect(self._on_model)
        engine.sentences_received.connect(self._on_reports)
        engine.error_received.connect(self._on_error)

    def start(self) -> None:
        """Translate the list, or the rest of it, with the model and the beam of Translate."""
        model = self._workspace.translation.model
        self._waits = model is None
        if model is None:
            what = "There is no model to translate with yet."
            self.error_received.emit(EngineError(what, "It begins when there is one: train or open one."))
        elif self._list.texts:
            self._list.begin(model, self._workspace.decoding.beam_size)
            self._ask()

    def stop(self) -> None:
        """Ask for nothing more; the engine ends between two steps."""
        self._list.stop()
        self._cancel()

    def _on_model(self) -> None:
        if self._waits and self._workspace.translation.model is not None:
            self.start()

    def _cancel(self) -> None:
        if self._asked:
            self._asked = 0
            self._engine.cancel(CHANNEL)

    def _on_replaced(self) -> None:
        self._single, self._waits = 0, False
        self._cancel()

    def _ask(self) -> None:
        model, first = self._list.model, len(self._list.reports)
        texts = self._list.texts[first : first + (1 if self._single else CHUNK)]
        if self._list.is_running and model is not None and texts:
            self._asked = len(texts)
            decode = DecodeConfig(self._list.beam_size)
            self._engine.report_sentences(CHANNEL, model.path, texts, decode)

    def _on_reports(self, channel: str, reports: Sequence[SentenceReport], fingerprint: str) -> None:
        if channel != CHANNEL or not self._asked:
            return
        if len(reports) != self._asked:
            what = f"The engine reported on {len(reports)} sentences instead of {self._asked}."
            self._fail(EngineError(what, "This is a defect of the engine."))
            return
        self._go_on(reports, fingerprint)

    def _go_on(self, reports: Sequence[SentenceReport], fingerprint: str) -> None:
        self._single = max(self._single - len(reports), 0)
        self._asked = 0
        self._list.take(reports, fingerprint)
        self._ask()

    def _on_error(self, channel: str, error: EngineError) -> None:
        if channel != CHANNEL:
            return
        if error.remedy != ENDED_TWICE:
            self._fail(error)
        elif self._asked == 1:
            self._go_on([SentenceReport(problem=error.what)], self._list.fingerprint)
        else:
            self._single = self._asked
            self._ask()

    def _fail(self, error: EngineError) -> None:
        self._asked = 0
        self._list.stop()
        self.error_received.emit(error)
