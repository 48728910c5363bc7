"""The columns of the table of sentences: heads, what they say and how they are sorted."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from engine.sentence_report import SentenceReport
from explorer.number_text import number
from explorer.rule_words import rule_sentence, rule_title

PIN, LINE, SOURCE, TRANSLATION = range(4)
NOTHING = "\N{EN DASH}"
LONGEST_SHOWN = 300  # characters; a cell has no room for more
_Measure = Callable[[SentenceReport], float | None]


@dataclass(frozen=True)
class Measure:
    """A column of numbers. needs_attention: a model without attention has no such number."""

    title: str
    tip: str
    value: _Measure
    is_count: bool = False
    needs_attention: bool = False


MEASURES = (
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Score"),
        QT_TRANSLATE_NOOP(
            "Sentences", "Normalised score: log-probability a token, natural logarithm; nearer 0 is likelier"
        ),
        lambda report: report.score,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Length ratio"),
        QT_TRANSLATE_NOOP("Sentences", "Target words ÷ source words"),
        lambda report: report.length_ratio,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Least coverage"),
        QT_TRANSLATE_NOOP(
            "Sentences", "Coverage Σᵢ αᵢⱼ of the source word that received least; near 0: hardly looked at"
        ),
        lambda report: report.least_coverage,
        needs_attention=True,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Most coverage"),
        QT_TRANSLATE_NOOP(
            "Sentences", "Coverage Σᵢ αᵢⱼ of the source word that received most; 1 is one whole target word"
        ),
        lambda report: report.most_coverage,
        needs_attention=True,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Entropy out"),
        QT_TRANSLATE_NOOP(
            "Sentences", "Entropy of the weights of a step in bits, mean over the steps; 0: one word alone"
        ),
        lambda report: report.entropy_out,
        needs_attention=True,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Entropy in"),
        QT_TRANSLATE_NOOP(
            "Sentences",
            "How the weight of a source position is shared among the steps: entropy in bits, mean over the "
            "positions",
        ),
        lambda report: report.entropy_in,
        needs_attention=True,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Repeated"),
        QT_TRANSLATE_NOOP("Sentences", "Target words in a phrase that has stood before"),
        lambda report: report.repeated,
        is_count=True,
    ),
    Measure(
        QT_TRANSLATE_NOOP("Sentences", "Unknown"),
        QT_TRANSLATE_NOOP("Sentences", "Unknown words in the source and in the translation"),
        lambda report: report.unknown_source + report.unknown_target,
        is_count=True,
    ),
)
FIRST_MEASURE = TRANSLATION + 1
HINTS = FIRST_MEASURE + len(MEASURES)
UNKNOWN = HINTS - 1
COLUMNS = HINTS + 1


def measure_at(column: int) -> Measure | None:
    """The measure in this column; None where it holds none."""
    return MEASURES[column - FIRST_MEASURE] if FIRST_MEASURE <= column < HINTS else None


def measured(report: SentenceReport, measure: Measure) -> float | None:
    """The number; None where it does not exist, as in a sentence that has no translation."""
    return None if is_untranslated(report) else measure.value(report)


def is_untranslated(report: SentenceReport) -> bool:
    """Whether the sentence has no translation, for the reason that its problem tells."""
    return bool(report.problem) and not report.text


def measure_text(report: SentenceReport, measure: Measure) -> str:
    """The number as it is shown: a dash where it does not exist."""
    value = measured(report, measure)
    if value is None:
        return NOTHING
    return str(value) if measure.is_count else number(value)


def why_none(report: SentenceReport, measure: Measure) -> str:
    """Why the number does not exist."""
    if is_untranslated(report):
        return report.problem
    if measure.needs_attention:
        return told("This model has no attention, so this number does not exist for it.")
    return told("This sentence has no such number.")


def hints_text(report: SentenceReport) -> str:
    """The names of the rules that speak, behind what is wrong with the sentence itself."""
    problem = [] if is_untranslated(report) or not report.problem else [report.problem.rstrip(".")]
    return ", ".join([*problem, *(rule_title(rule) for rule in report.rules)])


def unknown_tip(report: SentenceReport) -> str:
    """Where the unknown words are."""
    words = told("{source} in the source, {target} in the translation")
    return words.format(source=report.unknown_source, target=report.unknown_target)


def hints_tip(report: SentenceReport) -> str:
    """What the rules that speak say; empty where none does."""
    rules = [f"{rule_title(rule)}: {rule_sentence(rule).removesuffix(':')}" for rule in report.rules]
    head = [told("Heuristic: rules of thumb, worth a look and no proof.")] if rules else []
    return "\n".join([*head, *rules])


def heads() -> list[tuple[str, str]]:
    """The head of each column and its tooltip."""
    first = [
        (told("Pin"), told("Pinned sentences stay at the top, however the rest is sorted and filtered")),
        (told("Line"), told("Where the sentence stands in the list or file")),
        (told("Source"), told("The sentence")),
        (told("Translation"), told("The best hypothesis, or why there is none")),
    ]
    measures = [(told(measure.title), told(measure.tip)) for measure in MEASURES]
    note = told("Rules of thumb that speak: worth a look, and no proof. Sorted by how many.")
    return [*first, *measures, (told("Hints (heuristic)"), note)]


def told(text: str) -> str:
    """The text in the language of the window."""
    return QCoreApplication.translate("Sentences", text)
