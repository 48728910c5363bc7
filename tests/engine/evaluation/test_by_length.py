"""Bins hold every sentence once; a bin's score is sacreBLEU's; bands repeat by their seed."""

import pytest

from engine.errors import CorpusError
from engine.evaluation.by_length import length_bins, length_curves
from engine.evaluation.metrics import bleu
from engine.evaluation.sentence_statistics import BleuStatistics
from engine.evaluation.significance import Bootstrap
from tests.engine.evaluation.made_systems import made_references, spoiled

REFERENCES = made_references(60)
LENGTHS = [len(line.split()) for line in REFERENCES]
TEXTS = {"good": spoiled(REFERENCES, 0.2, 1), "bad": spoiled(REFERENCES, 0.6, 2)}
SYSTEMS = {name: BleuStatistics.of(texts, REFERENCES) for name, texts in TEXTS.items()}


def test_a_length_belongs_to_the_bin_that_ends_with_it() -> None:
    bins = length_bins([0, 1, 10, 11, 20, 21, 500], (10, 20))
    assert [(one.low, one.high, one.sentences) for one in bins] == [
        (0, 10, (0, 1, 2)),
        (11, 20, (3, 4)),
        (21, None, (5, 6)),
    ]


def test_bins_add_up_to_the_set() -> None:
    bins = length_bins(LENGTHS, (6, 12, 18))
    assert sorted(index for one in bins for index in one.sentences) == list(range(60))
    for one in bins:
        high = one.high or max(LENGTHS)
        assert all(one.low <= LENGTHS[index] <= high for index in one.sentences)


def test_the_score_of_a_bin_is_sacrebleus_of_its_sentences() -> None:
    bins = length_bins(LENGTHS, (6, 12, 18))
    curves = length_curves(SYSTEMS, bins, Bootstrap(100))
    for name, scores in curves.scores.items():
        for one, found in zip(bins, scores, strict=True):
            texts = [TEXTS[name][index] for index in one.sentences]
            wanted = bleu(texts, [[REFERENCES[index] for index in one.sentences]]).value
            assert found is not None
            assert found.value == pytest.approx(wanted, abs=1e-9)
            assert found.band.low <= found.value <= found.band.high


def test_bands_repeat_by_their_seed() -> None:
    bins = length_bins(LENGTHS, (12,))
    one, same, other = (length_curves(SYSTEMS, bins, Bootstrap(50, seed)) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_an_empty_bin_has_no_score() -> None:
    curves = length_curves(SYSTEMS, length_bins(LENGTHS, (24, 40)), Bootstrap(10))
    assert [scores[1:] for scores in curves.scores.values()] == [(None, None)] * 2


@pytest.mark.parametrize("edges", [(), (0, 10), (10, 10), (20, 10)])
def test_limits_that_do_not_rise_are_refused(edges: tuple[int, ...]) -> None:
    with pytest.raises(CorpusError, match="limits"):
        length_bins(LENGTHS, edges)


def test_a_system_without_all_sentences_is_refused_by_name() -> None:
    short = {"short": BleuStatistics.of(REFERENCES[1:], REFERENCES[1:])}
    with pytest.raises(CorpusError, match="short has 59 sentences"):
        length_curves(short, length_bins(LENGTHS), Bootstrap(10))


def test_work_can_be_ended_between_bins() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        length_curves(SYSTEMS, length_bins(LENGTHS), Bootstrap(10), stop)
