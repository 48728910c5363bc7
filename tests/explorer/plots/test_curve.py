"""The part of a line that is drawn, and the logarithms that are."""

import numpy as np
import pytest

from explorer.plots.curve import NO_PLACES, Strand, scaled, visible_part


def test_the_visible_part_leaves_the_picture_on_both_sides():
    x = np.array([10.0, 20.0, 30.0, 40.0, 50.0])
    assert x[visible_part(x, 25, 35)].tolist() == [20.0, 30.0, 40.0]
    assert x[visible_part(x, 0, 100)].tolist() == x.tolist()
    assert x[visible_part(x, 60, 70)].tolist() == [50.0]
    assert x[visible_part(x, 0, 5)].tolist() == [10.0]
    assert x[visible_part(x[:0], 0, 5)].tolist() == []


def test_a_line_is_broken_at_what_is_no_number():
    strand = Strand()
    strand.extend(np.arange(4.0), np.array([1.0, np.nan, np.inf, 2.0]), NO_PLACES)
    x, values = strand.seen(0, 3, 100)
    assert x.tolist() == [0, 1, 2, 3]
    np.testing.assert_array_equal(values, [1.0, np.nan, np.nan, 2.0])


@pytest.mark.parametrize("count", [10, 100_000])
def test_a_line_is_broken_at_a_gap_however_thin_it_is_drawn(count):
    """Every two points that are joined lie in one piece."""
    strand, breaks = Strand(), np.array([count // 3, count // 2])
    strand.extend(np.arange(float(count)), np.ones(count), breaks)
    x, values = strand.seen(0, count, 100)
    joined = np.isfinite(values[:-1]) & np.isfinite(values[1:])
    for before, after in zip(x[:-1][joined], x[1:][joined], strict=True):
        assert not any(before < place <= after for place in breaks)
    assert np.isnan(values).sum() == 2
    assert (np.diff(x) >= 0).all()


def test_a_line_that_grew_is_drawn_as_one_that_came_at_once():
    x, values = np.arange(5000.0), np.random.default_rng(0).normal(size=5000)
    grown, at_once = Strand(), Strand()
    grown.extend(x[:1700], values[:1700], NO_PLACES)
    grown.extend(x, values[1700:], NO_PLACES)
    at_once.extend(x, values, NO_PLACES)
    for one, other in zip(grown.seen(100, 4900, 90), at_once.seen(100, 4900, 90), strict=True):
        np.testing.assert_array_equal(one, other)


def test_logarithms_of_zero_and_less():
    np.testing.assert_array_equal(scaled(np.array([100.0, 0.0, -1.0]), "log"), [2.0, -np.inf, np.nan])
    assert scaled(np.array([0.5]), "linear").tolist() == [0.5]
