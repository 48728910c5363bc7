"""The end of a run is moved while it trains and after it has ended; a checkpoint is kept when asked for."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig
from engine.runs.condition import read_status
from engine.runs.control import read_limit, request, set_limit
from engine.runs.layout import RunLayout
from engine.runs.records import Record, TrainRecord
from engine.training import resume_run, start_run

Experiment = Callable[..., ExperimentConfig]


def ignore(_: Record) -> None:
    pass


def when_at(update: int, do: Callable[[], None]) -> Callable[[Record], None]:
    """Do something when the record of an update comes by."""

    def look(record: Record) -> None:
        if isinstance(record, TrainRecord) and record.update == update:
            do()

    return look


def updates(run: Path) -> tuple[int, int]:
    status = read_status(RunLayout(run))
    assert status is not None
    return status.update, status.max_updates


def same_parameters(one: Path, other: Path) -> bool:
    first, second = (load_checkpoint(RunLayout(run).checkpoints()[-1][1]).model for run in (one, other))
    return all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("end", [30, 50])
def test_a_run_that_trains_ends_where_it_is_told_meanwhile(
    experiment: Experiment, tmp_path: Path, end: int
) -> None:
    moved, plain = tmp_path / "moved", tmp_path / "plain"
    assert start_run(experiment(40), moved, when_at(20, lambda: set_limit(moved, end))) == "finished"
    assert updates(moved) == (end, end)
    start_run(experiment(end), plain, ignore)
    assert same_parameters(moved, plain)


def test_a_finished_run_goes_on_and_a_later_resume_remembers_the_end(
    experiment: Experiment, tmp_path: Path
) -> None:
    run, plain = tmp_path / "run", tmp_path / "plain"
    start_run(experiment(20), run, ignore)
    set_limit(run, 50)
    stopped = resume_run(run, None, when_at(30, lambda: request(run, "stop")))
    assert (stopped, updates(run)) == ("stopped", (30, 50))
    assert resume_run(run, None, ignore) == "finished"
    start_run(experiment(50), plain, ignore)
    assert same_parameters(run, plain)


def test_an_end_of_the_command_line_is_remembered_too(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    start_run(experiment(20), run, ignore)
    resume_run(run, 40, when_at(30, lambda: request(run, "stop")))
    assert read_limit(RunLayout(run)) == 40
    resume_run(run, None, ignore)
    assert updates(run) == (40, 40)


def test_a_falling_learning_rate_falls_towards_the_new_end(experiment: Experiment, tmp_path: Path) -> None:
    plan = experiment(40)
    plan = replace(plan, train=replace(plan.train, learning_rate_decay="linear"))
    rates: dict[int, float] = {}

    def look(record: Record) -> None:
        if isinstance(record, TrainRecord):
            rates[record.update] = record.learning_rate
        if isinstance(record, TrainRecord) and record.update == 30:
            set_limit(tmp_path / "run", 80)

    start_run(plan, tmp_path / "run", look)
    full = plan.train.learning_rate
    assert rates[30] == pytest.approx(full * 2 * (1 - 29 / 40))
    assert rates[40] == pytest.approx(full)  # before the middle of 80
    assert rates[60] == pytest.approx(full * 2 * (1 - 59 / 80))
    assert rates[80] == pytest.approx(full * 2 * (1 - 79 / 80))


def test_a_checkpoint_is_kept_when_it_is_asked_for(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    ask = when_at(20, lambda: request(run, "checkpoint"))
    assert start_run(experiment(60, validate_every=50), run, ask) == "finished"
    assert [update for update, _ in RunLayout(run).checkpoints()] == [20, 50, 60]
