"""What was asked of a model, and the states that a person can go back to: a what-if is one more of them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.constraints import UNCHANGED, Constraints
from engine.trace import DecodingTrace

MOST_STATES = 50  # each keeps its whole trace
_LINE_END = re.compile(r"\r\n|\r|\n")


def one_line(text: str) -> str:
    """The text as the one sentence that is translated: a line's end becomes a space, all else stays."""
    return _LINE_END.sub(" ", text)


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


@dataclass(frozen=True)
class Question:
    """All that decides what a model answers. target_text: led along it; None: it translates by itself."""

    source_text: str
    target_text: str | None = None
    constraints: Constraints = UNCHANGED
    decoding: DecodingChoice = DecodingChoice()

    @property
    def is_own(self) -> bool:
        """Whether the answer is the model's own translation, with nothing forced or changed."""
        return self.target_text is None and self.constraints == UNCHANGED

    def own(self) -> "Question":
        """The same of the model by itself."""
        return Question(self.source_text, decoding=self.decoding)

    def about(self, source_text: str) -> "Question":
        """The same of another source: what belongs to its positions or its translation is left out."""
        if source_text == self.source_text:
            return self
        kept = replace(self.constraints, prefix=(), masked=(), weights=())
        return replace(self, source_text=source_text, target_text=None, constraints=kept)


@dataclass(frozen=True)
class State:
    """A question and what the model answered."""

    question: Question
    trace: DecodingTrace

    def answers_as(self, other: "State") -> bool:
        """Whether the other state is the answer of the same parameters to the same question."""
        same = self.trace.meta.get("fingerprint") == other.trace.meta.get("fingerprint")
        return same and self.question == other.question


@dataclass(frozen=True)
class History:
    """The states in the order in which they came about; those after `index` were undone."""

    states: tuple[State, ...] = ()
    index: int = -1

    @property
    def current(self) -> State | None:
        """What is on screen; None before the first answer."""
        return self.states[self.index] if self.states else None

    @property
    def before(self) -> State | None:
        """What the current state is compared with: the one before it."""
        return self.states[self.index - 1] if self.index > 0 else None

    def with_answer(self, state: State, most: int = MOST_STATES) -> "History":
        """The state becomes the current one, and those that were undone are forgotten.

        Where the same was asked again it takes the place of the last answer. Of more than `most` states the
        oldest are forgotten.
        """
        if self.current is not None and state.answers_as(self.current):
            return self._replaced(state)
        states = (*self.states[: self.index + 1], state)[-most:]
        return History(states, len(states) - 1)

    def at(self, index: int) -> "History":
        """The same states with another current one. Raises IndexError where there is none."""
        if not 0 <= index < len(self.states):
            raise IndexError(f"there is no state {index} among {len(self.states)}")
        return replace(self, index=index)

    def own(self) -> State | None:
        """The model's own translation that the current state departs from, where it is known."""
        if self.current is None:
            return None
        wanted = replace(self.current, question=self.current.question.own())
        return next((state for state in reversed(self.states) if state.answers_as(wanted)), None)

    def _replaced(self, state: State) -> "History":
        states: Sequence[State] = (*self.states[: self.index], state, *self.states[self.index + 1 :])
        return replace(self, states=tuple(states))
