"""A bitext: sentence pairs in the order of their file, and its split into train, dev and test."""

import hashlib
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from engine.errors import CorpusError
from engine.text.normalization import normalize

_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A source sentence and its translation, as text; `line` is the 1-based line of `file` it came from."""

    source: str
    target: str
    line: int
    file: str = ""


@dataclass(frozen=True)
class Bitext:
    """Sentence pairs of one language pair, in file order."""

    pairs: tuple[SentencePair, ...]

    def __len__(self) -> int:
        return len(self.pairs)


class Part(IntEnum):
    """What a sentence pair of a corpus is for."""

    TRAIN = 0
    DEV = 1
    TEST = 2
    LEFT_OUT = 3


def sentence_key(text: str) -> str:
    """What makes two sentences the same: their letters, whatever the case, blanks and Unicode form."""
    return normalize(text).casefold()


def split_turn(source: str, seed: int) -> int:
    """When a source sentence is considered for a part that is kept out: a hash of seed and sentence, 64 bits.

    It does not depend on the place in the file, so the same sentences are kept out when the file is put into
    another order. (That two of ten million sentences share a turn has a chance of 3 in a million, and then
    both go to the same part.)
    """
    key = f"{seed}\n{sentence_key(source)}".encode()
    return int.from_bytes(hashlib.blake2b(key, digest_size=16).digest()[:8], "big")


def split(turns: NDArray[np.uint64], dev_size: int, test_size: int) -> NDArray[np.uint8]:
    """The Part of each pair, by source sentence: all pairs of a sentence go to the same part.

    turns: `split_turn` of each pair. dev_size, test_size: pairs; a part is smaller only where no whole source
    sentence fills it exactly. Raises CorpusError where nothing would be left to train on.
    """
    if len(turns) <= dev_size + test_size:
        raise CorpusError(
            f"{dev_size + test_size} sentence pairs are to be kept out of a corpus of {len(turns)}.",
            "Use a larger corpus.",
        )
    parts = np.full(len(turns), Part.TRAIN, dtype=np.uint8)
    sentences, counts = np.unique(turns, return_counts=True)
    for part, size in ((Part.TEST, test_size), (Part.DEV, dev_size)):
        chosen = _take(counts, size)
        counts[chosen] = 0  # taken
        parts[np.isin(turns, sentences[chosen])] = part
    return parts


def _take(counts: NDArray[np.int64], size: int) -> list[int]:
    """The first sentences, not taken yet, whose pairs fit into `size`, by their places."""
    chosen: list[int] = []
    left = size
    for begin in range(0, len(counts), _BLOCK):
        for place, count in enumerate(counts[begin : begin + _BLOCK].tolist(), start=begin):
            if left == 0:
                return chosen
            if 0 < count <= left:
                chosen.append(place)
                left -= count
    return chosen
