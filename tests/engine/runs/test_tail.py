"""The last records of a run are those that reading all of it gives, whatever else lies in its metrics."""

import os
from pathlib import Path

import pytest

from engine.runs.records import TrainRecord, ValidationRecord, to_line
from engine.runs.tail import FAR, NEAR, VALIDATIONS, last_records


def train(update: int) -> TrainRecord:
    return TrainRecord(update, 1, 2.0, 7.4, 1.0, 0.001, 900.0, time=float(update))


def validation(update: int) -> ValidationRecord:
    return ValidationRecord(update, 1, 2.0, 7.4, 12.5, "signature", 1.0, time=float(update))


@pytest.mark.parametrize("apart", [NEAR // 2, NEAR, FAR // 2])
def test_the_last_validation_is_found_however_long_ago_it_was(tmp_path: Path, apart: int) -> None:
    metrics = tmp_path / "metrics.jsonl"
    line = to_line(train(1)) + "\n"
    trained = [train(update) for update in range(2, 3 + apart // len(line))]
    metrics.write_text("".join(to_line(record) + "\n" for record in (train(0), validation(1), *trained)))
    assert last_records(metrics, 3) == [validation(1), *trained[-3:]]


def test_few_validations_come_and_what_is_broken_is_left_out(tmp_path: Path) -> None:
    metrics = tmp_path / "metrics.jsonl"
    lines = [to_line(validation(update)) for update in range(20)] + ["{", '"validation"', to_line(train(20))]
    metrics.write_text("\n".join(lines) + "\n" + to_line(train(30)))  # the last one is half written
    expected = [*(validation(update) for update in range(20 - VALIDATIONS, 20)), train(20)]
    assert last_records(metrics, 3)[-VALIDATIONS - 1 :][1:] == expected[1:]
    assert last_records(metrics, 1)[-1] == train(20)


def test_what_is_no_file_has_no_records(tmp_path: Path, at_most) -> None:
    assert last_records(tmp_path / "missing", 3) == last_records(tmp_path, 3) == []
    os.mkfifo(tmp_path / "pipe")
    with at_most(10):
        assert last_records(tmp_path / "pipe", 3) == []
