"""What was asked about a translation beyond its trace, and what has come of it."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError
from engine.probes import AttentionTest, Importance
from engine.trace import DecodingTrace, Hypothesis

ATTENTION_TEST = "attention_test"
Answer = Importance | AttentionTest
MOST_ANSWERS = 32
OTHER_MODEL = EngineError("The model has learned on since this translation.", "Translate the sentence again.")


@dataclass(frozen=True)
class ProbeQuestion:
    """kind: "occlusion", "gradient" or "attention_test". fingerprint: of the model that translated."""

    kind: str
    source_text: str
    target_ids: tuple[int, ...]
    fingerprint: str

    @classmethod
    def about(cls, trace: DecodingTrace, hypothesis: Hypothesis, kind: str) -> "ProbeQuestion":
        """The question about one translation of a trace."""
        fingerprint = str(trace.meta.get("fingerprint", ""))
        return cls(kind, trace.source_text, hypothesis.token_ids, fingerprint)


class Probes(QObject):
    """The latest question of each kind, and the newest answers; an answer belongs to its question alone.

    A view shows what `answer` gives for the question that it would ask, so that nothing overtaken is drawn.
    """

    asked = Signal(object)  # ProbeQuestion
    changed = Signal()  # an answer or an error has come

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._wanted: dict[str, ProbeQuestion] = {}
        self._answers: dict[ProbeQuestion, Answer] = {}
        self._errors: dict[ProbeQuestion, EngineError] = {}

    @property
    def wanted(self) -> tuple[ProbeQuestion, ...]:
        """The questions that wait for an answer, one a kind."""
        return tuple(self._wanted.values())

    def want(self, question: ProbeQuestion) -> None:
        """Ask, unless it is known or asked already; it overtakes the question of its kind."""
        if question in self._answers:
            self._wanted.pop(question.kind, None)
        elif self._wanted.get(question.kind) != question:
            self._errors.pop(question, None)
            self._wanted[question.kind] = question
            self.asked.emit(question)

    def want_no_more(self) -> None:
        """What was asked about one translation does not matter to the next."""
        self._wanted.clear()

    def answer(self, question: ProbeQuestion) -> Answer | None:
        """What was found; None where it is not known yet."""
        return self._answers.get(question)

    def error(self, question: ProbeQuestion) -> EngineError | None:
        """Why there is no answer."""
        return self._errors.get(question)

    def take(self, kind: str, found: Answer) -> None:
        """Note the answer to the question of this kind, if it is one."""
        question = self._wanted.get(kind)
        if question is None or (found.source_text, found.target_ids) != (
            question.source_text,
            question.target_ids,
        ):
            return
        if found.fingerprint != question.fingerprint:
            self.fail(kind, OTHER_MODEL)
            return
        del self._wanted[kind]
        self._answers[question] = found
        while len(self._answers) > MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self.changed.emit()

    def fail(self, kind: str, error: EngineError) -> None:
        """Note that the question of this kind has no answer."""
        question = self._wanted.pop(kind, None)
        if question is not None:
            self._errors = {question: error}
            self.changed.emit()
