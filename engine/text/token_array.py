"""Token ids of many sentences in one flat array, so that millions of them take no more than their numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.text.vocabulary import EOS_ID

Ids = NDArray[np.integer[Any]]
Rows = NDArray[np.integer[Any]] | Sequence[int]


@dataclass(frozen=True)
class TokenArray:
    """N sentences, each closed by its end of sentence.

    ids: all tokens, one sentence after the other. offsets: N + 1; sentence k is
    ids[offsets[k]:offsets[k + 1]].
    Either may be a memory-mapped file.
    """

    ids: Ids
    offsets: NDArray[np.int64]

    @classmethod
    def closed(cls, ids: Ids, counts: NDArray[np.int64]) -> "TokenArray":
        """From ids without ends of sentence; counts: the number of tokens of each sentence."""
        sentence = np.repeat(np.arange(len(counts)), counts)
        whole = np.full(len(ids) + len(counts), EOS_ID, dtype=ids.dtype)
        whole[np.arange(len(ids)) + sentence] = ids  # an end of sentence stands before each later sentence
        return cls(whole, offsets_of(counts + 1))

    @classmethod
    def of(cls, sentences: Sequence[Sequence[int]]) -> "TokenArray":
        """From lists of ids, each with its end of sentence."""
        counts = np.fromiter(map(len, sentences), dtype=np.int64, count=len(sentences))
        ids = np.fromiter((token for sentence in sentences for token in sentence), dtype=np.int32)
        return cls(ids, offsets_of(counts))

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> Ids:
        if not 0 <= row < len(self):
            raise IndexError(row)
        return self.ids[self.offsets[row] : self.offsets[row + 1]]

    def __iter__(self) -> Iterator[Ids]:
        return (self[row] for row in range(len(self)))

    def lengths(self) -> NDArray[np.int64]:
        """The number of tokens of each sentence, its end counted."""
        return np.diff(self.offsets)

    def lengths_of(self, rows: Rows) -> NDArray[np.int64]:
        """The same of the sentences in these rows only."""
        places = np.asarray(rows, dtype=np.int64)
        return np.asarray(self.offsets[places + 1] - self.offsets[places])

    def take(self, rows: Rows) -> "TokenArray":
        """The sentences in these rows, in their order, copied."""
        places = np.asarray(rows, dtype=np.int64)
        offsets = offsets_of(self.lengths_of(places))
        shift = np.asarray(self.offsets[places]) - offsets[:-1]
        at = np.arange(offsets[-1]) + np.repeat(shift, np.diff(offsets))
        return TokenArray(np.asarray(self.ids[at]), offsets)

    def padded(self) -> NDArray[np.int64]:
        """N x longest, filled up with ends of sentence."""
        lengths = self.lengths()
        places = np.arange(lengths.max(initial=0)) < lengths[:, None]
        rows = np.full(places.shape, EOS_ID, dtype=np.int64)
        rows[places] = self.ids
        return rows

    def tolist(self) -> list[list[int]]:
        """Each sentence as a list of its ids."""
        return [ids.tolist() for ids in self]


def offsets_of(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where sentences of these lengths begin, and where the last one ends."""
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets
