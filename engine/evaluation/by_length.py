"""BLEU by the length of the source, for several systems on the same bins (Bahdanau et al. 2014, figure 2)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.errors import CorpusError
from engine.evaluation.sentence_statistics import SentenceStatistics
from engine.evaluation.significance import Bootstrap, Interval, bootstrap_scores, interval

EDGES = (10, 20, 30, 40, 50, 60)


@dataclass(frozen=True)
class LengthBin:
    """The sentences whose source has `low` to `high` words, both counted in; high is None in the last bin."""

    low: int
    high: int | None
    sentences: tuple[int, ...]  # 0-based, in the order of the test set


@dataclass(frozen=True)
class BinScore:
    """The corpus score of one system on the sentences of a bin, with its 95 % band."""

    value: float
    band: Interval


@dataclass(frozen=True)
class LengthCurves:
    """scores: of each system by its name, one for each bin; None where a bin has no sentence."""

    bins: tuple[LengthBin, ...]
    scores: dict[str, tuple[BinScore | None, ...]]


def length_bins(lengths: Sequence[int], edges: Sequence[int] = EDGES) -> tuple[LengthBin, ...]:
    """Every sentence in just one bin: up to the first edge, up to the second, …, longer than the last.

    lengths: source words of each sentence. Raises CorpusError where the edges do not rise from 1 or more.
    """
    limits = [-1, *edges]
    if not edges or edges[0] < 1 or any(a >= b for a, b in pairwise(limits)):
        raise CorpusError(
            f"The limits of the length bins are {', '.join(map(str, edges)) or 'missing'}.",
            "Give rising numbers of words, each at least 1, as 10, 20, 30.",
        )
    place = np.searchsorted(np.asarray(edges), np.asarray(lengths, np.int64), side="left")
    highs: list[int | None] = [*edges, None]
    return tuple(
        LengthBin(low + 1, high, tuple(map(int, np.flatnonzero(place == number))))
        for number, (low, high) in enumerate(zip(limits, highs, strict=True))
    )


def length_curves(
    systems: Mapping[str, SentenceStatistics],
    bins: Sequence[LengthBin],
    bootstrap: Bootstrap,
    tell: Callable[[int], None] = lambda _: None,
) -> LengthCurves:
    """The score of every system on every bin; within a bin all systems meet the same bootstrap draws.

    tell: called with the number of bins done; what it raises ends the work. Raises CorpusError where the
    systems do not have the sentences of the bins.
    """
    expected = sum(len(one.sentences) for one in bins)
    for name, system in systems.items():
        if len(system.rows) != expected:
            raise CorpusError(
                f"{name} has {len(system.rows)} sentences, the bins hold {expected}.",
                "Translate the same test set with every system.",
            )
    columns = []
    for done, one in enumerate(bins, start=1):
        columns.append(_bin_scores(list(systems.values()), one, bootstrap))
        tell(done)
    rows = zip(*columns, strict=True)
    return LengthCurves(tuple(bins), dict(zip(systems, rows, strict=True)))


def _bin_scores(
    systems: Sequence[SentenceStatistics], one: LengthBin, bootstrap: Bootstrap
) -> list[BinScore | None]:
    if not one.sentences:
        return [None] * len(systems)
    parts = [_Selected(system, one.sentences) for system in systems]
    resampled = bootstrap_scores(list(parts), bootstrap)
    return [
        BinScore(float(part.score(part.rows.sum(axis=0))), interval(scores))
        for part, scores in zip(parts, resampled, strict=True)
    ]


class _Selected:
    """Some of a system's sentences."""

    def __init__(self, system: SentenceStatistics, sentences: tuple[int, ...]) -> None:
        self.rows = system.rows[list(sentences)]
        self.score = system.score
