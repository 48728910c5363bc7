"""What one system did with one pair of a test set: the line that an unfinished evaluation goes on from."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.sentence_report import SentenceReport, report_of
from engine.text.pharaoh import Links
from engine.text.vocabulary import UNK_ID
from engine.trace import DecodingTrace


@dataclass(frozen=True)
class TranslatedPair:
    """The translation of a source, and what the model thinks of its reference.

    report: the translation and its triage numbers. log_prob: of its `tokens` tokens, natural logarithm, end
    of sentence counted; None where it is not finite or there is nothing to translate. reference_log_prob,
    reference_tokens: of the reference by forced decoding; None and 0 where a side is blank.
    has_unknown: whether source or reference hold a word that the model does not know. known_text: the
    translation where the unknown word was forbidden (B, table 1, "No UNK"); of pairs without one alone.
    links: between the words of source and reference, by the name of the link rule.
    """

    report: SentenceReport
    log_prob: float | None
    tokens: int
    reference_log_prob: float | None
    reference_tokens: int
    has_unknown: bool
    known_text: str | None = None
    links: dict[str, Links] = field(default_factory=dict)
    seconds: float = 0.0  # of translating, its share of the batch's

    @property
    def text(self) -> str:
        """The translation."""
        return self.report.text


def searched_unknown(trace: DecodingTrace) -> bool:
    """Whether the unknown word stood in any slot of the search: else forbidding it changes nothing."""
    return bool((trace.token_ids == UNK_ID).any())


def knows(trace: DecodingTrace | None) -> bool:
    """Whether a forced pair holds no unknown word on either side; a blank pair holds none."""
    if trace is None:
        return True
    return not (trace.source_ids == UNK_ID).any() and UNK_ID not in trace.best().token_ids


def translated_pair(
    translation: DecodingTrace,
    forced: DecodingTrace | None,
    known_text: str | None,
    links: Mapping[str, Links],
    seconds: float,
) -> TranslatedPair:
    """What the traces of a pair say; forced is None where a side is blank."""
    best = translation.best()
    return TranslatedPair(
        report=report_of(translation),
        log_prob=_finite(best.score) if best.tokens else None,
        tokens=len(best.tokens),
        reference_log_prob=None if forced is None else _finite(forced.best().score),
        reference_tokens=0 if forced is None else len(forced.best().tokens),
        has_unknown=not knows(forced),
        known_text=known_text,
        links=dict(links),
        seconds=seconds,
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
