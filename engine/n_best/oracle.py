"""The oracle: how good the best choice from an n-best list would be, if one knew the references.

Corpus BLEU is no sum over sentences, so its true maximum takes too long to find. Two values from below: the
hypotheses that have the best BLEU by themselves, and what becomes of these by hill climbing on corpus BLEU.
"""

import numpy as np

from engine.evaluation.sentence_statistics import BleuStatistics
from engine.n_best.scores import Places, Reals, ScoreTable


def best_by_sentence(table: ScoreTable, statistics: BleuStatistics) -> Places:
    """The hypothesis of each sentence with the greatest sentence BLEU, the first among equals: N."""
    return table.chosen(sentence_bleu(statistics.rows))


def climbed(table: ScoreTable, statistics: BleuStatistics, chosen: Places) -> Places:
    """From N choices: each sentence in turn takes what is best for corpus BLEU, until none changes."""
    chosen, rows = chosen.copy(), statistics.rows
    sums = rows[chosen].sum(axis=0)
    while True:
        before = chosen.copy()
        for sentence, places in enumerate(table.places):
            candidates = places[places >= 0]
            others = sums - rows[chosen[sentence]]
            scores = statistics.score(others + rows[candidates])
            best = int(scores.argmax())
            if scores[best] > statistics.score(sums) + 1e-9:
                chosen[sentence] = candidates[best]
                sums = others + rows[candidates[best]]
        if np.array_equal(before, chosen):
            return chosen


def sentence_bleu(rows: Reals) -> Reals:
    """BLEU of each sentence by itself, as sacreBLEU's sentence_bleu: H rows of BleuStatistics to H values.

    Only orders that the hypothesis is long enough for count; an empty one has 0.
    """
    length, wanted = rows[:, 0], rows[:, 1]
    matches, totals = rows[:, 2:6], rows[:, 6:10]
    counts = totals > 0
    halvings = np.cumsum((matches == 0) & counts, axis=1)
    smoothed = np.where(matches == 0, 0.5**halvings, matches)
    logs = np.where(counts, np.log(smoothed / np.maximum(totals, 1)), 0.0)
    mean = logs.sum(axis=1) / np.maximum(counts.sum(axis=1), 1)
    penalty = np.minimum(0.0, 1 - wanted / np.maximum(length, 1))
    return np.where(matches.any(axis=1), 100 * np.exp(mean + penalty), 0.0)
