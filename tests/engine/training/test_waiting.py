"""A disk that takes no more pauses a run, which loses nothing; a checkpoint of something else is refused."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint, save_checkpoint
from engine.config import ExperimentConfig
from engine.errors import CheckpointError, ConfigError, RunError
from engine.runs.condition import read_status
from engine.runs.control import request
from engine.runs.layout import RunLayout
from engine.runs.records import Record, RunStatus
from engine.runs.writer import RunWriter
from engine.training import resume_run, start_run, trainer, waiting

Experiment = Callable[..., ExperimentConfig]
FULL = CheckpointError("The disk is full.", "Free some room.")


def ignore(_: Record) -> None:
    pass


def parameters(run: Path) -> dict[str, torch.Tensor]:
    return load_checkpoint(RunLayout(run).checkpoints()[-1][1]).model


def equal(one: Path, other: Path) -> bool:
    first, second = parameters(one), parameters(other)
    return all(torch.equal(first[name], second[name]) for name in first)


class FullDisk:
    """Stands for a function that writes: its first calls find no room, and `at_call` is called with each."""

    def __init__(self, write: Callable, failures: int, error: Exception, at_call: Callable[[], None]) -> None:
        self._write, self._left, self._error, self._at_call = write, failures, error, at_call

    def __call__(self, *arguments: object) -> object:
        if self._left == 0:
            return self._write(*arguments)
        self._left -= 1
        self._at_call()
        raise self._error


def fill_disk(patch: pytest.MonkeyPatch, failures: int, at_call: Callable[[], None]) -> None:
    patch.setattr(trainer, "save_checkpoint", FullDisk(save_checkpoint, failures, FULL, at_call))


def test_a_full_disk_pauses_the_run_until_there_is_room(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_run(experiment(20), tmp_path / "roomy", ignore)
    run, seen = tmp_path / "run", list[RunStatus | None]()
    monkeypatch.setattr(waiting, "_RETRY", 0.05)
    fill_disk(monkeypatch, 3, lambda: seen.append(read_status(RunLayout(run))))
    assert start_run(experiment(20), run, ignore) == "finished"
    first, *later = seen
    assert first is not None
    assert (first.state, first.error) == ("running", None)
    for status in later:
        assert status is not None
        assert status.state == "paused"
        assert status.error is not None
        assert status.error.what == "The disk is full."
        assert "nothing is lost" in status.error.remedy
    assert [update for update, _ in RunLayout(run).checkpoints()] == [10, 20]
    assert equal(run, tmp_path / "roomy")


@pytest.mark.parametrize("method", ["record", "save_trace", "set_best"])
def test_whatever_is_written_waits_for_room(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    monkeypatch.setattr(waiting, "_RETRY", 0.05)
    write = getattr(RunWriter, method)
    full = FullDisk(write, 0, RunError("The disk is full."), lambda: None)
    monkeypatch.setattr(RunWriter, method, lambda *arguments: full(*arguments))

    def fill(_: Record) -> None:  # after the first record of the session, which a start cannot do without
        full._left = 2 if not seen else 0
        seen.append(None)

    seen: list[None] = []
    assert start_run(experiment(20), tmp_path / "run", fill) == "finished"
    assert len(seen) == 4  # two training records, two validations
    lines = RunLayout(tmp_path / "run").metrics.read_text().split("\n")
    assert sum('"train"' in line for line in lines) == 2


def test_a_watcher_may_resume_a_run_that_waits_for_room(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_disk(monkeypatch, 1, lambda: request(tmp_path / "run", "resume"))
    assert start_run(experiment(10), tmp_path / "run", ignore) == "finished"


def test_a_run_that_is_stopped_while_there_is_no_room_says_why(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    with monkeypatch.context() as patch:
        fill_disk(patch, 99, lambda: request(run, "stop"))
        with pytest.raises(CheckpointError, match="The disk is full"):
            start_run(experiment(10), run, ignore)
    status = read_status(RunLayout(run))
    assert status is not None
    assert status.state == "failed"
    assert status.error is not None
    assert status.error.what == "The disk is full."
    RunLayout(run).request.unlink()  # it was asked at every try, the last one included
    assert resume_run(run, None, ignore) == "finished"


def test_a_run_that_is_stopped_once_there_is_room_is_saved(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    fill_disk(monkeypatch, 1, lambda: request(run, "stop"))
    assert start_run(experiment(20), run, ignore) == "stopped"
    assert [update for update, _ in RunLayout(run).checkpoints()] == [10]


@pytest.fixture
def run(experiment: Experiment, tmp_path: Path) -> Path:
    """A finished run of 20 updates with checkpoints at 10 and 20."""
    start_run(experiment(20), tmp_path / "run", ignore)
    return tmp_path / "run"


def test_a_damaged_checkpoint_is_left_aside_and_told(run: Path, tmp_path: Path) -> None:
    shutil.copytree(run, tmp_path / "whole")
    path = RunLayout(run).checkpoint_dir(20) / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert resume_run(run, None, ignore) == "finished"
    assert "The checkpoint of update 20 is damaged and is left aside." in RunLayout(run).log.read_text()
    assert equal(run, tmp_path / "whole")


def test_a_run_does_not_go_on_to_an_end_that_lies_behind(run: Path) -> None:
    with pytest.raises(ConfigError, match="is at update 20, past the end, 15"):
        resume_run(run, 15, ignore)


def test_a_run_whose_sizes_were_changed_is_not_resumed(run: Path) -> None:
    path = RunLayout(run).experiment
    path.write_text(path.read_text().replace('"hidden_size": 32', '"hidden_size": 33'))
    with pytest.raises(CheckpointError, match="does not fit the run it lies in"):
        resume_run(run, 30, ignore)


def test_a_run_with_other_vocabularies_is_not_resumed(run: Path) -> None:
    path = run / "vocabulary" / "source.json"
    path.write_text(path.read_text().replace('"ba"', '"zz"'))
    with pytest.raises(CheckpointError, match="another source vocabulary"):
        resume_run(run, 30, ignore)
