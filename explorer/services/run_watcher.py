"""Watches run directories by polling, away from the UI thread; training neither knows nor notices."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import EngineError
from engine.runs.layout import require_readable
from explorer.services.run_shelf import RunShelf
from explorer.services.run_snapshot import RunSnapshot
from explorer.services.tasks import Task, TaskControl, run_task

INTERVAL = 1000  # milliseconds between two polls
RESTING = 5000  # the same while the runs are not seen


class RunWatcher(QObject):
    """Finds the runs that there are, and tells what is new in them about every second.

    `runs` are the snapshots told last. A poll that takes longer delays the next one and nothing else.
    """

    runs_changed = Signal(tuple)  # of RunSnapshot, the newest run first
    home_failed = Signal(EngineError)  # the folder of all runs cannot be read; told once

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        """home: the folder in which runs are kept; it need not exist."""
        super().__init__(parent)
        self.runs: tuple[RunSnapshot, ...] = ()
        self._home = home
        self.home_error: EngineError | None = None  # why the folder of all runs could not be read last
        self._shelf = RunShelf(home)
        self._task: Task | None = None
        self._is_reading = False
        self._is_wanted = False  # a poll, as soon as that under way has ended
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._poll)

    def start(self) -> None:
        """Look now, and then again and again until `stop`."""
        self._timer.start(INTERVAL)
        self.look_again()

    def rest(self) -> None:
        """Look only now and then, for nobody looks at the runs just now."""
        self._timer.start(RESTING)

    def stop(self) -> None:
        """Look no longer; what is being read just now is not told any more."""
        self._timer.stop()
        self._is_reading = False
        if self._task is not None:
            self._task.cancel()

    def watch(self, path: Path) -> None:
        """Watch a run wherever it is kept, also when the program is started again.

        Raises OSError where that cannot be written down.
        """
        self._shelf.add(path)
        self.look_again()

    def watch_copies(self, copies: dict[Path, str]) -> None:
        """Watch the copies of other machines' runs in these folders, each with the name of its machine."""
        self._shelf.set_copies(dict(copies))

    def forget(self, path: Path) -> None:
        """Watch a run elsewhere no longer. Raises OSError where that cannot be written down."""
        self._shelf.forget(path)
        self.look_again()

    def follow(self, paths: Iterable[Path]) -> None:
        """Read these runs in full, their curves and logs included."""
        paths = tuple(paths)
        self._shelf.follow(paths)
        whole = {run.path for run in self.runs if run.is_whole}
        if not whole.issuperset(paths):
            self._is_wanted = True
            self._poll()

    def look_again(self) -> None:
        """Look at every run at once, those that have ended included."""
        self._shelf.look_again()
        self._is_wanted = True
        self._poll()

    def _poll(self) -> None:
        if self._is_reading:
            return
        self._is_wanted = False
        self._is_reading = True
        self._task = run_task(self._read, self._on_read, self._on_failed, owner=self)

    def _read(self, control: TaskControl) -> tuple[tuple[RunSnapshot, ...], EngineError | None]:
        runs = self._shelf.poll(lambda: control.cancelled)
        try:
            require_readable(self._home)
        except EngineError as error:
            return runs, error
        return runs, None

    def _on_read(self, found: tuple[tuple[RunSnapshot, ...], EngineError | None]) -> None:
        self._is_reading = False
        runs, error = found
        before, self.home_error = self.home_error, error
        if error is not None and (before is None or before.what != error.what):
            self.home_failed.emit(error)
        self.runs = runs
        self.runs_changed.emit(runs)
        if self._is_wanted:
            self._poll()

    def _on_failed(self, error: Exception) -> None:
        self._is_reading = False
        raise error
