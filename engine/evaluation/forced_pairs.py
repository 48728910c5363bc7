"""Forced decoding of sentence pairs, some of them blank on a side, and the links between their words.

Links are made of attention, or of importance: gradient times embedding of each given target word's
log-probability (Ding, Xu & Koehn 2019, Saliency-driven Word Alignment Interpretation for Neural Machine
Translation, section 3), which models without attention have too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.config import DecodeConfig
from engine.errors import ConfigError
from engine.evaluation.alignment import LinkRule, PlacedTokens, word_links
from engine.probes import Importance
from engine.text.language_side import LanguageSide
from engine.text.pharaoh import Links
from engine.trace import DecodingTrace

Pair = tuple[str, str]  # source, target


class Measurable(Protocol):
    """What is measured of a translator; see engine.translator."""

    name: str
    kind: str
    parameters: int
    fingerprint: str
    has_attention: bool
    target: LanguageSide

    def translate_all(
        self, texts: Sequence[str], config: DecodeConfig, on_progress: Callable[[int], None] | None = None
    ) -> list[DecodingTrace]:
        """Translations in the order of the texts; a blank text gives an empty one."""

    def force_all(
        self, pairs: Sequence[Pair], on_progress: Callable[[int], None] | None = None
    ) -> list[DecodingTrace]:
        """Forced decoding of given translations, in the order of the pairs."""

    def importance(self, text: str, target_ids: Sequence[int], method: str) -> Importance:
        """How much each token of a given target depends on each source token."""


def force_pairs(
    translator: Measurable, pairs: Sequence[Pair], on_progress: Callable[[int], None] | None = None
) -> list[DecodingTrace | None]:
    """Forced decoding of each pair, in order; None for a pair with a blank side."""
    whole = [number for number, pair in enumerate(pairs) if all(map(str.strip, pair))]
    traces: list[DecodingTrace | None] = [None] * len(pairs)
    forced = translator.force_all([pairs[number] for number in whole], on_progress)
    for number, trace in zip(whole, forced, strict=True):
        traces[number] = trace
    return traces


@dataclass(frozen=True)
class AlignedPair:
    """A forced pair and what it is aligned by. soft: I x J for its tokens; links: between its words.

    trace and soft are None, and there are no links, where a side is blank.
    """

    pair: Pair
    trace: DecodingTrace | None
    soft: NDArray[np.float32] | None
    links: Links


def aligned_pair(
    translator: Measurable, pair: Pair, trace: DecodingTrace | None, rule: LinkRule
) -> AlignedPair:
    """A forced pair aligned by a rule. `require_attention` comes first."""
    if trace is None:
        return AlignedPair(pair, None, None, frozenset())
    soft = soft_alignment(translator, pair, trace, rule.of)
    return AlignedPair(pair, trace, soft, word_links(soft, *_placed(translator, pair, trace), rule))


def links_by(
    translator: Measurable, pair: Pair, trace: DecodingTrace | None, rules: Sequence[LinkRule]
) -> dict[str, Links]:
    """The links of a pair by the name of each rule; what several rules are of is worked out once."""
    if trace is None:
        return {str(rule): frozenset() for rule in rules}
    placed = _placed(translator, pair, trace)
    soft = {of: soft_alignment(translator, pair, trace, of) for of in {rule.of for rule in rules}}
    return {str(rule): word_links(soft[rule.of], *placed, rule) for rule in rules}


def _placed(translator: Measurable, pair: Pair, trace: DecodingTrace) -> tuple[PlacedTokens, PlacedTokens]:
    """The tokens of a forced pair where they stand in its two texts."""
    target = PlacedTokens(pair[1], translator.target.encode(pair[1]).spans)
    return PlacedTokens(pair[0], trace.source_spans), target


def soft_alignment(translator: Measurable, pair: Pair, trace: DecodingTrace, of: str) -> NDArray[np.float32]:
    """What links of a pair are made of, I x J for its tokens: weights, or shares of importance."""
    if of == "attention":
        weights = trace.weights_of(trace.best())
        assert weights is not None
        return weights
    return translator.importance(pair[0], trace.best().token_ids, of).shares()


def require_attention(translator: Measurable, rule: LinkRule) -> None:
    """Raise ConfigError where the links are to be made of attention, and a model has none."""
    if rule.of == "attention" and not translator.has_attention:
        raise ConfigError(
            f"The model {translator.name} ({translator.kind}) has no attention to make links of.",
            "Choose a model with attention, such as an rnnsearch one, or links of gradient or occlusion.",
        )
