"""What of a run's small files is there and cannot be read, in words: the run is shown without it."""

import contextlib
import os
from pathlib import Path

from engine.errors import EngineError
from engine.regular_files import open_regular
from engine.runs.best import load_best
from engine.runs.control import read_limit
from engine.runs.experiment_file import load_experiment, read_values
from engine.runs.layout import RunLayout


def small_files(layout: RunLayout) -> tuple[Path, ...]:
    """The files that are replaced whole; when one of them is, `damages` may say something else."""
    return layout.experiment, layout.best, layout.limit, layout.notes


def damages(layout: RunLayout) -> tuple[str, ...]:
    """A sentence for each file that is damaged, and what follows from it; none where all is well.

    A file that is missing is no damage: a run that has just begun lacks most of them. A damaged status is
    told by engine.runs.condition, a checkpoint where it is used.
    """
    faults = {
        layout.experiment: _experiment_fault(layout),
        layout.best: load_best(layout) is None and "the newest checkpoint stands for the best one",
        layout.limit: read_limit(layout) is None and "the run ends where its experiment says",
        layout.notes: not _is_object(layout.notes) and "its shown name and its tags are not known",
        layout.metrics: not _can_be_read(layout.metrics) and "nothing is known of its curves",
        layout.log: not _can_be_read(layout.log) and "nothing is known of its log",
    }
    there = {path.name: fault for path, fault in faults.items() if fault and os.path.lexists(path)}
    return tuple(f"{name} is damaged: {fault}." for name, fault in there.items())


def broken_lines(count: int) -> tuple[str, ...]:
    """The sentence for so many lines of the metrics that are no records; none for 0."""
    lines = "1 line" if count == 1 else f"{count:,} lines"
    return (f"{lines} of its metrics cannot be read.",) if count else ()


def _experiment_fault(layout: RunLayout) -> str:
    try:
        load_experiment(layout.experiment)
    except EngineError:
        return "the run can neither go on nor be used as a model"
    return ""


def _can_be_read(path: Path) -> bool:
    with contextlib.suppress(OSError), open_regular(path):
        return True
    return False


def _is_object(path: Path) -> bool:
    with contextlib.suppress(EngineError):
        read_values(path)
        return True
    return False
