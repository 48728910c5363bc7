"""The first reading of a corpus: what there is, what is kept out, and a sample for learning subwords."""

import random
from array import array
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.config import CorpusConfig
from engine.corpora.bitext import Part, SentencePair, split, split_turn
from engine.corpora.importers import import_bitext
from engine.corpora.report import ImportReport
from engine.corpora.sources import training_pairs
from engine.errors import CorpusError

_TEXT_BYTES = 150  # what the two texts of a pair take beside their characters, and the pair itself
_LARGEST_PART = 10  # a tenth is the most that is kept out for dev, and for a test
_TOLD_EVERY = 1_000_000  # pairs from one word of progress to the next


@dataclass(frozen=True)
class Survey:
    """parts: the Part of each pair, in the order of the files. dev: the pairs of dev files, where given."""

    parts: NDArray[np.uint8]
    dev: tuple[SentencePair, ...]
    report: ImportReport


class Sample:
    """A fair sample of the pairs that are offered, in their order, that takes a bounded amount of memory.

    As long as all of them fit, all are kept. When they do not, each stays with a chance of one half, and
    later ones have to pass the same draw.
    """

    def __init__(self, most_bytes: int, seed: int) -> None:
        self._most_bytes = most_bytes
        self._draw = random.Random(seed)
        self._share = 1.0
        self._taken = 0
        self._kept: list[tuple[float, int, SentencePair]] = []

    def offer(self, number: int, pair: SentencePair) -> None:
        """Consider a pair. number: its place in the corpus."""
        chance = self._draw.random()
        if chance >= self._share:
            return
        self._kept.append((chance, number, pair))
        self._taken += _size(pair)
        while self._taken > self._most_bytes:
            self._share /= 2
            self._kept = [entry for entry in self._kept if entry[0] < self._share]
            self._taken = sum(_size(pair) for _, _, pair in self._kept)

    def of_part(self, parts: NDArray[np.uint8], part: Part) -> list[SentencePair]:
        """The pairs of the sample that belong to this part."""
        return [pair for _, number, pair in self._kept if parts[number] == part]


def survey(config: CorpusConfig, sample: Sample | None, tell: Callable[[int], None]) -> Survey:
    """Read the files through once. sample: what to offer the pairs to; tell: gets the pairs read so far.

    Raises CorpusError where a file is no corpus, or nothing would be left to train on.
    """
    report = ImportReport()
    dev = _dev_pairs(config, report)
    known = {split_turn(pair.source, config.seed) for pair in dev}
    turns = array("Q")
    for number, pair in enumerate(training_pairs(config, report)):
        turn = split_turn(pair.source, config.seed)
        turns.append(turn)
        if turn in known:
            report.drop("source sentence also in dev", pair.file, pair.line)
        elif sample is not None:
            sample.offer(number, pair)
        if (number + 1) % _TOLD_EVERY == 0:
            tell(number + 1)
    parts = _parts(np.frombuffer(turns, dtype=np.uint64), known, config, report)
    return Survey(parts, dev, report)


def _dev_pairs(config: CorpusConfig, report: ImportReport) -> tuple[SentencePair, ...]:
    """The pairs of the dev files, if there are any; what is to be said of these files becomes notes."""
    if not config.dev:
        return ()
    dev, about_dev = import_bitext(config.dev)
    for line in about_dev.lines()[1:]:
        report.note(f"In the dev corpus: {line.removeprefix('Note: ')}")
    return dev.pairs


def _parts(
    turns: NDArray[np.uint64], known: set[int], config: CorpusConfig, report: ImportReport
) -> NDArray[np.uint8]:
    """The Part of each pair; with a dev corpus of its own nothing more is kept out for that."""
    if not config.dev:
        tenth = len(turns) // _LARGEST_PART
        dev_size = _affordable("dev", config.dev_size, max(1, tenth), report)
        parts = split(turns, dev_size, _affordable("test", config.test_size, tenth, report))
        if Part.DEV not in parts:
            raise CorpusError(
                f"No sentence can be kept out for validation: each comes up over {dev_size} times.",
                "Give a dev corpus of its own.",
            )
        return parts
    parts = np.full(len(turns), Part.LEFT_OUT, dtype=np.uint8)
    others = np.isin(turns, np.fromiter(known, dtype=np.uint64), invert=True)
    if not others.any():
        raise CorpusError("Every sentence of the training corpus is also in dev.", "Give another dev corpus.")
    tenth = int(others.sum()) // _LARGEST_PART
    parts[others] = split(turns[others], 0, _affordable("test", config.test_size, tenth, report))
    return parts


def _affordable(part: str, asked: int, most: int, report: ImportReport) -> int:
    """How many pairs to keep out for this part: as many as asked, but at most so many, which is then told."""
    if asked > most:
        report.note(f"For {part} {most:,} pairs are kept out instead of {asked:,}: a tenth of the corpus.")
    return min(asked, most)


def _size(pair: SentencePair) -> int:
    return len(pair.source) + len(pair.target) + _TEXT_BYTES
