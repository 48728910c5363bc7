"""The list of sentences for triage: their texts, what the engine reports of each, and which are pinned."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.sentence_report import SentenceReport
from explorer.model_info import ModelInfo

MOST_SENTENCES = 20_000
MOST_CHARACTERS = 3_000_000  # of all sentences, so that a workspace file holds them


@dataclass(frozen=True)
class _Held:
    """What a list holds, to be had back."""

    texts: tuple[str, ...]
    pinned: frozenset[int]
    reports: list[SentenceReport]
    model: ModelInfo | None
    beam_size: int
    fingerprint: str


class SentenceList(QObject):
    """Reports come in the order of the sentences, all of one model and one beam size."""

    replaced = Signal()  # by other sentences, or the reports were thrown away
    reported = Signal(int, int)  # the first and the last sentence that has a report now
    pins_changed = Signal()
    progress_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.texts: tuple[str, ...] = ()
        self.reports: list[SentenceReport] = []  # of the first sentences, as far as they are done
        self.pinned: frozenset[int] = frozenset()
        self.model: ModelInfo | None = None  # that the reports are of
        self.beam_size = 0
        self.fingerprint = ""  # of the weights that gave the last report
        self.is_running = False
        self.left_out = 0  # sentences that were given beyond the most that are taken
        self._before: _Held | None = None  # what other sentences have taken the place of

    @property
    def is_whole(self) -> bool:
        """Whether every sentence has its report."""
        return len(self.reports) == len(self.texts)

    def set_texts(self, texts: Sequence[str], pinned: Iterable[int] = ()) -> None:
        """Hold these sentences instead, without reports; of too many the first are taken.

        Those of before can be had back, with their reports.
        """
        self._before = self._held() if self.texts else None
        kept, characters = 0, 0
        for text in texts[:MOST_SENTENCES]:
            characters += len(text)
            if characters > MOST_CHARACTERS:
                break
            kept += 1
        self.texts = tuple(texts[:kept])
        self.left_out = len(texts) - kept
        self.pinned = frozenset(number for number in pinned if 0 <= number < kept)
        self._hold([])

    @property
    def replaced_count(self) -> int:
        """How many sentences `go_back` would bring back."""
        return 0 if self._before is None else len(self._before.texts)

    def go_back(self) -> None:
        """Hold the sentences of before again; those of now can be had back in turn."""
        before, self._before = self._before, self._held()
        if before is None:
            return
        self.texts, self.pinned, self.left_out = before.texts, before.pinned, 0
        self.model, self.beam_size, self.fingerprint = before.model, before.beam_size, before.fingerprint
        self._hold(before.reports)

    def begin(self, model: ModelInfo, beam_size: int) -> None:
        """From now on reports come; those of another model or beam size are thrown away."""
        if (model.path, beam_size) != (self.model and self.model.path, self.beam_size) or self.is_whole:
            self.model, self.beam_size = model, beam_size
            if self.reports:
                self._hold([])
        self._run(is_running=True)

    def take(self, reports: Sequence[SentenceReport], fingerprint: str) -> None:
        """The reports of the next sentences."""
        first = len(self.reports)
        self.reports += reports[: len(self.texts) - first]
        self.fingerprint = fingerprint
        if len(self.reports) > first:
            self.reported.emit(first, len(self.reports) - 1)
        self._run(is_running=self.is_running and not self.is_whole)

    def stop(self) -> None:
        """No more reports come; those that are there stay."""
        if self.is_running:
            self._run(is_running=False)

    def pin(self, numbers: Iterable[int], *, is_pinned: bool) -> None:
        """Keep these sentences at the top, or let them go."""
        changed = self.pinned | set(numbers) if is_pinned else self.pinned - set(numbers)
        if changed != self.pinned:
            self.pinned = changed
            self.pins_changed.emit()

    def _held(self) -> _Held:
        return _Held(self.texts, self.pinned, self.reports, self.model, self.beam_size, self.fingerprint)

    def _hold(self, reports: list[SentenceReport]) -> None:
        self.reports = reports
        self.is_running = False
        self.replaced.emit()
        self.progress_changed.emit()

    def _run(self, *, is_running: bool) -> None:
        self.is_running = is_running
        self.progress_changed.emit()
