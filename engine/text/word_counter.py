"""Learning a vocabulary of words while a corpus is encoded, so that it is cut into words only once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.text.segmentation import WordSegmenter
from engine.text.token_array import TokenArray
from engine.text.vocabulary import UNK_ID, Vocabulary, shortlist

_FIRST = 2  # provisional numbers leave room for the end of sentence and the unknown word


class WordCounter:
    """Numbers the words of a corpus in the order in which they come up, and counts each."""

    def __init__(self, language: str) -> None:
        self.segmenter = WordSegmenter(language)
        self._numbers = _Numbers()
        self._counts = np.zeros(1024, dtype=np.int64)

    def encode_array(self, texts: Sequence[str]) -> TokenArray:
        """The provisional numbers of the texts' words; they count toward the vocabulary."""
        sentences = self.segmenter.segment_all(texts)
        numbers = self._numbers
        counts = np.fromiter(map(len, sentences), dtype=np.int64, count=len(sentences))
        ids = np.fromiter((numbers[word] for words in sentences for word in words), dtype=np.int32)
        self._count(ids)
        return TokenArray.closed(ids, counts)

    def vocabulary(self, size: int) -> Vocabulary:
        """The `size` most frequent words so far."""
        counts = self._counts[_FIRST : _FIRST + len(self._numbers)].tolist()
        return shortlist(zip(self._numbers, counts, strict=True), size)

    def final_ids(self, vocabulary: Vocabulary) -> NDArray[np.int32]:
        """The id in the vocabulary of each provisional number; that of the end of sentence stays 0."""
        known = vocabulary.encode(self._numbers)
        return np.array([0, UNK_ID, *known], dtype=np.int32)

    def _count(self, ids: NDArray[np.int32]) -> None:
        found = np.bincount(ids)
        if len(found) > len(self._counts):
            self._counts = np.pad(self._counts, (0, 2 * len(found) - len(self._counts)))
        self._counts[: len(found)] += found


class _Numbers(dict[str, int]):
    """Gives each new word the next number."""

    def __missing__(self, word: str) -> int:
        number = len(self) + _FIRST
        self[word] = number
        return number
