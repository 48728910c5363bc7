"""Between the growing sentence and the engine: asks each model for all lengths, a few at a time.

A sentence that a person waits for goes before. What is overtaken by other clauses is dropped unread.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.config import DecodeConfig
from engine.errors import EngineError
from engine.sentence_report import SentenceReport
from explorer.growth import ALONE, REFERENCE, Clauses, Grown, joined
from explorer.services.engine_process import EngineProcess
from explorer.services.tasks import Task, run_task
from explorer.workspace import Workspace

CHANNEL = "growth"
CHUNK = 3  # lengths: the engine begins a chunk anew where a sentence is asked meanwhile


@dataclass(frozen=True)
class _Asked:
    """counts: the lengths that were asked; none where it was the clauses alone."""

    clauses: Clauses
    model: str
    beam_size: int
    counts: tuple[int, ...]


class GrowthService(QObject):
    """Works while the growth is looked at. `error_received`: it goes no further by itself."""

    error_received = Signal(EngineError)

    def __init__(self, engine: EngineProcess, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._engine, self._workspace, self._growth = engine, workspace, workspace.growth
        self._alone: dict[tuple[Clauses, str, int], tuple[str, ...]] = {}
        self._asked: _Asked | None = None
        self._scoring: Task | None = None
        self._failed: set[str] = set()  # models that gave an error with these clauses
        self._growth.clauses_changed.connect(self._begin_anew)
        self._growth.wanted_changed.connect(self._begin_anew)
        workspace.decoding_changed.connect(self._begin_anew)
        workspace.columns_changed.connect(self._go_on)
        workspace.models_changed.connect(self._go_on)
        for translation in workspace.every_translation:
            translation.model_changed.connect(self._go_on)
        engine.sentences_received.connect(self._on_reports)
        engine.error_received.connect(self._on_error)

    def _begin_anew(self) -> None:
        if self._scoring is not None:
            self._scoring.cancel()
        if self._asked is not None:
            self._asked = None
            self._engine.cancel(CHANNEL)
        self._scoring = None
        self._failed.clear()
        self._alone = {key: texts for key, texts in self._alone.items() if key[0] == self._growth.clauses}
        self._go_on()

    def _go_on(self) -> None:
        """Ask for the shortest lengths that are not known of any model, A's first."""
        if self._asked is not None or self._scoring is not None or not self._growth.is_wanted:
            return
        asked = self._next()
        if asked is None:
            return
        self._asked = asked
        clauses = asked.clauses
        texts = [clauses.source(count) for count in asked.counts] or clauses.alone()
        self._engine.report_sentences(CHANNEL, asked.model, texts, DecodeConfig(asked.beam_size))

    def _next(self) -> _Asked | None:
        clauses, beam_size = self._growth.clauses, self._workspace.decoding.beam_size
        found = []
        for translation in self._workspace.compared:
            model = None if translation.model is None else translation.model.path
            if model is None or model in self._failed or not clauses.sources:
                continue
            missing = self._growth.missing(model, beam_size)
            if missing:
                is_known = (clauses, model, beam_size) in self._alone
                counts = missing[:CHUNK] if is_known else ()
                found.append((counts[:1], _Asked(clauses, model, beam_size, counts)))
        return min(found, key=lambda entry: entry[0])[1] if found else None

    def _on_reports(self, channel: str, reports: Sequence[SentenceReport], _fingerprint: str) -> None:
        asked = self._asked
        if channel != CHANNEL or asked is None:
            return
        self._asked = None
        texts = tuple(report.text for report in reports)
        key = (asked.clauses, asked.model, asked.beam_size)
        if not asked.counts:
            self._alone[key] = texts
            self._go_on()
            return
        alone = self._alone[key]
        self._scoring = run_task(
            lambda _: _scored(asked, texts, alone), lambda grown: self._take(asked, grown), owner=self
        )

    def _take(self, asked: _Asked, grown: dict[int, Grown]) -> None:
        self._scoring = None
        self._growth.take(asked.model, asked.beam_size, grown)
        self._go_on()

    def _on_error(self, channel: str, error: EngineError) -> None:
        if channel != CHANNEL or self._asked is None:
            return
        self._failed.add(self._asked.model)
        self._asked = None
        self.error_received.emit(error)
        self._go_on()


def _scored(asked: _Asked, texts: Sequence[str], alone: Sequence[str]) -> dict[int, Grown]:
    """Each translation with its chrF, on a thread of its own."""
    from engine.evaluation.metrics import chrf  # sacreBLEU takes long to load

    grown = {}
    for count, text in zip(asked.counts, texts, strict=True):
        against = {REFERENCE: asked.clauses.reference(count), ALONE: _one_by_one(alone[:count])}
        measures = {name: chrf([text], [[other]]).value for name, other in against.items() if other}
        grown[count] = Grown(text, measures)
    return grown


def _one_by_one(sentences: Sequence[str]) -> str:
    """Sentences as the clauses of one."""
    return joined([sentence.rstrip(".!?…") for sentence in sentences])
