"""A bitext: sentence pairs in the order of their file, and its split into train, dev and test."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import CorpusError
from engine.text.normalization import normalize


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


@dataclass(frozen=True)
class Split:
    """Three parts of a bitext that share no source sentence."""

    train: Bitext
    dev: Bitext
    test: Bitext


def sentence_key(text: str) -> str:
    """What makes two sentences the same: their letters, whatever the case, blanks and Unicode form."""
    return normalize(text).casefold()


def split(bitext: Bitext, dev_size: int, test_size: int, seed: int) -> Split:
    """Take dev and test out of the bitext, by source sentence: all its pairs go to the same part.

    dev_size, test_size: pairs; a part is smaller only where no whole source sentence fills it exactly.
    A sentence's turn comes from a hash of seed and sentence, not from its place in the file, so the
    same sentences are kept out when the file is put into another order.
    Raises CorpusError where nothing would be left to train on.
    """
    if len(bitext) <= dev_size + test_size:
        raise CorpusError(
            f"{dev_size + test_size} sentence pairs are to be kept out of a corpus of {len(bitext)}.",
            "Use a larger corpus, or keep out fewer pairs for dev and test.",
        )
    groups = _by_source(bitext)
    order = sorted(groups, key=lambda key: _turn(seed, key))
    test = _take(order, groups, test_size, frozenset())
    dev = _take(order, groups, dev_size, test)
    part = {number: "test" for key in test for number in groups[key]}
    part.update({number: "dev" for key in dev for number in groups[key]})
    named: dict[str, list[SentencePair]] = {"train": [], "dev": [], "test": []}
    for number, pair in enumerate(bitext.pairs):
        named[part.get(number, "train")].append(pair)
    return Split(*(Bitext(tuple(named[name])) for name in ("train", "dev", "test")))


def _by_source(bitext: Bitext) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {}
    for number, pair in enumerate(bitext.pairs):
        groups.setdefault(sentence_key(pair.source), []).append(number)
    return groups


def _turn(seed: int, key: str) -> bytes:
    return hashlib.blake2b(f"{seed}\n{key}".encode(), digest_size=16).digest()


def _take(
    order: Sequence[str], groups: dict[str, list[int]], size: int, taken: frozenset[str]
) -> frozenset[str]:
    """The first sentences in the order, not taken yet, whose pairs fit into `size`."""
    chosen: set[str] = set()
    left = size
    for key in order:
        if left == 0:
            break
        if key not in taken and len(groups[key]) <= left:
            chosen.add(key)
            left -= len(groups[key])
    return frozenset(chosen)
