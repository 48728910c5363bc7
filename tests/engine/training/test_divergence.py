"""Gradients and parameters that are no numbers: updates are skipped and counted, good checkpoints stay."""

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig
from engine.runs.condition import describe
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.verification import newest_whole
from engine.training import learner, resume_run, start_run
from engine.training.objective import UpdateResult

Experiment = Callable[..., ExperimentConfig]


def ignore(_: object) -> None:
    pass


def last(run: Path) -> Path:
    return RunLayout(run).checkpoints()[-1][1]


def test_one_gradient_that_is_not_finite_is_skipped(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.training import objective

    clip = objective.clip_gradient
    calls = iter(range(1000))

    def poisoned(model: torch.nn.Module, norm: float) -> float:
        if next(calls) == 4:
            next(model.parameters()).grad.fill_(float("nan"))
        return clip(model, norm)

    monkeypatch.setattr(objective, "clip_gradient", poisoned)
    run = tmp_path / "run"
    assert start_run(experiment(10), run, ignore) == "finished"
    assert all(tensor.isfinite().all() for tensor in load_checkpoint(last(run)).model.values())
    assert "Update 5 was skipped" in RunLayout(run).log.read_text()
    reader = RunReader(run)
    assert reader.poll().records[1].skipped == 1.0
    words = "Finished at update 10. One update was skipped, for its gradient was not finite."
    assert describe(reader.seen()) == words
    assert resume_run(run, 12, ignore) == "finished"  # and counts on
    assert reader.seen().status.skipped == 1


def test_a_run_that_diverges_says_when_and_keeps_the_last_good_checkpoint(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.training import objective

    clip = objective.clip_gradient
    calls = iter(range(1000))
    monkeypatch.setattr(
        objective, "clip_gradient", lambda m, n: float("nan") if next(calls) >= 12 else clip(m, n)
    )
    run = tmp_path / "run"
    assert start_run(experiment(100), run, ignore) == "diverged"
    status = RunReader(run).seen().status
    assert status.state == "diverged"
    assert (status.update, status.skipped) == (33, 21)
    assert status.error.what.startswith("Since update 13 no gradient was finite (loss ")
    assert "update 30" in status.error.remedy or "update 10" in status.error.remedy
    assert newest_whole(run) is not None


def test_a_run_that_diverges_from_the_start_promises_no_checkpoint(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.training import objective

    monkeypatch.setattr(objective, "clip_gradient", lambda m, n: float("nan"))
    run, plan = tmp_path / "run", experiment(100)
    assert start_run(replace(plan, train=replace(plan.train, validate_every=100)), run, ignore) == "diverged"
    status = RunReader(run).seen().status
    assert status.error.remedy.startswith("There is no good checkpoint yet. Start a new run")
    assert newest_whole(run) is None


@pytest.mark.parametrize("spoiled", [13, 14])
def test_parameters_that_are_no_numbers_never_take_the_place_of_good_ones(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoiled: int
) -> None:
    """Spoiled before an update, which is then skipped, and by one after which a validation is due."""
    make = learner.Learner.make_update

    def spoil(self: learner.Learner, update: int) -> UpdateResult:
        result = make(self, update)
        if update == spoiled:
            next(self.model.parameters()).data.view(-1)[0] = math.nan
        return result

    monkeypatch.setattr(learner.Learner, "make_update", spoil)
    run = tmp_path / "run"
    plan = experiment(100, validate_every=5)
    assert start_run(replace(plan, train=replace(plan.train, keep_checkpoints=1)), run, ignore) == "diverged"
    assert RunLayout(run).checkpoints()[-1][0] == 10
    assert all(tensor.isfinite().all() for tensor in load_checkpoint(last(run)).model.values())
    status = RunReader(run).seen().status
    assert status.error.what == "After update 15 its parameters are no numbers any more."
    assert "update 10" in status.error.remedy
