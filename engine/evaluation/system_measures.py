"""The numbers of a system on a test set: those of the papers' tables, and a few that warn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.evaluation.alignment import AlignmentScores, alignment_scores
from engine.evaluation.metrics import bleu, chrf
from engine.evaluation.test_set import TestSet
from engine.evaluation.translated_pair import TranslatedPair


@dataclass(frozen=True)
class NoUnknown:
    """BLEU and chrF on the pairs without an unknown word, none of which a model may emit (B, table 1)."""

    sentences: int
    bleu: float
    chrf: float


@dataclass(frozen=True)
class SystemMeasures:
    """One row of the table of systems.

    perplexity: a token of the references, the model's own tokens, end of sentence counted; so models of
    unlike segmentation do not compare by it, but do by nll: the negative log-probability of a reference,
    natural logarithm, mean over `scored` pairs. Both are None where no reference could be scored.
    length_ratio: tokens of all translations to those of all references, as BLEU counts them. repeated:
    sentences with a word or phrase said again. unknown: unknown words written. seconds: of translating.
    alignment: by the name of each link rule, where the test set has gold links and the model makes some.
    """

    bleu: float
    bleu_signature: str
    bleu_note: str
    chrf: float
    chrf_signature: str
    no_unknown: NoUnknown | None
    perplexity: float | None
    nll: float | None
    scored: int
    length_ratio: float
    repeated: int
    unknown: int
    seconds: float
    alignment: dict[str, AlignmentScores]

    @property
    def best_rule(self) -> str | None:
        """The link rule with the least alignment error; None where there are no links."""
        return min(self.alignment, key=lambda rule: self.alignment[rule].error_rate, default=None)


def known_sentences(systems: Sequence[Sequence[TranslatedPair]]) -> tuple[int, ...]:
    """The pairs in which no system meets an unknown word: the same ones for every system, to compare by."""
    return tuple(
        number
        for number, pairs in enumerate(zip(*systems, strict=True))
        if all(pair.known_text is not None for pair in pairs)
    )


def system_measures(
    pairs: Sequence[TranslatedPair], test_set: TestSet, known: Sequence[int]
) -> SystemMeasures:
    """The measures of one system; `known` as of `known_sentences`."""
    texts, references = [pair.text for pair in pairs], test_set.references
    bleu_score = bleu(texts, [references], test_set.target_language)
    chrf_score = chrf(texts, [references])
    scored = [pair for pair in pairs if pair.reference_log_prob is not None]
    surprise = -math.fsum(pair.reference_log_prob or 0.0 for pair in scored)
    tokens = sum(pair.reference_tokens for pair in scored)
    return SystemMeasures(
        bleu=bleu_score.value,
        bleu_signature=bleu_score.signature,
        bleu_note=bleu_score.note,
        chrf=chrf_score.value,
        chrf_signature=chrf_score.signature,
        no_unknown=_no_unknown(pairs, test_set, known),
        perplexity=math.exp(min(surprise / tokens, 700.0)) if tokens else None,
        nll=surprise / len(scored) if scored else None,
        scored=len(scored),
        length_ratio=bleu_score.hypothesis_length / max(1, bleu_score.reference_length),
        repeated=sum(pair.report.repeated > 0 for pair in pairs),
        unknown=sum(pair.report.unknown_target for pair in pairs),
        seconds=math.fsum(pair.seconds for pair in pairs),
        alignment=_alignment(pairs, test_set),
    )


def _no_unknown(pairs: Sequence[TranslatedPair], test_set: TestSet, known: Sequence[int]) -> NoUnknown | None:
    if not known:
        return None
    texts = [pairs[number].known_text or "" for number in known]
    references = [test_set.references[number] for number in known]
    return NoUnknown(
        len(known),
        bleu(texts, [references], test_set.target_language).value,
        chrf(texts, [references]).value,
    )


def _alignment(pairs: Sequence[TranslatedPair], test_set: TestSet) -> dict[str, AlignmentScores]:
    if test_set.gold is None:
        return {}
    rules = pairs[0].links
    return {rule: alignment_scores([pair.links[rule] for pair in pairs], test_set.gold) for rule in rules}
