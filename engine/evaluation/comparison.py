"""Several systems on one test set: which differences are real, and how each system does by length."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from engine.evaluation.by_length import LengthCurves, length_bins, length_curves
from engine.evaluation.sentence_statistics import BleuStatistics, ChrfStatistics, SentenceStatistics
from engine.evaluation.significance import Bootstrap, Difference, bootstrap_scores, difference, total_score


@dataclass(frozen=True)
class ReferenceSet:
    """Sources may be missing (None), where only translations and references are at hand."""

    sources: Sequence[str] | None
    references: Sequence[str]
    target_language: str = ""  # chooses BLEU's tokenizer


@dataclass(frozen=True)
class NamedDifference:
    """The difference of two systems by one measure, "bleu" or "chrf"."""

    measure: str
    first: str
    second: str
    difference: Difference


@dataclass(frozen=True)
class Comparison:
    """Each pair of systems by each measure; BLEU by words of the source, None without sources."""

    differences: tuple[NamedDifference, ...]
    by_length: LengthCurves | None
    bootstrap: Bootstrap


def compare_systems(
    systems: Mapping[str, Sequence[str]],
    test_set: ReferenceSet,
    bootstrap: Bootstrap,
    tell: Callable[[int], None] = lambda _: None,
) -> Comparison:
    """Compare the translations that each named system made of the test set, detokenised.

    tell: called between short pieces of work with how many draws of the one under way are done; what it
    raises ends the work. Raises CorpusError where a system has another number of sentences.
    """
    references = test_set.references
    bleu: dict[str, SentenceStatistics] = {
        name: BleuStatistics.of(texts, references, test_set.target_language)
        for name, texts in systems.items()
    }
    chrf: dict[str, SentenceStatistics] = {
        name: ChrfStatistics.of(texts, references) for name, texts in systems.items()
    }
    found = [*_differences("bleu", bleu, bootstrap, tell), *_differences("chrf", chrf, bootstrap, tell)]
    curves = None
    if test_set.sources is not None:
        bins = length_bins([len(source.split()) for source in test_set.sources])
        curves = length_curves(bleu, bins, bootstrap, tell)
    return Comparison(tuple(found), curves, bootstrap)


def _differences(
    measure: str,
    systems: Mapping[str, SentenceStatistics],
    bootstrap: Bootstrap,
    tell: Callable[[int], None],
) -> list[NamedDifference]:
    """Every pair, from the same draws."""
    resampled = dict(zip(systems, bootstrap_scores(list(systems.values()), bootstrap, tell), strict=True))
    totals = {name: total_score(system) for name, system in systems.items()}
    return [
        NamedDifference(
            measure,
            first,
            second,
            difference((totals[first], totals[second]), resampled[first] - resampled[second]),
        )
        for first, second in combinations(systems, 2)
    ]
