"""Weights that give the best corpus BLEU on a list: minimum error rate training (Och 2003).

From each start the weights climb: an exact line search along every coordinate, and the best of these steps is
taken, until none helps. Starts are the given weights and random ones, so that one poor hill is not the end.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from engine.evaluation.sentence_statistics import SentenceStatistics
from engine.n_best.line_search import line_search
from engine.n_best.scores import Reals, ScoreTable

_GAIN = 1e-6  # points of the measure that a step has to bring


@dataclass(frozen=True)
class Starts:
    """How many random starts beside the given weights, and the seed that they are drawn from."""

    count: int = 20
    seed: int = 12345


@dataclass(frozen=True)
class Tuned:
    """weights: F, their absolute values summing to 1. score: the measure that they give on the list."""

    weights: Reals
    score: float


def tune(
    table: ScoreTable,
    statistics: SentenceStatistics,
    given: Reals,
    starts: Starts,
    tell: Callable[[int], None] = lambda _: None,
) -> Tuned:
    """The best weights found; never worse on the list than the F given ones.

    statistics: of all H hypotheses, by the references of their sentences. tell: called with the number of
    starts that are done; what it raises ends the work.
    """
    draw = np.random.default_rng(starts.seed)
    scale = _spread(table)
    best = Tuned(given, _score(table, statistics, given))
    for done in range(starts.count + 1):
        start = given if done == 0 else draw.uniform(-1, 1, len(given)) / scale
        found = _climb(table, statistics, start)
        if found.score > best.score + _GAIN:
            best = found
        tell(done + 1)
    size = np.abs(best.weights).sum()
    return Tuned(best.weights / size if size else best.weights, best.score)


def _climb(table: ScoreTable, statistics: SentenceStatistics, start: Reals) -> Tuned:
    here = Tuned(start, _score(table, statistics, start))
    while True:
        steps = [_step(table, statistics, here.weights, column) for column in range(len(start))]
        best = max(steps, key=lambda step: step.score)
        if best.score <= here.score + _GAIN:
            return here
        here = best


def _step(table: ScoreTable, statistics: SentenceStatistics, weights: Reals, column: int) -> Tuned:
    """The best that changing one weight can do, measured again with the weights that come of it."""
    totals = table.values @ weights
    gamma, _ = line_search(totals, table.values[:, column], table.places, statistics)
    moved = weights.copy()
    moved[column] += gamma
    return Tuned(moved, _score(table, statistics, moved))


def _score(table: ScoreTable, statistics: SentenceStatistics, weights: Reals) -> float:
    chosen = table.chosen(table.values @ weights)
    return float(statistics.score(statistics.rows[chosen].sum(axis=0)))


def _spread(table: ScoreTable) -> Reals:
    """The standard deviation of each score within a sentence: F; 1 where it never differs."""
    used = (table.places >= 0)[..., None]
    values = np.where(used, table.values[table.places], 0.0)
    mean = values.sum(axis=1, keepdims=True) / used.sum(axis=1, keepdims=True)
    variance = (np.where(used, values - mean, 0.0) ** 2).sum(axis=(0, 1)) / used.sum()
    return np.where(variance > 0, np.sqrt(variance), 1.0)
