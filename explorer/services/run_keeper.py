"""Keeps runs in order: writes notes, deletes and restores runs, moves their end; away from the UI thread."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError, RunError
from engine.runs.bin import DeletedRun, delete_run, deleted_runs, restore_run
from engine.runs.control import set_limit
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes
from explorer.services.tasks import run_task


class RunKeeper(QObject):
    """Each wish is answered by one signal."""

    notes_kept = Signal()
    deleted = Signal(tuple)  # of DeletedRun, those that could be
    restored = Signal(tuple)  # of Path
    bin_listed = Signal(tuple)  # of DeletedRun, the one deleted last first
    limit_kept = Signal(Path, int)
    failed = Signal(EngineError)

    def keep_notes(self, run: Path, notes: RunNotes) -> None:
        """Replace what is noted about a run."""
        self._do(lambda: save_notes(RunLayout(run), notes), lambda _: self.notes_kept.emit())

    def delete(self, runs: Sequence[Path]) -> None:
        """Move these into the bin; one that cannot be moved keeps no other one from it."""
        self._do(lambda: _each(delete_run, runs), lambda done: self._tell(self.deleted, *done))

    def restore(self, runs: Sequence[DeletedRun]) -> None:
        """Move these back to where they were."""
        self._do(lambda: _each(restore_run, runs), lambda done: self._tell(self.restored, *done))

    def list_bin(self, home: Path) -> None:
        """Find out what can be restored of a folder's runs."""
        self._do(lambda: tuple(deleted_runs(home)), self.bin_listed.emit)

    def keep_limit(self, run: Path, updates: int) -> None:
        """Let a run end at this update."""
        self._do(lambda: set_limit(run, updates), lambda _: self.limit_kept.emit(run, updates))

    def _do(self, work: Callable[[], object], on_done: Callable[[object], None]) -> None:
        run_task(lambda control: work(), on_done, self._on_error, owner=self)

    def _tell(self, signal: Signal, done: tuple[object, ...], error: RunError | None) -> None:
        if done:
            signal.emit(done)
        if error is not None:
            self.failed.emit(error)

    def _on_error(self, error: Exception) -> None:
        if not isinstance(error, EngineError):
            raise error
        self.failed.emit(error)


def _each(do: Callable[[Path], object], runs: Sequence[Path]) -> tuple[tuple[object, ...], RunError | None]:
    """What came of each, and the last error."""
    done, last = [], None
    for run in runs:
        try:
            done.append(do(run))
        except RunError as error:
            last = error
    return tuple(done), last
