"""The watched sentences: how the model translates them while it trains, the film of its alignment.

Where the reference of a sentence is known, the model is also led along it: its rows are the same words at
every update, so that two updates can be compared cell by cell. Of that only the alignment is kept.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engine.config import DecodeConfig
from engine.corpora.bitext import SentencePair
from engine.errors import CheckpointError
from engine.runs.layout import RunLayout
from engine.text.language_side import LanguageSide
from engine.text.vocabulary import UNK_ID
from engine.trace import DecodingTrace
from engine.trace_io import load
from engine.translator import Translator

EARLY_UPDATES = (10, 20, 50, 100, 200, 500)  # a class sees the alignment form before the first validation
_GREEDY = DecodeConfig(beam_size=1)
_MOST_WATCHED = 4
_LEAST, _MOST = 5, 14  # words

SentenceTraces = tuple[DecodingTrace, ...]  # the translation, then forced decoding of the reference if known


class WatchedSentences:
    """Source sentences that are translated again and again, in the same order."""

    def __init__(self, translator: Translator, dev: Sequence[SentencePair], given: Sequence[str]) -> None:
        """given: the sentences; where there are none, some of the dev pairs are chosen.

        Those without a word that the model does not know go before others, as in B, figure 3.
        """
        self._translator = translator
        references = {pair.source: pair.target for pair in reversed(dev)}
        self.pairs = [(text, references.get(text)) for text in given or self._examples(dev)]

    def traces(self) -> list[SentenceTraces]:
        """How the model, which is in evaluation mode, translates each sentence now."""
        return [self._traces_of(text, reference) for text, reference in self.pairs]

    def _traces_of(self, text: str, reference: str | None) -> SentenceTraces:
        free = self._translator.translate(text, _GREEDY)
        if reference is None:
            return (free,)
        (forced,) = self._translator.force_all([(text, reference)])
        return free, as_written(forced, reference, self._translator.target)

    def _examples(self, dev: Sequence[SentencePair]) -> list[str]:
        sides = self._translator.source, self._translator.target
        known = [pair for pair in dev if _is_readable(pair) and _is_known(pair, sides)]
        return _from_short_to_long(known or [pair for pair in dev if _is_readable(pair)] or dev)


def watched_before(layout: RunLayout) -> tuple[str, ...]:
    """The sentences of a run's film, so that a run that goes on watches the same ones; none of a new run."""
    for _, files in layout.traces():
        try:
            return tuple(load(file).source_text for file in files)
        except CheckpointError:  # the next update has them too
            continue
    return ()


def as_written(forced: DecodingTrace, text: str, side: LanguageSide) -> DecodingTrace:
    """A trace of forced decoding whose words are those of the given text, also where they are unknown."""
    best, tokens = forced.best(), side.encode(text).tokens
    return replace(forced, hypotheses=(replace(best, tokens=tokens, text=text), *forced.hypotheses[1:]))


def _is_readable(pair: SentencePair) -> bool:
    """Whether a sentence has a length that makes a readable picture."""
    return _LEAST <= len(pair.source.split()) <= _MOST


def _is_known(pair: SentencePair, sides: tuple[LanguageSide, LanguageSide]) -> bool:
    """Whether the model knows every word of both sentences."""
    texts = (pair.source, pair.target)
    return all(UNK_ID not in side.encode(text).ids for side, text in zip(sides, texts, strict=True))


def _from_short_to_long(pairs: Sequence[SentencePair]) -> list[str]:
    """A few of the sources."""
    lengths = {pair.source: len(pair.source.split()) for pair in pairs}
    ordered = sorted(lengths, key=lambda source: lengths[source])  # as they come where as long
    places = np.linspace(0, len(ordered) - 1, min(_MOST_WATCHED, len(ordered)))
    return [ordered[round(place)] for place in places]
