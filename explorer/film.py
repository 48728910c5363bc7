"""Records of the film of an alignment: the frames that a run has kept of its watched sentences."""

from dataclasses import dataclass
from pathlib import Path

from engine.evaluation.alignment import GoldLinks
from engine.trace import DecodingTrace


@dataclass(frozen=True)
class FrameKey:
    """One frame: a watched sentence, counted from 0, at an update.

    is_forced: the model was led along the reference; else it translated by itself.
    """

    update: int
    sentence: int
    is_forced: bool = False


@dataclass(frozen=True, eq=False)
class Frame:
    """What was read of a frame: its trace, without what no film shows; or in words why there is none."""

    key: FrameKey
    trace: DecodingTrace | None = None
    problem: str = ""


@dataclass(frozen=True)
class Watched:
    """A watched sentence. reference: its words; gold: the links between source and reference words.

    Words are those of engine.trace_words; both are None where nobody knows.
    """

    source: str
    reference: tuple[str, ...] | None = None
    gold: GoldLinks | None = None


@dataclass(frozen=True)
class Film:
    """All frames of a run: its updates, oldest first, each with every sentence.

    checkpoints: the updates of which the run still keeps the whole model.
    """

    run: Path
    updates: tuple[int, ...] = ()
    sentences: tuple[Watched, ...] = ()
    checkpoints: frozenset[int] = frozenset()
