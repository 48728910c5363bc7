"""BLEU, chrF and perplexity over a corpus; the one home of sacreBLEU (Post 2018, Popović 2015)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from engine.errors import CorpusError
from engine.trace import DecodingTrace

# Languages that sacreBLEU's default, 13a, would cut at spaces which their writing does not have.
_TOKENIZERS = {"zh": "zh", "yue": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
_WITHOUT_SPACES = ("th", "lo", "km", "my")


@dataclass(frozen=True)
class BleuScore:
    """Corpus BLEU, 0 to 100, with what is needed to read and to repeat it.

    Lengths count the tokens of `tokenizer`. note says why a value is 0 or rests on smoothing alone.
    """

    value: float
    signature: str
    tokenizer: str
    tokenizer_reason: str
    precisions: tuple[float, ...]  # of 1-grams to 4-grams, 0 to 100
    brevity_penalty: float
    hypothesis_length: int
    reference_length: int
    note: str


@dataclass(frozen=True)
class ChrfScore:
    """Corpus chrF (characters up to 6, no words, beta 2), 0 to 100; never chrF++."""

    value: float
    signature: str


@dataclass(frozen=True)
class Perplexity:
    """How surprised a model is by given targets: exp of the mean negative log-probability a token.

    Tokens are the model's own, end of sentence counted, so models of unlike segmentation do not compare.
    """

    value: float
    negative_log_probability: float  # summed over all tokens, natural logarithm
    tokens: int


def bleu(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], target_language: str = ""
) -> BleuScore:
    """BLEU of detokenised hypotheses, smoothed as sacreBLEU does by default.

    references: one sequence, as long as `hypotheses`, for each whole set of references.
    Raises CorpusError where a set has another number of sentences, or there is none.
    """
    require_parallel(hypotheses, references)
    metric, reason = _bleu_metric(target_language)
    score = metric.corpus_score(hypotheses, references)
    return BleuScore(
        value=score.score,
        signature=str(metric.get_signature()),
        tokenizer=metric.tokenizer_signature,
        tokenizer_reason=reason,
        precisions=tuple(score.precisions),
        brevity_penalty=score.bp,
        hypothesis_length=score.sys_len,
        reference_length=score.ref_len,
        note=_bleu_note(score.counts, score.totals, score.score),
    )


def chrf(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> ChrfScore:
    """chrF of detokenised hypotheses; arguments and errors as for `bleu`."""
    require_parallel(hypotheses, references)
    metric = CHRF()
    score = metric.corpus_score(hypotheses, references)
    return ChrfScore(value=score.score, signature=str(metric.get_signature()))


def bleu_counts(
    hypotheses: Sequence[str], references: Sequence[str], target_language: str = ""
) -> list[list[int]]:
    """The ten counts of each sentence that corpus BLEU sums: lengths (2), n-gram matches (4) and totals (4).

    Tokenizer and errors as for `bleu`.
    """
    require_parallel(hypotheses, [references])
    metric, _ = _bleu_metric(target_language)
    return [list(row) for row in metric._extract_corpus_statistics(hypotheses, [references])]


def chrf_counts(hypotheses: Sequence[str], references: Sequence[str]) -> list[list[int]]:
    """The 18 counts of each sentence that corpus chrF sums: hypothesis, reference and both, for each order.

    Errors as for `chrf`.
    """
    require_parallel(hypotheses, [references])
    return [list(row) for row in CHRF()._extract_corpus_statistics(hypotheses, [references])]


def words_of(text: str, target_language: str = "") -> list[str]:
    """The words that BLEU counts in a text of this language; tokenizer as for `bleu`."""
    metric, _ = _bleu_metric(target_language)
    return metric._preprocess_segment(text).split()


def perplexity(forced: Sequence[DecodingTrace]) -> Perplexity:
    """Perplexity of the targets that were forced; traces with no step count for nothing.

    Raises CorpusError where no token was scored.
    """
    best = [trace.best() for trace in forced]
    tokens = sum(len(hypothesis.tokens) for hypothesis in best)
    if not tokens:
        raise CorpusError("There is no target token to score.", "Give pairs with two sides.")
    surprise = -math.fsum(hypothesis.score for hypothesis in best)
    mean = surprise / tokens
    return Perplexity(math.exp(mean) if mean < 700 else math.inf, surprise, tokens)


def require_parallel(hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    """Raise CorpusError, with both numbers, where a reference set is not as long as the hypotheses."""
    if not hypotheses or not references:
        raise CorpusError("There is no sentence to score.", "Give at least one hypothesis and its reference.")
    for number, one_set in enumerate(references, start=1):
        if isinstance(one_set, str):
            raise CorpusError(
                f"Reference set {number} is a single text, not a list of sentences.",
                "Give a list of reference sets, each with one sentence for every hypothesis.",
            )
        if len(one_set) != len(hypotheses):
            counts = f"There are {len(hypotheses)} hypotheses but {len(one_set)} sentences"
            raise CorpusError(
                f"{counts} in reference set {number}.",
                "Give files with the same number of lines; nothing was scored.",
            )


def _bleu_metric(language: str, *, effective_order: bool = False) -> tuple[BLEU, str]:
    """The metric with the tokenizer for a language, and why that one was chosen."""
    code = language.replace("_", "-").split("-")[0].lower()

    def metric(tokenizer: str) -> BLEU:
        return BLEU(tokenize=tokenizer, force=True, effective_order=effective_order)

    if code in _WITHOUT_SPACES:
        return metric("char"), f"'{language}' is written without spaces between words"
    if code not in _TOKENIZERS:
        return metric("13a"), "sacreBLEU's default"
    name = _TOKENIZERS[code]
    try:
        return metric(name), f"sacreBLEU's choice for '{language}'"
    except RuntimeError:  # an optional package of sacreBLEU is missing
        return metric("char"), f"{name} for '{language}' needs pip install sacrebleu[{code}]"


def _bleu_note(counts: Sequence[int], totals: Sequence[int], value: float) -> str:
    """Why the value is 0, or why it is not to be trusted; empty where it counts real matches."""
    if not counts[0]:
        return "No token of the hypotheses occurs in their references."
    if 0 in totals:
        order = totals.index(0) + 1
        return f"No hypothesis is as long as {order} tokens, so no {order}-gram can match."
    if 0 in counts:
        smoothed = "; the value rests on smoothing" if value else ""
        return f"No {counts.index(0) + 1}-gram of the hypotheses occurs in their references{smoothed}."
    return ""


def sentence_bleu(hypothesis: str, reference: str, target_language: str = "") -> tuple[BleuScore, list[int]]:
    """BLEU of one sentence, and how many of its 1-grams to 4-grams are right.

    Orders that the sentence is too short for are left out (effective order), and an order of which none is
    right counts as a halved one (sacreBLEU's smoothing), so that a single sentence has a value at all.
    """
    metric, reason = _bleu_metric(target_language, effective_order=True)
    score = metric.sentence_score(hypothesis, [reference])
    found = BleuScore(
        value=score.score,
        signature=str(metric.get_signature()),
        tokenizer=metric.tokenizer_signature,
        tokenizer_reason=reason,
        precisions=tuple(score.precisions),
        brevity_penalty=score.bp,
        hypothesis_length=score.sys_len,
        reference_length=score.ref_len,
        note=_bleu_note(score.counts, score.totals, score.score),
    )
    return found, list(score.counts)


def bleu_tokens(text: str, target_language: str = "") -> list[str]:
    """The tokens of which BLEU counts n-grams."""
    metric, _ = _bleu_metric(target_language)
    return list(metric.tokenizer(text.rstrip()).split())
