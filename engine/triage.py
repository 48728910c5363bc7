"""Numbers that tell which translations deserve a second look; all of them from one trace, none from outside.

Words are the source's and the hypothesis's whole words without end of sentence. Coverage is the sum of the
attention that a source word receives (Tu et al. 2016); the entropies follow Rikters et al. 2017.
"""

import math
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import WORD_START, Group, merge, source_groups, target_groups


@dataclass(frozen=True)
class AttentionMeasures:
    """What the weights of a hypothesis add up to.

    coverage: for each source word (with end of sentence, if there is one) its weight summed over all target
    words, end of sentence among them. entropies: bits, one a step, at most most_bits = log2 J.
    source_entropies: bits, one a source position: how its weights are shared among the steps; NaN where it
    received none. on_end: the weight of the source's end, on average over the steps that write a word; None
    where there is no end or no word.
    """

    coverage: NDArray[np.float64]
    entropies: NDArray[np.float64]
    source_entropies: NDArray[np.float64]
    most_bits: float
    on_end: float | None


@dataclass(frozen=True)
class Measures:
    """The numbers of one hypothesis. What a sentence without words or tokens lacks is None.

    length_ratio: target words to source words. mean_log_prob: the score over the number of tokens, natural
    logarithm; perplexity: exp of its negative. copied: the share of target words with a letter that stand in
    the source. unknown_positions, unknown_steps: where the model read or wrote the unknown word.
    attention: None for a model without attention.
    """

    source_words: int
    target_words: int
    length_ratio: float | None
    mean_log_prob: float | None
    perplexity: float | None
    copied: float | None
    unknown_positions: tuple[int, ...]
    unknown_steps: tuple[int, ...]
    attention: AttentionMeasures | None


def measure(trace: DecodingTrace, hypothesis: Hypothesis) -> Measures:
    """All measures of a hypothesis of this trace."""
    source, target = words_of_source(trace), words_of_target(hypothesis)
    tokens = len(hypothesis.tokens)
    mean = hypothesis.score / tokens if tokens else None
    return Measures(
        source_words=len(source),
        target_words=len(target),
        length_ratio=len(target) / len(source) if source else None,
        mean_log_prob=mean,
        perplexity=None if mean is None else _exponential(-mean),
        copied=_copied(source, target),
        unknown_positions=tuple(np.flatnonzero(trace.source_ids == UNK_ID).tolist()),
        unknown_steps=tuple(step for step, token in enumerate(hypothesis.token_ids) if token == UNK_ID),
        attention=_attention(trace, hypothesis),
    )


def of_pieces(measures: Measures, trace: DecodingTrace, hypothesis: Hypothesis) -> Measures:
    """The same measures with the coverage of each source token, and not of each source word."""
    weights = trace.weights_of(hypothesis)
    if measures.attention is None or weights is None:
        return measures
    coverage = weights.sum(axis=0, dtype=np.float64)
    return replace(measures, attention=replace(measures.attention, coverage=coverage))


def words_of_source(trace: DecodingTrace) -> tuple[str, ...]:
    """The source's words without its end of sentence."""
    groups = word_places(source_groups(trace), trace.source_ids.tolist())
    return tuple(_word(trace.source_tokens, group) for group in groups)


def words_of_target(hypothesis: Hypothesis) -> tuple[str, ...]:
    """The hypothesis's words without its end of sentence."""
    groups = word_places(target_groups(hypothesis), hypothesis.token_ids)
    return tuple(_word(hypothesis.tokens, group) for group in groups)


def word_places(groups: tuple[Group, ...], ids: list[int] | tuple[int, ...]) -> tuple[Group, ...]:
    """The groups of tokens that are words: all but end of sentence."""
    return tuple(group for group in groups if ids[group[0]] != EOS_ID)


def entropies(weights: NDArray[np.floating]) -> NDArray[np.float64]:
    """The entropy of each row in bits: minus the sum of p log2 p, the row divided by its sum.

    A row of zeros has none: NaN.
    """
    sums = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    shares = np.divide(weights, sums, out=np.full(weights.shape, np.nan), where=sums > 0)
    logarithms = np.log2(shares, out=np.zeros_like(shares), where=shares != 0)
    bits: NDArray[np.float64] = np.maximum(-(shares * logarithms).sum(axis=1), 0.0)
    return bits


def _attention(trace: DecodingTrace, hypothesis: Hypothesis) -> AttentionMeasures | None:
    weights = trace.weights_of(hypothesis)
    if weights is None or not weights.size:
        return None
    words = merge(weights, source_groups(trace), target_groups(hypothesis))
    writes = np.array(hypothesis.token_ids) != EOS_ID
    has_end = trace.source_ids[-1] == EOS_ID and writes.any()
    return AttentionMeasures(
        coverage=words.sum(axis=0),
        entropies=entropies(weights),
        source_entropies=entropies(weights.T),
        most_bits=math.log2(weights.shape[1]),
        on_end=float(weights[writes, -1].mean(dtype=np.float64)) if has_end else None,
    )


def _word(tokens: tuple[str, ...], group: Group) -> str:
    return "".join(tokens[group[0] : group[1]]).replace(WORD_START, "").casefold()


def _copied(source: tuple[str, ...], target: tuple[str, ...]) -> float | None:
    """Each source word can be copied once; marks and numbers, which are rightly copied, do not count."""
    written = Counter(word for word in target if any(letter.isalpha() for letter in word))
    if not written:
        return None
    return (written & Counter(source)).total() / written.total()


def _exponential(value: float) -> float:
    return math.exp(value) if value < 700 else math.inf
