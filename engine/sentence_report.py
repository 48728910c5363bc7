"""What a table of many sentences says of each: its translation, its triage numbers, the rules that speak.

Torch-free, and free of arrays: a report travels as plain JSON values.
"""

import math
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from engine.errors import CheckpointError
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace
from engine.trace_words import source_groups
from engine.triage import AttentionMeasures, measure, word_places, words_of_target
from engine.triage_rules import Rule, findings, repeated_words

_NUMBERS = ("score", "length_ratio", "least_coverage", "most_coverage", "entropy_out", "entropy_in")
_COUNTS = ("repeated", "unknown_source", "unknown_target")


@dataclass(frozen=True)
class SentenceReport:
    """The best hypothesis of one sentence in numbers; one that does not exist for it is None.

    score: normalised. least_coverage, most_coverage: of a source word, end of sentence left out.
    entropy_out: bits, the mean over the steps; entropy_in: over the source positions that received weight.
    repeated: target words. unknown_source, unknown_target: tokens. rules: those that speak, in their order.
    problem: why there is no translation, or what makes it worthless; else empty.
    """

    text: str = ""
    score: float | None = None
    length_ratio: float | None = None
    least_coverage: float | None = None
    most_coverage: float | None = None
    entropy_out: float | None = None
    entropy_in: float | None = None
    repeated: int = 0
    unknown_source: int = 0
    unknown_target: int = 0
    rules: tuple[Rule, ...] = ()
    problem: str = ""


def report_of(trace: DecodingTrace) -> SentenceReport:
    """The report of the best hypothesis; a sentence without words has a problem and no numbers."""
    best = trace.best()
    measures = measure(trace, best)
    if not measures.source_words:
        return SentenceReport(problem="The line is empty.")
    spoken = {finding.rule for finding in findings(trace, best, measures)}
    words = word_places(source_groups(trace), trace.source_ids.tolist())
    only_unknown = all((trace.source_ids[begin:end] == UNK_ID).any() for begin, end in words)
    report = SentenceReport(
        text=best.text,
        score=_finite(best.normalised_score),
        length_ratio=measures.length_ratio,
        repeated=len(repeated_words(words_of_target(best))),
        unknown_source=len(measures.unknown_positions),
        unknown_target=len(measures.unknown_steps),
        rules=tuple(rule for rule in Rule if rule in spoken),
        problem="The model knows none of these words." if only_unknown else "",
    )
    return report if measures.attention is None else _with_attention(report, trace, measures.attention)


def to_plain(report: SentenceReport) -> dict[str, Any]:
    """The report as plain JSON values."""
    return {**asdict(report), "rules": [rule.name for rule in report.rules]}


def from_plain(values: Any) -> SentenceReport:
    """What `to_plain` gave. Raises CheckpointError where it is none."""
    try:
        fields: dict[str, Any] = {name: str(values[name]) for name in ("text", "problem")}
        fields |= {name: _number(values[name]) for name in _NUMBERS}
        fields |= {name: int(values[name]) for name in _COUNTS}
        return SentenceReport(**fields, rules=tuple(Rule[name] for name in values["rules"]))
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(
            f"This is no report of a sentence: {error}.", "Update the engine or the window."
        ) from error


def _with_attention(
    report: SentenceReport, trace: DecodingTrace, attention: AttentionMeasures
) -> SentenceReport:
    covered = attention.coverage[:-1] if trace.source_ids[-1] == EOS_ID else attention.coverage
    received = attention.source_entropies[~np.isnan(attention.source_entropies)]
    return replace(
        report,
        least_coverage=float(covered.min()),
        most_coverage=float(covered.max()),
        entropy_out=float(attention.entropies.mean()),
        entropy_in=float(received.mean()) if len(received) else None,
    )


def _number(value: Any) -> float | None:
    if value is not None and not math.isfinite(float(value)):
        raise ValueError("a number that is not finite")
    return None if value is None else float(value)


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
