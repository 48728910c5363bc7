"""Is one system better than another, or was the test set kind to it? Paired bootstrap (Koehn 2004).

The test set is drawn again and again from its own sentences, with replacement, and every system is scored on
the same draws. Scores come from sums of counts a sentence, so a thousand draws take a fraction of a second.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.errors import CorpusError
from engine.evaluation.sentence_statistics import Reals, SentenceStatistics

RESAMPLES = 1000
SEED = 12345
_NUMBERS_A_CHUNK = 250_000  # keeps a chunk, between two of which work can be cancelled, to milliseconds
_TAIL = 2.5  # per cent on either side of a 95 % interval


@dataclass(frozen=True)
class Bootstrap:
    """How often to draw and from which seed; the same numbers give the same results."""

    resamples: int = RESAMPLES
    seed: int = SEED


@dataclass(frozen=True)
class Interval:
    """Where 95 % of the bootstrap's values lie."""

    low: float
    high: float


@dataclass(frozen=True)
class Difference:
    """The score of the first system less that of the second, on the same sentences.

    p: the share of draws, plus-one corrected, in which the system that is ahead is not ahead; one-sided.
    """

    first: float
    second: float
    value: float
    interval: Interval
    p: float


def _ignore(_: int) -> None:
    """Progress that nobody follows."""


def draws(sentences: int, bootstrap: Bootstrap) -> Iterator[Reals]:
    """How often each sentence is in each draw, in chunks of draws: D × N, each row of sum N.

    Depends on the seed and the number of sentences alone, so that all systems meet the same draws.
    """
    source = np.random.default_rng(bootstrap.seed)
    chunk = max(1, _NUMBERS_A_CHUNK // max(1, sentences))
    for start in range(0, bootstrap.resamples, chunk):
        count = min(chunk, bootstrap.resamples - start)
        chosen = source.integers(sentences, size=(count, sentences))
        chosen += sentences * np.arange(count)[:, None]
        times = np.bincount(chosen.ravel(), minlength=count * sentences)
        yield times.reshape(count, sentences).astype(np.float64)


def bootstrap_scores(
    systems: list[SentenceStatistics], bootstrap: Bootstrap, tell: Callable[[int], None] = _ignore
) -> Reals:
    """The score of every system on every draw: S × B.

    tell: called with the number of draws done, between chunks; what it raises ends the work.
    Raises CorpusError where the systems do not have the same number of sentences, or none.
    """
    sizes = {len(system.rows) for system in systems}
    if len(sizes) != 1 or sizes == {0}:
        counts = ", ".join(str(len(system.rows)) for system in systems) or "no system"
        raise CorpusError(
            f"Systems cannot be compared on unlike test sets ({counts} sentences).",
            "Give every system's translations of the same sentences, at least one.",
        )
    scores = np.zeros((len(systems), bootstrap.resamples))
    done = 0
    for times in draws(sizes.pop(), bootstrap):
        for number, system in enumerate(systems):
            scores[number, done : done + len(times)] = system.score(times @ system.rows)
        done += len(times)
        tell(done)
    return scores


def total_score(system: SentenceStatistics) -> float:
    """The corpus score of all sentences."""
    return float(system.score(system.rows.sum(axis=0)))


def interval(values: Reals) -> Interval:
    """The middle 95 % of a system's scores, or of a difference's."""
    low, high = np.percentile(values, [_TAIL, 100 - _TAIL])
    return Interval(float(low), float(high))


def compare(
    first: SentenceStatistics,
    second: SentenceStatistics,
    bootstrap: Bootstrap,
    tell: Callable[[int], None] = _ignore,
) -> Difference:
    """The difference of two systems, its interval and its p; arguments and errors as `bootstrap_scores`."""
    scores = bootstrap_scores([first, second], bootstrap, tell)
    return difference((total_score(first), total_score(second)), scores[0] - scores[1])


def difference(scores: tuple[float, float], resampled: Reals) -> Difference:
    """The same from scores on the whole set and differences on the draws (B), for many pairs of systems.

    Two systems of equal score have p = 1: neither is ahead.
    """
    value = scores[0] - scores[1]
    not_ahead = np.count_nonzero(resampled * np.sign(value) <= 0)
    p = (not_ahead + 1) / (len(resampled) + 1)
    return Difference(*scores, value, interval(resampled), p)
