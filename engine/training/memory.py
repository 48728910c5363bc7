"""What a training says that runs out of memory, on a CPU or a GPU."""

import contextlib
import logging
from collections.abc import Iterator

from engine.config import ExperimentConfig
from engine.device import is_out_of_memory
from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.training.batching import Batch

_LOG = logging.getLogger(__name__)


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
        told = _memory_error(layout, experiment, error)
        _LOG.error("%s", told)
        raise told from error


@contextlib.contextmanager
def batch_noted(update: int, batch: Batch) -> Iterator[None]:
    """Note on an error that says that memory ran out which minibatch did it. update: 0-based."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if is_out_of_memory(error):
            sentences, longest, target = *batch.source.shape, batch.target.shape[1]
            error.add_note(
                f"for update {update + 1:,}: {sentences:,} sentence pairs, sources of up to {longest:,} and "
                f"targets of up to {target:,} tokens"
            )
        raise


def _memory_error(layout: RunLayout, experiment: ExperimentConfig, error: BaseException) -> RunError:
    size, length = experiment.train.batch_size, experiment.corpus.max_length
    what = f"for {size:,} sentence pairs of up to {length:,} tokens an update"
    what = getattr(error, "__notes__", [what])[0]
    advice = "start one with a smaller preset, smaller batches or shorter sentences."
    kept = layout.checkpoints()
    if kept:
        advice = f"Close other programs and resume from the checkpoint of update {kept[-1][0]:,}, or {advice}"
    else:
        advice = f"Close other programs and resume the run, or {advice}"
    return RunError(f"The memory did not suffice {what}.", advice)
