"""The one door for slow work: it runs on a thread pool, its callbacks run on the UI thread.

A task that was cancelled is cut off at once, so that what was superseded can never paint.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import shiboken6
from PySide6.QtCore import QObject, QThreadPool, Signal

Result = TypeVar("Result")
_log = logging.getLogger(__name__)


class TaskControl:
    """What the work itself holds: whether it should stop, and a way to say how far it is."""

    def __init__(self, report: Callable[[Any], None]) -> None:
        self._stop = threading.Event()
        self._ending: Callable[[], None] | None = None
        self.report = report

    @property
    def cancelled(self) -> bool:
        """True once nobody waits for the result any longer; long work looks here now and then."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the work to stop."""
        self._stop.set()
        if self._ending is not None:
            self._ending()

    def end_by(self, ending: Callable[[], None]) -> None:
        """For work that waits where it cannot look whether it should stop: `ending` then ends its waiting.

        It is called on whatever thread cancels, perhaps twice.
        """
        self._ending = ending
        if self.cancelled:
            ending()


Work = Callable[[TaskControl], Any]
Callback = Callable[[Any], None]


class Task(QObject):
    """Work handed to the pool. It lives on the UI thread; only `work_off` runs on another one."""

    _told = Signal(str, object)

    def __init__(
        self,
        work: Callable[[TaskControl], Any],
        callbacks: dict[str, Callable[[Any], None]],
        owner: QObject | None,
    ) -> None:
        super().__init__()
        self._work = work
        self._callbacks = callbacks
        self._owner = owner
        self._control = TaskControl(lambda value: self._tell("progress", value))
        self._told.connect(self._on_told)

    def cancel(self) -> None:
        """Ask the work to stop; from now on no callback of it is called."""
        self._control.cancel()
        self._callbacks = {}

    def work_off(self) -> None:
        """Do the work; called once, on whatever thread the executor chooses."""
        try:
            outcome = ("done", None if self._control.cancelled else self._work(self._control))
        except Exception as error:  # every failure is told to someone, on the UI thread
            outcome = ("error", error)
        self._tell(*outcome)

    def _tell(self, what: str, value: Any) -> None:
        if shiboken6.isValid(self):
            self._told.emit(what, value)

    def _on_told(self, what: str, value: Any) -> None:
        if what != "progress":
            _running.discard(self)
        callback = self._callbacks.get(what)
        if self._control.cancelled or (self._owner is not None and not shiboken6.isValid(self._owner)):
            return
        if callback is not None:
            callback(value)


class Executor(Protocol):
    """What runs tasks; the tests put one in place that runs them at once."""

    def submit(self, task: Task) -> None:
        """Run the task, now or later."""

    def finish(self, seconds: float) -> bool:
        """Drop what has not begun and wait for what runs; False if some of it outlasts this time."""


class PoolExecutor:
    """Two threads: the slow work here is mostly reading, and the cores belong to the engine."""

    def __init__(self) -> None:
        self._pool = QThreadPool()
        self._pool.setMaxThreadCount(2)

    def submit(self, task: Task) -> None:
        """Run the task as soon as a thread is free."""
        self._pool.start(task.work_off)

    def finish(self, seconds: float) -> bool:
        """Drop what has not begun and wait for what runs; False if some of it outlasts this time."""
        self._pool.clear()
        return self._pool.waitForDone(int(1000 * seconds))


_executor: Executor | None = None
_running: set[Task] = set()  # keeps each task alive until its work has ended


def set_executor(executor: Executor | None) -> None:
    """Put another executor in place; None makes a pool when one is needed."""
    global _executor
    _executor = executor


def run_task(
    work: Callable[[TaskControl], Result],
    on_done: Callable[[Result], None],
    on_error: Callable[[Exception], None] | None = None,
    *,
    on_progress: Callback | None = None,
    owner: QObject | None = None,
) -> Task:
    """Run `work` away from the UI thread, and one of the callbacks on it afterwards.

    The work must not touch widgets. It gets a TaskControl: `control.report(value)` reaches `on_progress`.
    Without `on_error` a failure is raised on the UI thread, where the exception hook shows it. No callback
    is called after `cancel()`, nor once the `owner` has been deleted.
    """
    global _executor
    if _executor is None:
        _executor = PoolExecutor()
    callbacks: dict[str, Callback] = {"done": on_done, "error": on_error or _raise}
    if on_progress is not None:
        callbacks["progress"] = on_progress
    task = Task(work, callbacks, owner)
    _running.add(task)
    _executor.submit(task)
    return task


def finish_tasks(seconds: float = 2.0) -> bool:
    """Cancel every task and wait for what still runs; called when the window closes."""
    for task in list(_running):
        task.cancel()
    finished = _executor is None or _executor.finish(seconds)
    if not finished:
        _log.warning("some work was still running when the window closed")
    return finished


def _raise(error: Exception) -> None:
    raise error
