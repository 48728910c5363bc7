"""The scores of an n-best list as one table, and which hypothesis of each sentence they choose.

H hypotheses of N sentences, K of them at most for one sentence, F scores each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.errors import ConfigError
from engine.n_best.moses import ListedHypothesis

TOTAL = "Total"  # the column of what a list calls the total of its scores
LOG_PROB = "LogProb"  # what our own lists call the sum of the log-probabilities of all tokens
Reals = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class ScoreTable:
    """names: F; values: H × F; places: N × K, the hypotheses of each sentence, -1 where it has fewer."""

    names: tuple[str, ...]
    values: Reals
    places: Places

    @classmethod
    def of(cls, hypotheses: Sequence[ListedHypothesis]) -> "ScoreTable":
        """The table of a list in which every sentence has a hypothesis (`with_every_sentence`).

        A score that some hypotheses lack is 0 for them, as sparse scores of Moses are. Several scores under
        one name are counted: Name[1], Name[2].
        """
        rows = [_named(hypothesis) for hypothesis in hypotheses]
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        values = np.array([[row.get(name, 0.0) for name in names] for row in rows], np.float64)
        return cls(names, values.reshape(len(rows), len(names)), _places(hypotheses))

    def with_scores(self, name: str, scores: Sequence[float]) -> "ScoreTable":
        """With one more column of H scores, last; a column of that name goes."""
        kept = [column for column, other in enumerate(self.names) if other != name]
        values = np.column_stack([self.values[:, kept], np.array(scores, np.float64)])
        return ScoreTable((*(self.names[column] for column in kept), name), values, self.places)

    def weights(self, named: Mapping[str, float]) -> Reals:
        """F weights, 0 for what is not named. Raises ConfigError for a score that there is not."""
        for name in named:
            if name not in self.names:
                raise ConfigError(
                    f"There is no score '{name}' to weigh.", f"The list has: {', '.join(self.names)}."
                )
        return np.array([named.get(name, 0.0) for name in self.names], np.float64)

    def chosen(self, totals: Reals) -> Places:
        """The hypothesis of each sentence with the greatest of H totals, the first among equals: N."""
        return first_of_greatest(np.where(self.places >= 0, totals[self.places], -np.inf), self.places)


def first_of_greatest(totals: Reals, places: Places) -> Places:
    """N × K totals, -inf where there is no hypothesis, to N hypotheses."""
    chosen: Places = np.take_along_axis(places, totals.argmax(axis=1)[:, None], axis=1)[:, 0]
    return chosen


def _named(hypothesis: ListedHypothesis) -> dict[str, float]:
    row: dict[str, float] = {}
    for label, scores in hypothesis.features:
        for number, score in enumerate(scores, start=1):
            row[label if label and len(scores) == 1 else f"{label}[{number}]"] = score
    if hypothesis.total is not None:
        row.setdefault(TOTAL, hypothesis.total)
    return row


def _places(hypotheses: Sequence[ListedHypothesis]) -> Places:
    by_sentence: dict[int, list[int]] = {}
    for place, hypothesis in enumerate(hypotheses):
        by_sentence.setdefault(hypothesis.sentence, []).append(place)
    widest = max(map(len, by_sentence.values()))
    return np.array([row + [-1] * (widest - len(row)) for _, row in sorted(by_sentence.items())], np.int64)


def even_weights(table: ScoreTable, added: Sequence[str]) -> dict[str, float]:
    """1 for the list's own score and for each added one. Its own is LogProb, or else its total, if any."""
    own = [name for name in (LOG_PROB, TOTAL) if name in table.names and name not in added]
    return dict.fromkeys([*own[:1], *added], 1.0)


def rescored(hypothesis: ListedHypothesis, added: Mapping[str, float], total: float) -> ListedHypothesis:
    """With further scores and another total; the total before is kept as a score, if none of that name is."""
    features = {label: scores for label, scores in hypothesis.features if label not in added}
    if hypothesis.total is not None:
        features.setdefault(TOTAL, (hypothesis.total,))
    features |= {name: (score,) for name, score in added.items()}
    return replace(hypothesis, features=tuple(features.items()), total=total)
