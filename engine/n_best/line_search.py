"""Och's line search: the exact maximum of a corpus measure along a line of weights (Och 2003).

Along w + γ d the total of a hypothesis is a line in γ, and the choice of a sentence is the upper envelope of
its lines. So the measure is constant between the finitely many γ at which some sentence changes its choice,
and one walk over them in order, with the sums of counts kept up to date, meets every value that it takes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.sentence_statistics import SentenceStatistics
from engine.n_best.scores import Places, Reals, first_of_greatest

_NARROW = 1e-9  # an interval of γ narrower than this share of its ends is left out: rounding could miss it


@dataclass(frozen=True)
class _Changes:
    """Every change of choice of any sentence: at γ, from one hypothesis to another. Each array: E."""

    at: Reals
    before: Places
    after: Places


def line_search(
    totals: Reals, slopes: Reals, places: Places, statistics: SentenceStatistics
) -> tuple[float, float]:
    """The γ that gives the greatest measure, in the middle of its interval, and that measure.

    totals, slopes: H, of each hypothesis at γ = 0, and how it changes with γ. places: N × K as in ScoreTable.
    statistics: H rows.
    """
    used = places >= 0
    offsets, rises = totals[places], np.where(used, slopes[places], -np.inf)
    flattest = np.where(used, rises, np.inf).min(axis=1, keepdims=True)
    first = first_of_greatest(np.where(rises == flattest, offsets, -np.inf), places)
    changes = _changes(offsets, rises, places, first)
    order = np.argsort(changes.at, kind="stable")
    rows = statistics.rows
    gains = rows[changes.after[order]] - rows[changes.before[order]]
    sums = rows[first].sum(axis=0) + np.concatenate([np.zeros((1, rows.shape[1])), gains.cumsum(axis=0)])
    ends = np.concatenate([[-np.inf], changes.at[order], [np.inf]])
    wide = _widths(ends) > 0
    scores = np.where(wide, statistics.score(sums), -np.inf)
    best = int(scores.argmax())
    return _between(ends[best], ends[best + 1]), float(scores[best])


def _changes(offsets: Reals, rises: Reals, places: Places, first: Places) -> _Changes:
    """The upper envelopes of all sentences at once, from γ = -∞ on: always to the line that is met first."""
    current = (places == first[:, None]).argmax(axis=1)
    since = np.full(len(places), -np.inf)
    found: list[tuple[Reals, Places, Places]] = []
    sentences = np.arange(len(places))
    while len(sentences):
        offset, rise = (array[sentences, current[sentences], None] for array in (offsets, rises))
        steeper = rises[sentences] > rise
        meets = np.full(steeper.shape, np.inf)
        np.divide(offset - offsets[sentences], rises[sentences] - rise, out=meets, where=steeper)
        at = meets.min(axis=1)
        nearest = np.where(meets == at[:, None], rises[sentences], -np.inf).argmax(axis=1)
        going: NDArray[np.bool_] = np.isfinite(at)
        sentences, at, nearest = sentences[going], at[going], nearest[going]
        since[sentences] = np.maximum(at, since[sentences])  # rounding must not exchange a sentence's changes
        found.append((since[sentences], places[sentences, current[sentences]], places[sentences, nearest]))
        current[sentences] = nearest
    at, before, after = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return _Changes(at, before, after)


def _widths(ends: Reals) -> Reals:
    """Of the intervals between E + 2 ends: E + 1; 0 for those that are too narrow to be met."""
    low, high = ends[:-1], ends[1:]
    with np.errstate(invalid="ignore"):
        width = high - low
    large = np.maximum(
        np.abs(np.where(np.isfinite(low), low, 0)), np.abs(np.where(np.isfinite(high), high, 0))
    )
    return np.where(width > _NARROW * np.maximum(large, _NARROW), width, 0.0)


def _between(low: float, high: float) -> float:
    """A number in the middle of the two; well beyond the one that is finite."""
    if np.isinf(low) and np.isinf(high):
        return 0.0
    if np.isinf(low):
        return float(high - 1 - abs(high))
    if np.isinf(high):
        return float(low + 1 + abs(low))
    return float((low + high) / 2)
