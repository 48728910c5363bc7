"""Smoothing against a loop, thinning against the extremes that it must keep."""

import numpy as np
import pytest

from explorer.plots.curve import smoothed, smoothing_span, thinned, visible_part


def smoothed_in_a_loop(values, span):
    decay, weighted, counted, means = 1 - 2 / (span + 1), 0.0, 0.0, []
    for value in values:
        finite = np.isfinite(value)
        weighted = decay * weighted + (value if finite else 0.0)
        counted = decay * counted + finite
        means.append(weighted / counted if finite else np.nan)
    return np.array(means)


@pytest.mark.parametrize("span", [2, 16, 500])
def test_smoothing_equals_the_moving_average_in_a_loop(span):
    values = np.random.default_rng(0).normal(size=3000)
    values[[0, 700, 701, 2999]] = np.nan
    values[40] = np.inf
    np.testing.assert_allclose(smoothed(values, span), smoothed_in_a_loop(values, span), rtol=1e-6, atol=1e-9)


def test_a_constant_stays_that_constant():
    np.testing.assert_allclose(smoothed(np.full(100_000, 3.7), 128), 3.7, rtol=1e-12)


def test_a_span_of_one_changes_nothing_but_infinities():
    np.testing.assert_array_equal(smoothed(np.array([1.0, np.inf, 3.0]), 1), [1.0, np.nan, 3.0])


def test_the_span_grows_in_powers_of_two():
    assert [smoothing_span(count) for count in (0, 49, 100, 399, 400, 5000)] == [1, 1, 2, 4, 8, 64]


@pytest.mark.parametrize("at", [0, 123_457, 999_999])
def test_thinning_keeps_each_spike(at):
    updates = np.arange(1_000_000.0)
    values = np.zeros(1_000_000)
    values[at] = 9.0
    values[(at + 5000) % 1_000_000] = -9.0
    shown_updates, shown = thinned(updates, values, 800)
    assert len(shown) <= 2 * 800 + 1250
    assert shown_updates[shown == 9.0].tolist() == [at]
    assert (shown == -9.0).sum() == 1
    assert (np.diff(shown_updates) >= 0).all()


def test_thinning_keeps_a_gap_as_a_gap():
    values = np.ones(10_000)
    values[4000:6000] = np.nan
    updates, shown = thinned(np.arange(10_000.0), values, 100)
    assert np.isnan(shown[(updates >= 4000) & (updates < 5900)]).all()
    assert not np.isnan(shown[updates < 3900]).any()


def test_few_values_are_left_alone():
    updates, values = np.arange(5.0), np.array([1.0, np.nan, 3.0, 4.0, 5.0])
    assert thinned(updates, values, 100)[1] is values


def test_the_visible_part_leaves_the_picture_on_both_sides():
    updates = np.array([10.0, 20.0, 30.0, 40.0, 50.0])
    assert updates[visible_part(updates, 25, 35)].tolist() == [20.0, 30.0, 40.0]
    assert updates[visible_part(updates, 0, 100)].tolist() == updates.tolist()
