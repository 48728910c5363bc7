"""Measures over logarithms of their places, against numbers by hand."""

import numpy as np

from explorer.run_curves import Measure


def test_places_up_to_zero_have_no_logarithm_and_are_left_out():
    branch = (np.array([0.0, 10.0]), np.array([7.0, 8.0]))
    gone = (np.array([0.0]), np.array([9.0]))
    source = object()
    measure = Measure(
        np.array([0.0, 1.0, 10.0, 1000.0]), np.array([4.0, 3.0, np.nan, 1.0]), (branch, gone), source,
        np.array([1, 3]),
    )  # fmt: skip
    found = measure.on_log_axis()
    np.testing.assert_array_equal(found.x, [0.0, 1.0, 3.0])
    np.testing.assert_array_equal(found.values, [3.0, np.nan, 1.0])
    assert [(x.tolist(), values.tolist()) for x, values in found.branches] == [([1.0], [8.0])]
    assert found.breaks.tolist() == [2]
    assert found.source is source
