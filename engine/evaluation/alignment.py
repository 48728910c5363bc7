"""Hard alignments: links from soft weights, words from subwords, alignment error rate (Och & Ney 2003).

A link is (source word, target word), both 0-based, words being what spaces and tabs separate in a text. End
of sentence is never a word and never linked, on either side.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import ConfigError, CorpusError
from engine.text.normalization import Span
from engine.text.pharaoh import Links
from engine.text.vocabulary import EOS_ID
from engine.text.word_places import word_spans, words_of_tokens
from engine.trace import DecodingTrace, Hypothesis
from engine.trace_words import merge, source_groups, target_groups

Link = tuple[int, int]

_RULES = {
    "argmax": "each target word is linked to the source word of greatest weight, end of sentence left aside",
    "argmax-or-none": "as argmax, but a target word that has most weight on end of sentence stays unaligned",
    "threshold": "a target word is linked to every source word of at least the threshold's weight",
}


_SOURCES = {
    "attention": "the weights of attention",
    "gradient": "saliency: what each source token adds to a target token's log-probability, by its gradient "
    "(Ding, Xu & Koehn 2019)",
    "occlusion": "what each source token adds to it, by leaving its embedding out",
}


@dataclass(frozen=True)
class LinkRule:
    """What becomes links, and how: `of` is one of the keys of `sources`, `kind` one of those of `kinds`."""

    kind: str = "argmax"
    threshold: float = 0.3  # of "threshold" only
    of: str = "attention"

    def __post_init__(self) -> None:
        if self.of not in _SOURCES:
            raise ConfigError(f"There are no links of '{self.of}'.", f"Choose one of: {', '.join(_SOURCES)}.")
        if self.kind not in _RULES:
            raise ConfigError(f"There is no link rule '{self.kind}'.", f"Choose one of: {', '.join(_RULES)}.")
        if not 0.0 < self.threshold <= 1.0:
            raise ConfigError(f"The threshold is {self.threshold}.", "It has to be above 0 and at most 1.")

    @staticmethod
    def kinds() -> dict[str, str]:
        """Every rule's name with what it does."""
        return dict(_RULES)

    @staticmethod
    def sources() -> dict[str, str]:
        """All that can become links, by its name; all but attention every model has."""
        return dict(_SOURCES)

    def __str__(self) -> str:
        words = f"threshold {self.threshold:g}" if self.kind == "threshold" else self.kind
        return words if self.of == "attention" else f"{self.of}, {words}"


def usual_rules(of: str = "attention") -> tuple[LinkRule, ...]:
    """The rules by which links of one kind are measured, unless a person asks for another."""
    is_attention = of == "attention"
    thresholds = (0.1, 0.2, 0.3, 0.5) if is_attention else (0.2, 0.3)
    kinds = ("argmax", "argmax-or-none") if is_attention else ("argmax",)
    by_threshold = (LinkRule("threshold", threshold, of) for threshold in thresholds)
    return *(LinkRule(kind, of=of) for kind in kinds), *by_threshold


def hard_links(weights: NDArray[np.float32], rule: LinkRule) -> Links:
    """The links of a soft alignment of words.

    weights: I x (J + 1), a row a target word, the last column for end of sentence.
    Of equal weights the first source word wins.
    """
    words = weights[:, :-1]
    if not words.size:
        return frozenset()
    if rule.kind == "threshold":
        targets, sources = np.nonzero(words >= rule.threshold)
        return frozenset(zip(sources.tolist(), targets.tolist(), strict=True))
    best, most = words.argmax(axis=1), words.max(axis=1)
    linked = most > 0  # a word without tokens has no weight anywhere
    if rule.kind == "argmax-or-none":
        linked &= most >= weights[:, -1]
    return frozenset((int(best[target]), int(target)) for target in np.nonzero(linked)[0])


@dataclass(frozen=True)
class PlacedTokens:
    """The tokens of a text by their place in it, end of sentence at the end."""

    text: str
    spans: tuple[Span, ...]

    def words(self) -> tuple[int, ...]:
        """The word of each token; see `words_of_tokens`."""
        return words_of_tokens(self.spans, word_spans(self.text))


def word_links(
    weights: NDArray[np.float32], source: PlacedTokens, target: PlacedTokens, rule: LinkRule
) -> Links:
    """Links between the words of two texts from the weights of their tokens, a row a target token.

    source and target give every column's and row's token, end of sentence included.
    """
    merged = merge_weights(weights, source.words(), target.words())
    return hard_links(merged[: len(word_spans(target.text))], rule)


def trace_links(trace: DecodingTrace, rule: LinkRule, hypothesis: Hypothesis | None = None) -> Links:
    """Links between the words of a trace's source and a hypothesis, as `engine.trace_words` has them.

    hypothesis: the best one where none is given. End of sentence is none of these words. No links where the
    model has no attention.
    """
    written = hypothesis or trace.best()
    weights = trace.weights_of(written)
    return frozenset() if weights is None else soft_links(trace, written, weights, rule)


def soft_links(
    trace: DecodingTrace, hypothesis: Hypothesis, soft: NDArray[np.float32], rule: LinkRule
) -> Links:
    """As `trace_links`, of weights or other shares of the source tokens, a row a token of the hypothesis."""
    merged = merge(soft, source_groups(trace), target_groups(hypothesis))
    last = EOS_ID in hypothesis.token_ids[-1:]
    return hard_links(merged[: len(merged) - last].astype(np.float32), rule)


def merge_weights(
    weights: NDArray[np.float32], source_words: Sequence[int], target_words: Sequence[int]
) -> NDArray[np.float32]:
    """Weights of words from weights of tokens: summed over a source word's, averaged over a target word's.

    weights: I x J for tokens; the other two give the word of each token, a number for each column and row.
    Returns max(target_words) + 1 rows and max(source_words) + 1 columns; rows with tokens still sum to 1,
    a word without tokens has zeros.
    """
    sums = np.zeros((weights.shape[0], max(source_words, default=-1) + 1), dtype=np.float64)
    np.add.at(sums.T, np.asarray(source_words, dtype=np.int64), weights.T)
    rows = np.zeros((max(target_words, default=-1) + 1, sums.shape[1]), dtype=np.float64)
    np.add.at(rows, np.asarray(target_words, dtype=np.int64), sums)
    counts = np.bincount(np.asarray(target_words, dtype=np.int64), minlength=len(rows))
    return (rows / np.maximum(counts, 1)[:, None]).astype(np.float32)


@dataclass(frozen=True)
class GoldLinks:
    """One sentence pair's links by hand; `possible` holds the sure ones too."""

    sure: Links = frozenset()
    possible: Links = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "possible", self.possible | self.sure)


@dataclass(frozen=True)
class AlignmentScores:
    """Alignment error rate and its parts over a corpus, each between 0 and 1.

    With A the links found, S the sure and P the possible ones: AER = 1 - (|A∩S| + |A∩P|) / (|A| + |S|),
    precision = |A∩P| / |A|, recall = |A∩S| / |S|. Where a denominator is 0 nothing can be wrong: AER is 0
    and precision or recall 1.
    """

    error_rate: float
    precision: float
    recall: float
    links: int
    sure: int
    possible: int


def alignment_scores(found: Sequence[Links], gold: Sequence[GoldLinks]) -> AlignmentScores:
    """The scores of the links found for sentence pairs, counted over all pairs together.

    Raises CorpusError where the numbers of sentence pairs differ.
    """
    if len(found) != len(gold):
        raise CorpusError(
            f"There are links for {len(found)} sentence pairs, but gold links for {len(gold)}.",
            "Give a gold file for the same sentence pairs; nothing was scored.",
        )
    pairs = list(zip(found, gold, strict=True))
    links = sum(len(a) for a in found)
    sure = sum(len(g.sure) for g in gold)
    in_sure = sum(len(a & g.sure) for a, g in pairs)
    in_possible = sum(len(a & g.possible) for a, g in pairs)
    return AlignmentScores(
        error_rate=1.0 - (in_sure + in_possible) / (links + sure) if links + sure else 0.0,
        precision=in_possible / links if links else 1.0,
        recall=in_sure / sure if sure else 1.0,
        links=links,
        sure=sure,
        possible=sum(len(g.possible) for g in gold),
    )
