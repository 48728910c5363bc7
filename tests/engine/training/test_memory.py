"""A training that runs out of memory: two sentences, the last checkpoint kept, and a run that goes on."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig
from engine.device import is_out_of_memory
from engine.errors import RunError
from engine.models.interface import TranslationModel
from engine.runs.condition import describe, read_status
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.training import learner, resume_run, start_run
from engine.training.batching import Batch
from engine.training.objective import add_gradient
from engine.training.validation import Validator


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


def failing_at(update: int, fail: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    """Fail in the backward pass of an update, counted from 0; the minibatches up to then."""
    batches: list[Batch] = []

    def add(model: TranslationModel, batch: Batch, sentences: int, guidance: float) -> Tensor:
        batches.append(batch)
        if len(batches) > update:
            fail()
        return add_gradient(model, batch, sentences, guidance)

    monkeypatch.setattr(learner, "add_gradient", add)
    return batches


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
        batches = failing_at(13, FAILURES[name], patched)
        with pytest.raises(RunError) as told:
            start_run(experiment(20), run, ignore)
    source, target = int(batches[-1].source_lengths.max()), int(batches[-1].target_lengths.max())
    assert told.value.what == (
        "The memory did not suffice for update 14: 80 sentence pairs, "
        f"sources of up to {source} and targets of up to {target} tokens."
    )
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


def test_memory_that_runs_out_elsewhere_is_told_with_the_sizes_of_the_run(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Validator, "validate", lambda *_: FAILURES["Python"]())
    with pytest.raises(RunError) as told:
        start_run(experiment(20), tmp_path / "run", ignore)
    assert told.value.what == "The memory did not suffice for 80 sentence pairs of up to 50 tokens an update."


def test_one_before_the_first_checkpoint_says_so(
    experiment: Callable[..., ExperimentConfig], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing_at(3, FAILURES["a GPU"], monkeypatch)
    with pytest.raises(RunError, match="Close other programs and resume the run, or start one"):
        start_run(experiment(20), tmp_path / "run", ignore)
