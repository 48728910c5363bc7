"""What is chosen from an n-best list, measured: before, after, and by who knows the references."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from engine.evaluation.metrics import bleu
from engine.evaluation.sentence_statistics import BleuStatistics
from engine.evaluation.significance import Bootstrap, compare
from engine.n_best.moses import ListedHypothesis
from engine.n_best.oracle import best_by_sentence, climbed
from engine.n_best.scores import Places, ScoreTable


@dataclass(frozen=True)
class ListBleu:
    """BLEU of the hypotheses of a list. statistics: H rows, each by the reference of its sentence."""

    table: ScoreTable
    statistics: BleuStatistics
    signature: str

    @classmethod
    def of(
        cls,
        table: ScoreTable,
        hypotheses: Sequence[ListedHypothesis],
        references: Sequence[str],
        language: str,
    ) -> "ListBleu":
        """references: one a sentence. Errors as `metrics.bleu`."""
        texts = [hypothesis.text for hypothesis in hypotheses]
        wanted = [references[hypothesis.sentence] for hypothesis in hypotheses]
        signature = bleu(texts[:1], [wanted[:1]], language).signature
        return cls(table, BleuStatistics.of(texts, wanted, language), signature)

    def value(self, chosen: Places) -> float:
        """Corpus BLEU of N hypotheses, one a sentence."""
        return float(self.statistics.score(self.statistics.rows[chosen].sum(axis=0)))

    def report(self, chosen: Places) -> dict[str, Any]:
        """BLEU of the first hypotheses listed, of the chosen ones, and of both oracles, as JSON values.

        difference: after less before, with its interval and p from paired bootstrap resampling.
        """
        first = self.table.places[:, 0]
        greedy = best_by_sentence(self.table, self.statistics)
        rows = self.statistics.rows
        after, before = BleuStatistics(rows[chosen]), BleuStatistics(rows[first])
        return {
            "bleu": {
                "before": self.value(first),
                "after": self.value(chosen),
                "oracle_by_sentence": self.value(greedy),
                "oracle_climbed": self.value(climbed(self.table, self.statistics, greedy)),
                "signature": self.signature,
            },
            "difference": asdict(compare(after, before, Bootstrap())),
        }
