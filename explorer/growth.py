"""A sentence that grows clause by clause, what each model makes of every length, and where each one breaks.

The bottleneck of a fixed vector (Cho et al. 2014, "On the properties of neural machine translation") in one
sentence: chrF by length, against a reference or against what the same model makes of the clauses one by one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from PySide6.QtCore import QObject, Signal

LEAST_WORDS = 2  # of a clause
LEAST_CHRF = 30.0  # a model that never has as much has nothing that could break
MOST_CLAUSES = 40
OWN_TITLE = "My own sentence"
REFERENCE, ALONE = "reference", "alone"  # what chrF is measured against
_CONJUNCTIONS = (
    "and|but|or|so|because|although|though|while|when|where|which|who|that|if|until|before|after|since|unless"
)
_BREAK = re.compile(rf"(?<=[,;:.!?…–—])\s+|\s+(?=(?:{_CONJUNCTIONS})\b)", re.IGNORECASE)
_END = ".!?…"
_LOOSE = ",;:–— "


@dataclass(frozen=True)
class Clauses:
    """A sentence in clauses; references: the translation of each, or none at all."""

    title: str
    sources: tuple[str, ...]
    references: tuple[str, ...] = ()

    def source(self, count: int) -> str:
        """The sentence of the first so many clauses."""
        return joined(self.sources[:count])

    def reference(self, count: int) -> str:
        """Its translation; empty where there are no references."""
        return joined(self.references[:count])

    def alone(self) -> tuple[str, ...]:
        """Each clause as a sentence of its own."""
        return tuple(joined((clause,)) for clause in self.sources)

    def words(self, count: int) -> int:
        """How many words the first so many clauses have."""
        return len(self.source(count).split())


@dataclass(frozen=True)
class Grown:
    """What a model made of a number of clauses; measures: chrF, 0 to 100, by what it is measured against."""

    text: str
    measures: Mapping[str, float] = field(default_factory=dict)


def joined(clauses: Sequence[str]) -> str:
    """The clauses as one sentence, which ends as a sentence does."""
    text = " ".join(clauses).rstrip(_LOOSE)
    return text if not text or text[-1] in _END else text + "."


def clauses_of(text: str) -> tuple[str, ...]:
    """A text cut behind its punctuation and before its (English) conjunctions, each piece two words or more.

    With blanks between them the pieces are the text again.
    """
    pieces = [" ".join(piece.split()) for piece in _BREAK.split(text) if piece.strip()]
    found: list[str] = []
    for piece in pieces:
        if found and (len(found[-1].split()) < LEAST_WORDS or len(piece.split()) < LEAST_WORDS):
            found[-1] = f"{found[-1]} {piece}"
        else:
            found.append(piece)
    last = " ".join(found[MOST_CLAUSES - 1 :])
    return (*found[: MOST_CLAUSES - 1], *((last,) if last else ()))


def breaking_place(values: Sequence[float | None]) -> int | None:
    """The first of two lengths in a row whose chrF is under half of the best before them; None without one.

    values: chrF of each length from the first on; what is not known yet (None) ends the search. The best has
    to be LEAST_CHRF at least.
    """
    best = 0.0
    for place, (value, following) in enumerate(pairwise(values)):
        if value is None or following is None:
            return None
        if best >= LEAST_CHRF and max(value, following) < best / 2:
            return place
        best = max(best, value)
    return None


class Growth(QObject):
    """The clauses, how many of them are the sentence now, and the answers so far, by model and beam size."""

    clauses_changed = Signal()
    count_changed = Signal()
    answered = Signal()
    wanted_changed = Signal()
    own_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.examples: tuple[Clauses, ...] = ()
        self.own: Clauses | None = None  # that a person gave
        self.clauses = Clauses("", ())
        self.count = 0
        self.is_wanted = False  # whether somebody looks at it
        self._answers: dict[tuple[str, int], dict[int, Grown]] = {}

    def set_examples(self, examples: Sequence[Clauses]) -> None:
        """Take the lists that can be chosen, and grow the first of them."""
        self.examples = tuple(examples)
        if examples and not self.clauses.sources:
            self.set_clauses(examples[0])

    def set_clauses(self, clauses: Clauses) -> None:
        """Grow another sentence; it begins with its first clause."""
        self.clauses = clauses
        if clauses not in self.examples:
            self.own = clauses
        self.count = min(1, len(clauses.sources))
        self._answers = {}
        self.clauses_changed.emit()

    def keep_own(self, text: str) -> None:
        """Keep a person's sentence among those that can be chosen, where it is none of them and can grow."""
        clauses = Clauses(OWN_TITLE, clauses_of(text))
        lists = (*self.examples, *((self.own,) if self.own else ()))
        grown = {one.source(count) for one in lists for count in range(1, len(one.sources) + 1)}
        if len(clauses.sources) > 1 and text not in grown:
            self.own = clauses
            self.own_changed.emit()

    def set_count(self, count: int) -> None:
        """Let the sentence have so many clauses, within what there are."""
        count = max(min(count, len(self.clauses.sources)), min(1, len(self.clauses.sources)))
        if count != self.count:
            self.count = count
            self.count_changed.emit()

    def set_wanted(self, *, is_wanted: bool) -> None:
        """Whether the answers are looked at; nothing is asked of the engine while they are not."""
        if is_wanted != self.is_wanted:
            self.is_wanted = is_wanted
            self.wanted_changed.emit()

    @property
    def source(self) -> str:
        """The sentence as long as it is now."""
        return self.clauses.source(self.count)

    def answer(self, model: str, beam_size: int, count: int) -> Grown | None:
        """What the model at this path made of so many clauses; None where that is not known yet."""
        return self._answers.get((model, beam_size), {}).get(count)

    def take(self, model: str, beam_size: int, answers: Mapping[int, Grown]) -> None:
        """Note what a model made of some lengths."""
        self._answers.setdefault((model, beam_size), {}).update(answers)
        self.answered.emit()

    def curve(self, model: str, beam_size: int, measure: str) -> tuple[float | None, ...]:
        """chrF of each length from the first on; None where it is not known."""
        answers = (self.answer(model, beam_size, count + 1) for count in range(len(self.clauses.sources)))
        return tuple(None if answer is None else answer.measures.get(measure) for answer in answers)

    def missing(self, model: str, beam_size: int) -> tuple[int, ...]:
        """The lengths that are not answered, the shortest first."""
        return tuple(
            count
            for count in range(1, len(self.clauses.sources) + 1)
            if self.answer(model, beam_size, count) is None
        )
