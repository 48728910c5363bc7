"""A training that runs out of memory: two sentences, the last checkpoint kept, and a run that goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs.condition import describe, read_status
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.training import resume_run, start_run
from engine.training.learner import Learner
from engine.training.memory import is_out_of_memory
from engine.training.objective import UpdateResult


def ignore(_: object) -> None:
    pass


def raise_error(error: Exception) -> None:
    raise error


FAILURES: dict[str, Callable[[], object]] = {
    "a CPU, really": lambda: torch.empty(1 << 60, dtype=torch.uint8),
    "Python": lambda: raise_error(MemoryError()),
    "a GPU": lambda: raise_error(torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")),
    "a GPU of Apple": lambda: raise_error(RuntimeError("MPS backend out of memory (MPS allocated: 9 GB)")),
}


def failing_at(update: int, fail: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    make_update = Learner.make_update

    def make(learner: Learner, number: int) -> UpdateResult:
        if number == update:
            fail()
        return make_update(learner, number)

    monkeypatch.setattr(Learner, "make_update", make)


@pytest.mark.parametrize("name", FAILURES)
def test_every_device_has_its_words_for_it(name: str) -> None:
    with pytest.raises((MemoryError, RuntimeError)) as told:
        FAILURES[name]()
    assert is_out_of_memory(told.value)


def test_other_errors_are_not_taken_for_it() -> None:
    assert not is_out_of_memory(RuntimeError("The size of tensor a (3) must match the size of tensor b (4)"))
    assert not is_out_of_memory(OSError("No space left on device"))


@pytest.mark.parametrize("name", ["a CPU, really", "Python"])
def test_the_last_checkpoint_is_kept_and_resumes(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    run, layout = tmp_path / "run", RunLayout(tmp_path / "run")
    with monkeypatch.context() as patched:
        failing_at(13, FAILURES[name], patched)
        with pytest.raises(RunError) as told:
            start_run(experiment(20), run, ignore)
    assert told.value.what == "The memory did not suffice for 80 sentence pairs of up to 50 tokens an update."
    assert "the checkpoint of update 10, or start one with a smaller preset" in told.value.remedy
    status = read_status(layout)
    assert status is not None
    assert (status.state, status.error and status.error.what) == ("failed", told.value.what)
    assert told.value.what in describe(RunReader(run).poll().seen)
    assert told.value.what in layout.log.read_text(encoding="utf-8")
    ((update, folder),) = layout.checkpoints()
    assert update == 10
    load_checkpoint(folder)  # whole
    assert resume_run(run, None, ignore) == "finished"
    assert layout.checkpoints()[-1][0] == 20


def test_one_before_the_first_checkpoint_says_so(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_at(3, FAILURES["a GPU"], monkeypatch)
    with pytest.raises(RunError, match="Close other programs and resume the run, or start one"):
        start_run(experiment(20), tmp_path / "run", ignore)
