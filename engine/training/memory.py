"""What a training says that runs out of memory, on a CPU or a GPU."""

import contextlib
import logging
from collections.abc import Iterator

import torch

from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs.layout import RunLayout

_LOG = logging.getLogger(__name__)
_WORDS = ("not enough memory", "can't allocate memory", "out of memory")  # PyTorch's, in a RuntimeError


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this is how Python or PyTorch says that memory ran out."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error) for words in _WORDS)


@contextlib.contextmanager
def memory_told(layout: RunLayout, experiment: ExperimentConfig) -> Iterator[None]:
    """Raises RunError in the place of an error that says that memory ran out.

    Nothing is saved then: the parameters may be half changed, and the last checkpoint is whole.
    """
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        told = _memory_error(layout, experiment)
        _LOG.error("%s", told)
        raise told from error


def _memory_error(layout: RunLayout, experiment: ExperimentConfig) -> RunError:
    size, length = experiment.train.batch_size, experiment.corpus.max_length
    advice = "start one with a smaller preset, smaller batches or shorter sentences."
    kept = layout.checkpoints()
    if kept:
        advice = f"Close other programs and resume from the checkpoint of update {kept[-1][0]:,}, or {advice}"
    else:
        advice = f"Close other programs and resume the run, or {advice}"
    return RunError(
        f"The memory did not suffice for {size:,} sentence pairs of up to {length:,} tokens an update.",
        advice,
    )
