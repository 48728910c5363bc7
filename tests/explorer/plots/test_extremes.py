"""Thinning against every value: at every zoom each column of pixels keeps the extremes that stand in it."""

import numpy as np
import pytest

from explorer.plots.extremes import Extremes

COLUMNS = 100


def made(count, seed=0):
    """Numbers with spikes, gaps of several lengths, and infinities among them."""
    draw = np.random.default_rng(seed)
    values = draw.normal(size=count)
    values[draw.integers(0, count, count // 500 + 1)] *= 1000.0
    values[draw.integers(0, count, count // 200 + 1)] = np.nan
    values[draw.integers(0, count, 3)] = np.inf
    values[draw.integers(0, count, 3)] = -np.inf
    if count > 2000:
        values[count // 3 : count // 3 + count // 10] = np.nan
    return values


def taken(values, pieces=1):
    extremes = Extremes()
    for end in np.linspace(0, len(values), pieces + 1).astype(int)[1:]:
        extremes.take(values[:end])
    return extremes


def spikes(values, begin, end, width):
    """Places whose number is larger, or smaller, than all others as near as `width`; found one by one."""
    found = []
    for place in range(begin, end):
        near = values[max(0, place - width) : place + width + 1]
        near = near[np.isfinite(near)]
        if np.isfinite(values[place]) and values[place] in (near.max(), near.min()):
            found.append(place)
    return found


@pytest.mark.parametrize("count", [5, 199, 201, 4096, 5000, 30_001])
def test_every_spike_is_kept_at_every_zoom(count):
    values = made(count)
    extremes = taken(values)
    draw = np.random.default_rng(1)
    spans = [(0, count), (0, count // 2), (count // 3, count)]
    spans += [tuple(sorted(draw.integers(0, count, 2).tolist())) for _ in range(6)]
    for begin, end in spans:
        kept = extremes.kept(begin, end, COLUMNS)
        missing = set(spikes(values, begin, end, (end - begin) // COLUMNS)) - set(kept.tolist())
        assert not missing, (begin, end)
        assert len(kept) <= 4 * (COLUMNS + 2)


@pytest.mark.parametrize("at", [0, 123_457, 999_999])
@pytest.mark.parametrize("height", [9.0, -9.0])
def test_one_spike_among_a_million_is_kept_at_every_zoom(at, height):
    values = np.zeros(1_000_000)
    values[at] = height
    extremes = taken(values)
    for half in (1_000_000, 300_000, 40_000, 3000, 200, 20, 2):
        begin, end = max(0, at - half), min(len(values), at + half)
        kept = extremes.kept(begin, end, 800)
        assert at in kept
        assert (np.diff(kept) > 0).all()
        assert len(kept) <= 4 * 800 + 4


def test_a_row_that_grew_is_thinned_as_one_taken_at_once():
    values = made(50_000)
    grown, at_once = taken(values, pieces=37), taken(values)
    for begin, end in ((0, 50_000), (123, 40_001), (49_000, 50_000)):
        np.testing.assert_array_equal(grown.kept(begin, end, 90), at_once.kept(begin, end, 90))


def test_a_gap_stays_a_gap_and_a_lone_number_in_it_is_kept():
    values = np.ones(100_000)
    values[40_000:60_000] = np.nan
    values[50_000] = 5.0
    kept = taken(values).kept(0, len(values), COLUMNS)
    shown = values[kept]
    inside = (kept >= 42_000) & (kept < 58_000)
    assert np.isnan(shown[inside & (kept != 50_000)]).all()
    assert 50_000 in kept
    assert not np.isnan(shown[kept < 38_000]).any()


def test_a_move_of_the_picture_keeps_what_stays_in_it():
    """Nothing shimmers: inside both pictures the same values are drawn."""
    values = made(200_000)
    extremes = taken(values)
    before, after = extremes.kept(20_000, 120_000, 500), extremes.kept(33_333, 133_333, 500)
    step = 1000
    inside = [set(kept[(kept > 34_000 + step) & (kept < 119_000)].tolist()) for kept in (before, after)]
    assert inside[0] == inside[1]


def test_few_values_are_all_drawn():
    assert taken(np.arange(5.0)).kept(1, 4, 100).tolist() == [1, 2, 3]
    assert taken(np.zeros(0)).kept(0, 0, 100).tolist() == []
