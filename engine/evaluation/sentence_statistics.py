"""BLEU and chrF of any selection of sentences from counts a sentence, so that nothing is tokenised twice.

Both measures read only sums over the corpus: BLEU (Papineni et al. 2002) lengths, n-gram matches and n-gram
totals; chrF (Popović 2015) character n-grams of hypothesis, reference and both. So the score of a bin or of
a bootstrap sample is the score of a sum of rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.evaluation.metrics import bleu_counts, chrf_counts

_ORDERS = 4  # of BLEU
_BETA_SQUARED = 4.0  # of chrF: recall counts twice as much as precision

Reals = NDArray[np.float64]


class SentenceStatistics(Protocol):
    """Counts a sentence of one system, and the measure of their sums."""

    @property
    def rows(self) -> Reals:
        """One row of counts for each sentence, in the order of the test set: N × F."""

    def score(self, sums: Reals) -> Reals:
        """The measure, 0 to 100, of sums of rows: … × F → …"""


@dataclass(frozen=True)
class BleuStatistics:
    """rows: N × 10 – hypothesis tokens, reference tokens, matches and totals of 1-grams to 4-grams."""

    rows: Reals

    @classmethod
    def of(
        cls, hypotheses: Sequence[str], references: Sequence[str], target_language: str = ""
    ) -> "BleuStatistics":
        """Counts of detokenised hypotheses; raises CorpusError as `metrics.bleu` does."""
        return cls(np.array(bleu_counts(hypotheses, references, target_language), np.float64))

    def score(self, sums: Reals) -> Reals:
        """Corpus BLEU as sacreBLEU computes it: "exp" smoothing, 0 without a match or without a 4-gram."""
        length, wanted = sums[..., 0], sums[..., 1]
        matches, totals = sums[..., 2 : 2 + _ORDERS], sums[..., 2 + _ORDERS :]
        halvings = np.cumsum(matches == 0, axis=-1)  # each order without a match halves its floor once more
        smoothed = np.where(matches == 0, 0.5**halvings, matches)
        defined = np.all(totals > 0, axis=-1) & np.any(matches > 0, axis=-1)
        logs = np.log(smoothed / np.maximum(totals, 1)).mean(axis=-1)
        penalty = np.minimum(0.0, 1 - wanted / np.maximum(length, 1))
        return np.asarray(np.where(defined, 100 * np.exp(logs + penalty), 0.0))


@dataclass(frozen=True)
class ChrfStatistics:
    """rows: N × 18 – for 1 to 6 characters, n-grams of the hypothesis, of the reference, and of both."""

    rows: Reals

    @classmethod
    def of(cls, hypotheses: Sequence[str], references: Sequence[str]) -> "ChrfStatistics":
        """Counts of detokenised hypotheses; raises CorpusError as `metrics.chrf` does."""
        return cls(np.array(chrf_counts(hypotheses, references), np.float64))

    def score(self, sums: Reals) -> Reals:
        """Corpus chrF as sacreBLEU computes it: precision and recall are means over the orders that occur."""
        ours, theirs, both = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
        occurs = (ours > 0) & (theirs > 0)
        orders = np.maximum(occurs.sum(axis=-1), 1)
        precision = np.where(occurs, both / np.maximum(ours, 1), 0.0).sum(axis=-1) / orders
        recall = np.where(occurs, both / np.maximum(theirs, 1), 0.0).sum(axis=-1) / orders
        weighted = _BETA_SQUARED * precision + recall
        f_score = (1 + _BETA_SQUARED) * precision * recall / np.where(weighted > 0, weighted, 1.0)
        return np.asarray(100 * f_score)
