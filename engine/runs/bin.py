"""Deleted runs: moved aside into a folder beside them, from which they can be restored.

Nothing is ever removed from it by the program.
"""

import time
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.runs.notes import load_notes, shown_name
from engine.runs.ownership import Ownership

BIN = ".bin"  # inside the folder that held the run, so that a move is never a copy


@dataclass(frozen=True)
class DeletedRun:
    """A run in the bin: where it lies now, where it was, and when it was deleted, in unix seconds.

    name: the one that a person gave it, else that of its folder.
    """

    path: Path
    origin: Path
    deleted: float
    name: str


def delete_run(run: Path) -> DeletedRun:
    """Move a run into the bin. Raises RunError where a trainer has it, or it cannot be moved."""
    run = run.absolute()
    layout = RunLayout(run)
    if not layout.holds_run():
        raise RunError(f"The folder {run} holds no run.", "Choose another folder.")
    Ownership(layout).release()  # which a live trainer refuses
    deleted = time.time()
    path = run.parent / BIN / f"{run.name}.{time.time_ns()}"
    try:
        path.parent.mkdir(exist_ok=True)
        run.rename(path)
    except OSError as error:
        what = f"The run {run} cannot be moved away: {error.strerror}."
        raise RunError(what, "Check the folder that it is in.") from error
    return _deleted(path, run, deleted)


def restore_run(deleted: DeletedRun) -> Path:
    """Move a run back to where it was; its path. Raises RunError where that is not possible."""
    if deleted.origin.exists():
        raise RunError(f"There is another {deleted.origin} now.", "Move that one away first.")
    try:
        deleted.path.rename(deleted.origin)
    except OSError as error:
        what = f"The run {deleted.name} cannot be brought back: {error.strerror}."
        raise RunError(what, f"Look into {deleted.path.parent}.") from error
    return deleted.origin


def deleted_runs(home: Path) -> list[DeletedRun]:
    """The runs in the bin of a folder of runs, the one deleted last first."""
    try:
        entries = list((home / BIN).iterdir())
    except OSError:
        return []
    found = []
    for entry in entries:
        name, _, moment = entry.name.rpartition(".")
        if name and moment.isdecimal() and entry.is_dir():
            found.append(_deleted(entry, home / name, int(moment) / 1e9))
    return sorted(found, key=lambda run: run.deleted, reverse=True)


def _deleted(path: Path, origin: Path, deleted: float) -> DeletedRun:
    return DeletedRun(path, origin, deleted, shown_name(origin, load_notes(RunLayout(path))))
