"""Oracles against enumeration of all choices, and sentence BLEU against sacreBLEU's."""

import itertools

import numpy as np
import pytest
from sacrebleu.metrics.bleu import BLEU

from engine.evaluation.sentence_statistics import BleuStatistics
from engine.n_best.oracle import best_by_sentence, climbed, sentence_bleu
from tests.engine.n_best.made_lists import made_list

PAIRS = [
    ("", "the cat sleeps"),
    ("the cat", "the cat sleeps"),
    ("cat the", "the cat sleeps"),
    ("a dog", "the cat sleeps"),
    ("the cat sleeps", "the cat sleeps"),
    ("the big cat sleeps today and the dog", "the big cat sleeps and the red dog sees it"),
    ("the the the the the", "the cat"),
]


def test_sentence_bleu_is_that_of_sacrebleu() -> None:
    hypotheses, references = zip(*PAIRS, strict=True)
    rows = BleuStatistics.of(hypotheses, references).rows
    metric = BLEU(effective_order=True)
    expected = [metric.sentence_score(one, [wanted]).score for one, wanted in PAIRS]
    assert sentence_bleu(rows).tolist() == pytest.approx(expected)
    assert expected[0] == 0


@pytest.mark.parametrize("seed", range(6))
def test_oracles_lie_between_every_choice_and_the_best_of_all(seed: int) -> None:
    made = made_list(seed, 5, 1)
    table = made.table
    choices = itertools.product(*([place for place in row if place >= 0] for row in table.places.tolist()))
    values = sorted(made.value(np.array(choice)) for choice in choices)
    greedy = best_by_sentence(table, made.statistics)
    by_itself = sentence_bleu(made.statistics.rows)
    for row, place in zip(table.places, greedy, strict=True):
        assert by_itself[place] == by_itself[row[row >= 0]].max()
    best = climbed(table, made.statistics, greedy)
    assert made.value(greedy) <= made.value(best) <= values[-1] + 1e-9
    assert made.value(best) == pytest.approx(values[-1])  # on lists so small no hill is in the way
    assert made.value(best) > values[0]
    from_first = climbed(table, made.statistics, table.places[:, 0])
    assert made.value(from_first) >= made.value(table.places[:, 0])
