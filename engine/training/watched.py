"""The watched sentences: how the model translates them while it trains, the film of its alignment.

Where the reference of a sentence is known, the model is also led along it: its rows are the same words at
every update, so that two updates can be compared cell by cell. Of that only the alignment is kept.
"""

from collections.abc import Sequence

import numpy as np

from engine.config import DecodeConfig
from engine.corpora.bitext import SentencePair
from engine.trace import DecodingTrace
from engine.translator import Translator

EARLY_UPDATES = (10, 20, 50, 100, 200, 500)  # a class sees the alignment form before the first validation
_GREEDY = DecodeConfig(beam_size=1)
_MOST_WATCHED = 4
_LEAST, _MOST = 5, 14  # words

SentenceTraces = tuple[DecodingTrace, ...]  # the translation, then forced decoding of the reference if known


class WatchedSentences:
    """Source sentences that are translated again and again, in the same order."""

    def __init__(self, translator: Translator, dev: Sequence[SentencePair], given: Sequence[str]) -> None:
        """given: the sentences; where there are none, some of the dev pairs are chosen."""
        self._translator = translator
        references = {pair.source: pair.target for pair in reversed(dev)}
        self.pairs = [(text, references.get(text)) for text in given or _examples(dev)]

    def traces(self) -> list[SentenceTraces]:
        """How the model, which is in evaluation mode, translates each sentence now."""
        return [self._traces_of(text, reference) for text, reference in self.pairs]

    def _traces_of(self, text: str, reference: str | None) -> SentenceTraces:
        free = self._translator.translate(text, _GREEDY)
        return (free,) if reference is None else (free, *self._translator.force_all([(text, reference)]))


def _examples(dev: Sequence[SentencePair]) -> list[str]:
    """A few dev sentences from short to long, of lengths that make a readable picture."""
    lengths = {pair.source: len(pair.source.split()) for pair in dev}
    good = [source for source, length in lengths.items() if _LEAST <= length <= _MOST]
    ordered = sorted(good or lengths, key=lambda source: lengths[source])  # as they come where as long
    places = np.linspace(0, len(ordered) - 1, min(_MOST_WATCHED, len(ordered)))
    return [ordered[round(place)] for place in places]
