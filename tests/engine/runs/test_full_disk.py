"""A disk that takes no more: the run says so, and can go on once there is room."""

import errno
import logging
from pathlib import Path

import pytest

from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs import publishing
from engine.runs.condition import read_status
from engine.runs.records import Problem, TrainRecord
from engine.runs.writer import RunWriter


def train(update: int) -> TrainRecord:
    return TrainRecord(update, 0, 2.0, 7.4, 1.0, 1.0, 500.0)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told_and_the_run_can_go_on(
    writer: RunWriter, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer._metrics, "append", full)
        patch.setattr(publishing, "write_text", full)
        with pytest.raises(RunError, match=r"disk that holds the run .* is full"):
            writer.record(train(1))
        with pytest.raises(RunError, match="is full"):
            writer.set_best(1, "bleu", 1.0)
        writer.set_status("paused", RunError("The disk is full.", "Free some room."))
        told = read_status(writer.layout)
        assert told is not None
        assert (told.state, told.error) == ("paused", Problem("The disk is full.", "Free some room."))
        patch.setattr(publishing, "overwrite_text", full)
        writer.set_status("paused", RunError("It is still full.", "Free some room."))
        writer.set_status("paused", RunError("It is still full.", "Free some room."))
    assert caplog.text.count("cannot be written") == 1
    writer.record(train(1))
    writer.set_status("running")
    status = read_status(writer.layout)
    assert status is not None
    assert (status.state, status.update, status.error) == ("running", 1, None)


def test_a_record_counts_though_its_copy_for_tensorboard_is_lost(
    writer: RunWriter, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer._events, "record", full)
        writer.record(train(1))
    assert "TensorBoard" in caplog.text
    lines = writer.layout.metrics.read_text().split("\n")
    assert sum('"train"' in line for line in lines) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_log_on_a_full_disk_says_nothing_to_the_terminal(
    tmp_path: Path, experiment: ExperimentConfig, capfd: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "log.txt").symlink_to("/dev/full")
    with RunWriter.create(run, experiment, {}) as writer:
        log = logging.getLogger("engine.training.test")
        log.addHandler(writer.log_handler)
        log.warning("This line finds no room.")
        log.removeHandler(writer.log_handler)
    assert capfd.readouterr() == ("", "")
