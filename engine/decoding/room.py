"""The memory that decoding takes: what cannot fit is refused before it starts, batches stay within bounds.

J source tokens, I target tokens at most and K beam slots give I x K x J energies and as many weights.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from engine.device import is_out_of_memory
from engine.errors import ConfigError, EngineError
from engine.models.ensemble import JointEncoding
from engine.models.interface import EncoderOutput
from engine.runs.publishing import megabytes

_NUMBER = 4  # bytes
_MOST_BYTES = 4 << 30  # for the record of one sentence and the work of one step
_MOST_CELLS = 1 << 26  # I x K x J of a batch: half a GiB of energies and weights
_REMEDY = "Translate the text in shorter pieces, or with a smaller beam."


@dataclass(frozen=True)
class Extent:
    """How large the decoding of a sentence may become. The three counts are J, I and K."""

    positions: int
    steps: int
    slots: int


def decoding_bytes(extent: Extent, example: EncoderOutput, vocabulary: int, *, full: bool) -> int:
    """What the decoding takes at most. example: any encoded sentence of the model, for its sizes.

    full: whether everything is recorded, and not the alignment alone.
    """
    if isinstance(example, JointEncoding):
        return sum(decoding_bytes(extent, member, vocabulary, full=full) for member in example.members)
    context, hidden = example.annotations.shape[2], example.initial_hidden.shape[1]
    alignment = 0 if example.keys is None else 2 * extent.positions
    recorded = extent.steps * extent.slots * (alignment + (context + 3 * hidden if full else 0))
    tanh = 0 if example.keys is None else 2 * extent.positions * example.keys.shape[2]
    return _NUMBER * (recorded + extent.slots * (tanh + 4 * vocabulary))


def require_room(beginning: str, tokens: int, needed: int) -> None:
    """Raise ConfigError where a text of so many tokens needs more bytes than are given to one."""
    if needed > _MOST_BYTES:
        raise ConfigError(
            f"The text that begins '{beginning[:40]}' has {tokens:,} tokens; decoding it may take "
            f"{megabytes(needed)} of memory.",
            _REMEDY,
        )


def batches(lengths: Sequence[int], cells: Sequence[int], size: int) -> Iterator[list[int]]:
    """Indices in batches of like length, longest first, so that the largest batch comes first.

    cells: I x K x J of each sentence; a batch is padded to its largest. size: the most sentences of a batch.
    """
    batch: list[int] = []
    largest = 0
    for index in sorted(range(len(lengths)), key=lambda index: -lengths[index]):
        largest = max(largest, cells[index])
        if batch and (len(batch) >= size or (len(batch) + 1) * largest > _MOST_CELLS):
            yield batch
            batch, largest = [], cells[index]
        batch.append(index)
    if batch:
        yield batch


@contextmanager
def memory_in_words() -> Iterator[None]:
    """A machine that has no memory left is told as an EngineError."""
    try:
        yield
    except (MemoryError, RuntimeError) as error:
        if not is_out_of_memory(error):
            raise
        raise EngineError("The machine has not enough memory for this translation.", _REMEDY) from error
