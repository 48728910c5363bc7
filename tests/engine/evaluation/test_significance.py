"""The bootstrap against sacreBLEU run anew on every draw; the same seed, the same p; both ways round."""

import numpy as np
import pytest

from engine.errors import CorpusError
from engine.evaluation.metrics import bleu, chrf
from engine.evaluation.sentence_statistics import BleuStatistics, ChrfStatistics
from engine.evaluation.significance import (
    Bootstrap,
    bootstrap_scores,
    compare,
    difference,
    draws,
    total_score,
)
from tests.engine.evaluation.made_systems import made_references, spoiled

REFERENCES = made_references(40)
GOOD, BAD = spoiled(REFERENCES, 0.2, 1), spoiled(REFERENCES, 0.6, 2)
SCORERS = [(BleuStatistics, bleu), (ChrfStatistics, chrf)]


@pytest.mark.parametrize(("statistics", "measure"), SCORERS)
def test_every_draw_scores_as_sacrebleu_scores_its_sentences(statistics, measure) -> None:
    bootstrap = Bootstrap(resamples=15, seed=3)
    found = bootstrap_scores([statistics.of(GOOD, REFERENCES), statistics.of(BAD, REFERENCES)], bootstrap)
    times = np.concatenate(list(draws(len(REFERENCES), bootstrap))).astype(int)
    for system, texts in enumerate([GOOD, BAD]):
        for number, row in enumerate(times):
            chosen = [index for index, count in enumerate(row) for _ in range(count)]
            value = measure([texts[i] for i in chosen], [[REFERENCES[i] for i in chosen]]).value
            assert found[system, number] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(("statistics", "measure"), SCORERS)
@pytest.mark.parametrize(
    ("hypotheses", "references"),
    [
        ([""], ["a small house by the sea"]),
        (["the red bus"], ["the red bus"]),
        (["the red car stands here"], ["the red bus stands there"]),
        (["the car red here stands"], ["the red bus stands there"]),
        (["x y z q w"], ["the red bus stands there"]),
        (["", "the old dog sleeps"], ["a", "the old dog sleeps"]),
        (["日本語 xyz"], ["abc"]),
    ],
)
def test_totals_equal_sacrebleu_where_counts_are_nought(statistics, measure, hypotheses, references) -> None:
    value = total_score(statistics.of(hypotheses, references))
    assert value == pytest.approx(measure(hypotheses, [references]).value, abs=1e-9)


def test_a_draw_has_as_many_sentences_as_the_set_and_repeats_by_its_seed() -> None:
    one, same, other = (np.concatenate(list(draws(30, Bootstrap(2000, seed)))) for seed in (1, 1, 2))
    assert one.shape == (2000, 30)
    assert (one.sum(axis=1) == 30).all()
    assert one.max() > 1
    assert one.mean(axis=0) == pytest.approx(np.ones(30), abs=0.15)
    assert (one == same).all()
    assert (one != other).any()


def test_a_clear_difference_is_significant_and_turns_with_the_order() -> None:
    good, bad = BleuStatistics.of(GOOD, REFERENCES), BleuStatistics.of(BAD, REFERENCES)
    ahead, behind = compare(good, bad, Bootstrap(200)), compare(bad, good, Bootstrap(200))
    assert ahead == compare(good, bad, Bootstrap(200))
    assert ahead.p == pytest.approx(1 / 201)
    assert behind.p == ahead.p
    assert ahead.value == pytest.approx(bleu(GOOD, [REFERENCES]).value - bleu(BAD, [REFERENCES]).value)
    assert 0 < ahead.interval.low < ahead.value < ahead.interval.high
    assert (behind.interval.low, behind.interval.high) == pytest.approx(
        (-ahead.interval.high, -ahead.interval.low)
    )


def test_equal_systems_do_not_differ() -> None:
    system = BleuStatistics.of(GOOD, REFERENCES)
    same = compare(system, system, Bootstrap(50))
    assert (same.value, same.p, same.interval.low, same.interval.high) == (0.0, 1.0, 0.0, 0.0)


def test_p_counts_the_draws_in_which_the_leader_does_not_lead() -> None:
    resampled = np.array([1.0, 2.0, 0.0, -1.0, 3.0, 2.0, 1.0, 1.0, 4.0])
    assert difference((12.0, 10.0), resampled).p == pytest.approx((2 + 1) / 10)
    assert difference((10.0, 12.0), -resampled).p == pytest.approx((2 + 1) / 10)


def test_work_can_be_ended_between_chunks() -> None:
    told = []

    def stop(done: int) -> None:
        told.append(done)
        raise KeyboardInterrupt

    statistics = BleuStatistics(np.ones((5000, 10)))
    with pytest.raises(KeyboardInterrupt):
        bootstrap_scores([statistics], Bootstrap(1000), stop)
    assert 0 < told[0] < 1000


def test_unlike_test_sets_are_refused_with_their_sizes() -> None:
    with pytest.raises(CorpusError, match="40, 39 sentences"):
        compare(
            BleuStatistics.of(GOOD, REFERENCES), BleuStatistics.of(BAD[1:], REFERENCES[1:]), Bootstrap(10)
        )
