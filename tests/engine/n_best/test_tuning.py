"""Line search and tuning against brute force: no grid of weights finds better ones."""

import itertools

import numpy as np
import pytest

from engine.n_best.line_search import line_search
from engine.n_best.moses import read_n_best
from engine.n_best.scores import ScoreTable, even_weights, rescored
from engine.n_best.tuning import Starts, tune
from tests.engine.n_best.made_lists import made_list


def at(made, weights) -> float:
    return made.value(made.table.chosen(made.table.values @ np.array(weights)))


def every_interval(totals, slopes, table: ScoreTable) -> list[float]:
    """A step between each two neighbours among all crossings of any two lines of a sentence, and beyond."""
    crossings = set()
    for row in table.places:
        for one, other in itertools.combinations(row[row >= 0], 2):
            if slopes[one] != slopes[other]:
                crossings.add((totals[one] - totals[other]) / (slopes[other] - slopes[one]))
    ends = [min(crossings) - 1, *sorted(crossings), max(crossings) + 1]
    return [(low + high) / 2 for low, high in itertools.pairwise(ends)]


@pytest.mark.parametrize("seed", range(12))
def test_line_search_finds_the_best_of_all_steps_and_tells_its_measure(seed: int) -> None:
    made = made_list(seed, 12, 2)
    weights, direction = np.random.default_rng(seed).normal(size=(2, 2))
    totals, slopes = made.table.values @ weights, made.table.values @ direction
    gamma, value = line_search(totals, slopes, made.table.places, made.statistics)
    assert at(made, weights + gamma * direction) == pytest.approx(value, abs=1e-9)
    values = [at(made, weights + step * direction) for step in every_interval(totals, slopes, made.table)]
    assert value == pytest.approx(max(values), abs=1e-9)
    assert len(set(np.round(values, 6))) > 5


def test_line_search_where_nothing_changes_stays() -> None:
    made = made_list(1, 5, 2)
    totals = made.table.values[:, 0]
    gamma, value = line_search(totals, np.zeros_like(totals), made.table.places, made.statistics)
    assert (gamma, value) == (0.0, pytest.approx(at(made, [1, 0])))


@pytest.mark.parametrize("seed", range(2))
def test_no_weights_on_a_grid_of_the_sphere_are_better_than_the_tuned(seed: int) -> None:
    made = made_list(seed, 10, 3)
    given = np.array([-1.0, 0.5, -0.2])
    done: list[int] = []
    tuned = tune(made.table, made.statistics, given, Starts(8, seed), done.append)
    heights, turns = np.linspace(-1, 1, 31), np.linspace(0, 2 * np.pi, 60, endpoint=False)
    grid = [
        (np.sqrt(1 - z * z) * np.cos(turn), np.sqrt(1 - z * z) * np.sin(turn), z)
        for z in heights
        for turn in turns
    ]
    assert tuned.score >= max(at(made, weights) for weights in grid) - 1e-9
    assert tuned.score > at(made, given) + 1
    assert at(made, tuned.weights) == pytest.approx(tuned.score)
    assert np.abs(tuned.weights).sum() == pytest.approx(1)
    assert done == list(range(1, 10))
    again = tune(made.table, made.statistics, given, Starts(8, seed))
    assert np.array_equal(again.weights, tuned.weights)


def test_the_columns_of_a_list_by_hand() -> None:
    lines = [
        "0 ||| a ||| lm= -1 tm= 2 3 ||| 5",
        "0 ||| b ||| lm= -2 rare= 7 ||| 6",
        "1 ||| c ||| tm= 1 1 ||| 4",
    ]
    hypotheses = read_n_best(lines, "x")
    table = ScoreTable.of(hypotheses).with_scores("m", [-0.5, -0.25, -3])
    assert table.names == ("lm", "tm[1]", "tm[2]", "Total", "rare", "m")
    assert table.values.tolist() == [[-1, 2, 3, 5, 0, -0.5], [-2, 0, 0, 6, 7, -0.25], [0, 1, 1, 4, 0, -3]]
    assert table.places.tolist() == [[0, 1], [2, -1]]
    assert even_weights(table, ["m"]) == {"Total": 1, "m": 1}
    assert even_weights(table.with_scores("LogProb", [0, 0, 0]), ["m"]) == {"LogProb": 1, "m": 1}
    assert table.chosen(table.values @ table.weights({"lm": 2})).tolist() == [0, 2]
    assert table.chosen(np.zeros(3)).tolist() == [0, 2]  # the first among equals
    changed = rescored(hypotheses[1], {"m": -0.25}, 1.5)
    assert changed.features == (("lm", (-2.0,)), ("rare", (7.0,)), ("Total", (6.0,)), ("m", (-0.25,)))
    assert changed.total == 1.5
