"""The two scores of a hypothesis: their names, unit and formulas, the same wherever they stand."""

from PySide6.QtCore import QCoreApplication

from engine.trace import Hypothesis
from explorer.number_text import number


def nats() -> str:
    """The unit of log-probabilities."""
    return _told("nats (natural log)")


def log_prob_formula() -> str:
    """The log-probability of a hypothesis."""
    text = _told("Log-probability in {unit}: Σᵢ log p(yᵢ | y₁ … yᵢ₋₁, x), the sum over all target tokens")
    return text.format(unit=nats())


def normalised_formula() -> str:
    """Its normalised score."""
    return _told(
        "Normalised score: log-probability ÷ I, the number of target tokens with end of sentence (to the "
        "length power, which is 1 unless set otherwise). The list is ranked by it."
    )


def scores_in_words(hypothesis: Hypothesis) -> str:
    """Both scores of this hypothesis, each with its formula, on lines of their own."""
    sums, normalised = number(hypothesis.score, 3), number(hypothesis.normalised_score, 3)
    return f"{sums}   {log_prob_formula()}\n{normalised}   {normalised_formula()}"


def _told(text: str) -> str:
    return QCoreApplication.translate("Scores", text)
