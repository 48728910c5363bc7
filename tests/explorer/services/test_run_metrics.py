"""Curves against the records that they were made of, on every axis, with what was not measured left out."""

import math

import numpy as np
import pytest

from engine.runs.history import History
from engine.runs.records import TrainRecord, ValidationRecord
from explorer.services.run_metrics import RunMetrics
from tests.explorer.made_curves import made_curves


def trained(update, **more):
    return TrainRecord(update, 0, 100.0 / update, 2.0, 1.0, 0.1, 500.0, **more)


def curves_of(records):
    metrics = RunMetrics()
    metrics.add(records)
    metrics.publish(Reader())
    return metrics.curves


class Reader:
    def __init__(self, train=(), branches=()):
        self._history = History(tuple(train), tuple(branches))

    def sessions(self):
        return ()

    def train_history(self):
        return self._history

    def validation_history(self):
        return History()


@pytest.mark.parametrize(
    ("axis", "expected"),
    [("update", [10, 20]), ("tokens", [900, 1800]), ("passes", [0.5, 1.0]), ("wall", [3.5, 7])],
)
def test_each_axis(axis, expected):
    records = [trained(u, tokens=90.0 * u, passes=u / 20, wall=0.35 * u) for u in (10, 20)]
    measure = curves_of(records).measure("train", "loss", axis)
    np.testing.assert_allclose(measure.x, expected)
    assert measure.values.tolist() == [10.0, 5.0]


def test_what_was_not_measured_is_left_out_and_nan_is_not():
    validations = [
        ValidationRecord(10, 0, 2.0, 7.4, 12.0, "s", 1.0, aer=None, chrf=math.nan),
        ValidationRecord(20, 0, 2.0, 7.4, 13.0, "s", 1.0, aer=31.0, chrf=40.0),
    ]
    curves = curves_of([trained(10), trained(20, gpu=0.5, memory=2.0**30), *validations])
    assert curves.measure("validation", "aer").x.tolist() == [20]
    np.testing.assert_array_equal(curves.measure("validation", "chrf").values, [math.nan, 40.0])
    assert curves.measure("train", "gpu").values.tolist() == [50.0]
    assert curves.measure("train", "memory").values.tolist() == [1.0]
    assert curves.measure("train", "cpu").values.tolist() == []
    assert curves.measure("train", "loss", "wall").x.tolist() == []


def test_what_was_handed_out_stays_and_goes_on_with_the_same_source():
    metrics = RunMetrics()
    metrics.add([trained(10)])
    metrics.publish(Reader())
    first = metrics.curves.measure("train", "loss")
    metrics.add([trained(update) for update in range(20, 50_000, 10)])
    metrics.publish(Reader())
    second = metrics.curves.measure("train", "loss")
    assert first.values.tolist() == [10.0]
    assert second.source is first.source
    np.testing.assert_allclose(second.values, [100.0 / update for update in range(10, 50_000, 10)])
    metrics.read_anew(Reader([trained(10)], [[trained(20)]]))
    metrics.publish(Reader())
    third = metrics.curves.measure("train", "loss")
    assert third.source is not first.source
    assert third.values.tolist() == [10.0]
    assert [values.tolist() for _, values in third.branches] == [[5.0]]
    assert len(second.values) == 4999


def test_a_return_stands_on_every_axis_at_the_last_record_before_it():
    train = {"update": [10, 20, 30, 40], "wall": [1.5, 3.0, 9.0, 9.5], "loss": [1.0] * 4}
    curves = made_curves(train, returns=(25.0, 40.0, 5.0))
    assert curves.returns_on("update") == (25.0, 40.0, 5.0)
    assert curves.returns_on("wall") == (3.0, 9.5)
    assert curves.returns_on("tokens") == ()


def test_the_last_update_is_that_of_either_kind_of_record():
    assert made_curves().last_update is None
    assert made_curves({"update": [10, 20]}, {"update": [10]}).last_update == 20
    assert made_curves(validation={"update": [30]}).last_update == 30


def test_missing_records_are_a_gap_and_an_extra_validation_is_none():
    updates = [10, 20, 30, 80, 90, 100]
    train = {"update": updates, "loss": [1.0] * 6, "wall": [1, 2, 3, 4, 500, 501]}
    validation = {"update": [100, 200, 210, 300, 400, 900], "bleu": [1.0] * 6}
    curves = made_curves(train, validation)
    for axis in ("update", "wall"):
        assert curves.measure("train", "loss", axis).breaks.tolist() == [3]
    assert curves.bleu.breaks.tolist() == [5]
    assert (
        made_curves({"update": [10, 90], "loss": [1.0, 1.0]}).measure("train", "loss").breaks.tolist() == []
    )
