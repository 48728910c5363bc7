"""The moving average against a loop; a constant stays that constant to the last bit."""

import numpy as np
import pytest

from explorer.plots.smoothing import MovingAverage


def in_a_loop(values, span):
    """The sum of all numbers so far, each weighted by decay once more for every value since, normalised."""
    decay, weighted, counted, means = 1 - 2 / (span + 1), 0.0, 0.0, []
    for value in values:
        finite = np.isfinite(value)
        weighted = decay * weighted + (value if finite else 0.0)
        counted = decay * counted + finite
        means.append(weighted / counted if finite else np.nan)
    return np.array(means)


def made():
    values = np.random.default_rng(0).normal(size=3000)
    values[[0, 700, 701, 2999]] = np.nan
    values[40] = np.inf
    return values


@pytest.mark.parametrize("span", [2, 16, 500])
def test_it_equals_the_loop(span):
    found = MovingAverage(span).extend(made())
    np.testing.assert_allclose(found, in_a_loop(made(), span), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("span", [2, 16, 500])
def test_it_goes_on_where_it_ended(span):
    values, average = made(), MovingAverage(span)
    parts = [average.extend(values[begin : begin + 700]) for begin in range(0, 3000, 700)]
    np.testing.assert_allclose(np.concatenate(parts), in_a_loop(values, span), rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("constant", [3.7, 0.1, -1e-300, 1e300])
@pytest.mark.parametrize("span", [2, 128, 4096])
def test_a_constant_stays_exactly_that_constant(constant, span):
    values = np.full(20_000, constant)
    values[5] = np.nan
    found = MovingAverage(span).extend(values)
    assert np.isnan(found[5])
    assert (np.delete(found, 5) == constant).all()


def test_the_first_value_is_not_drawn_towards_zero():
    assert MovingAverage(1000).extend(np.array([7.0, 7.5]))[0] == 7.0


def test_a_span_of_one_changes_nothing_but_infinities():
    np.testing.assert_array_equal(MovingAverage(1).extend(np.array([1.0, np.inf, 3.0])), [1.0, np.nan, 3.0])


def test_only_gaps_give_only_gaps_and_the_average_starts_after_them():
    average = MovingAverage(8)
    assert np.isnan(average.extend(np.full(4, np.nan))).all()
    assert average.extend(np.array([2.0])).tolist() == [2.0]
