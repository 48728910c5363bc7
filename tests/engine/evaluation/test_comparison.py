"""Every pair of systems by both measures, each as if the two were compared alone."""

from itertools import combinations

import pytest

from engine.errors import CorpusError
from engine.evaluation.comparison import ReferenceSet, compare_systems
from engine.evaluation.sentence_statistics import BleuStatistics, ChrfStatistics
from engine.evaluation.significance import Bootstrap, compare
from tests.engine.evaluation.made_systems import made_references, spoiled

REFERENCES = made_references(30)
SYSTEMS = {name: spoiled(REFERENCES, share, 1) for name, share in [("a", 0.2), ("b", 0.3), ("c", 0.6)]}


def test_each_pair_differs_as_the_two_alone() -> None:
    bootstrap = Bootstrap(40, 5)
    found = compare_systems(SYSTEMS, ReferenceSet(None, REFERENCES), bootstrap)
    assert found.by_length is None
    wanted = [
        (measure, first, second) for measure in ("bleu", "chrf") for first, second in combinations(SYSTEMS, 2)
    ]
    assert [(one.measure, one.first, one.second) for one in found.differences] == wanted
    for one in found.differences:
        statistics = BleuStatistics if one.measure == "bleu" else ChrfStatistics
        two = [statistics.of(SYSTEMS[name], REFERENCES) for name in (one.first, one.second)]
        assert one.difference == compare(two[0], two[1], bootstrap)


def test_bins_go_by_the_words_of_the_source() -> None:
    sources = [" ".join(["w"] * (index + 1)) for index in range(len(REFERENCES))]
    found = compare_systems(SYSTEMS, ReferenceSet(sources, REFERENCES), Bootstrap(5)).by_length
    assert found is not None
    assert [len(one.sentences) for one in found.bins] == [10, 10, 10, 0, 0, 0, 0]
    assert list(found.scores) == ["a", "b", "c"]


def test_a_system_with_a_missing_line_is_refused() -> None:
    with pytest.raises(CorpusError, match="29 hypotheses"):
        compare_systems(SYSTEMS | {"c": REFERENCES[1:]}, ReferenceSet(None, REFERENCES), Bootstrap(5))
