"""Forced decoding of sentence pairs, some of them blank on a side, and the links between their words."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.config import DecodeConfig
from engine.errors import ConfigError
from engine.evaluation.alignment import LinkRule, Links, PlacedTokens, word_links
from engine.text.language_side import LanguageSide
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


def pair_links(translator: Measurable, pair: Pair, trace: DecodingTrace | None, rule: LinkRule) -> Links:
    """The links between the words of a pair, by a model with attention; none where a side is blank."""
    if trace is None:
        return frozenset()
    source = PlacedTokens(pair[0], trace.source_spans)
    target = PlacedTokens(pair[1], translator.target.encode(pair[1]).spans)
    return word_links(forced_weights(trace), source, target, rule)


def forced_weights(trace: DecodingTrace) -> NDArray[np.float32]:
    """The soft alignment of the given target, a row a target token, of a model with attention."""
    weights = trace.weights_of(trace.best())
    assert weights is not None
    return weights


def require_attention(translator: Measurable) -> None:
    """Raise ConfigError where a model has no attention, and so nothing to take links from."""
    if not translator.has_attention:
        raise ConfigError(
            f"The model {translator.name} ({translator.kind}) has no attention, so it aligns nothing.",
            "Choose a model with attention, such as an rnnsearch one.",
        )
