"""Keeps copies of another machine's runs up to date over its line."""

from collections import deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import EngineError, RunError
from explorer.services import run_copy
from explorer.services.machine_line import MachineLine
from explorer.services.run_copy import Copied
from explorer.services.tasks import run_task

INTERVAL = 2000  # milliseconds between two lists of the runs there
AT_ONCE = 4  # runs that are asked for at the same time: enough to hide the way, few enough for memory


class RunMirror(QObject):
    """The copies in one folder. While the line is broken they stay as they were last seen."""

    failed = Signal(EngineError)  # copies cannot be kept, or the runs there not be read; it is tried again

    def __init__(self, line: MachineLine, home: Path, parent: QObject | None = None) -> None:
        """home: the folder of the copies; it need not exist."""
        super().__init__(parent)
        self._line = line
        self._home = home
        self._copied: dict[str, Copied] | None = None  # by run; None until the folder has been read
        self._marks: dict[str, str] = {}  # of the copied runs
        self._runs: list[dict[str, Any]] = []  # as they were listed last
        self._due: deque[dict[str, Any]] = deque()  # the listed runs that are to be asked for
        self._unread = ""  # why the runs there could not be read when they were asked for last
        self._asked = 0
        self._is_looking = False
        self._writing = 0  # tasks that write now
        self._then: Callable[[], None] | None = None  # what follows the end
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.look)
        line.state_changed.connect(self.look)
        run_task(lambda _: run_copy.find_copies(home), self._on_found, owner=self)

    def look(self) -> None:
        """Ask what there is to see now; nothing while that is under way, or without a connection."""
        if self._line.state.state == "connected" and self._copied is not None and not self._is_looking:
            self._timer.stop()
            self._is_looking = True
            self._line.ask({"kind": "runs"}, self._on_runs, self._on_unlisted)

    def end(self, then: Callable[[], None]) -> None:
        """Look no more. `then` is called once nothing is written any longer, and the mirror is gone."""
        self._timer.stop()
        self._line.state_changed.disconnect(self.look)
        self._then = then
        self._end_if_idle()

    def _end_if_idle(self) -> None:
        if self._then is not None and not self._writing:
            self.deleteLater()
            self._then()

    def _on_found(self, copied: dict[str, Copied]) -> None:
        self._copied = copied
        self.look()

    def _on_unlisted(self, error: EngineError) -> None:
        """Say once what is wrong there; a line that broke is told by itself."""
        if self._line.state.state == "connected" and error.what != self._unread:
            self._unread = error.what
            self.failed.emit(RunError(f"{self._line.name}: {error.what}", error.remedy))
        self._rest()

    def _on_runs(self, answer: dict[str, Any], _: bytes) -> None:
        assert self._copied is not None
        self._unread = ""
        runs = answer.get("runs")
        self._runs = [run for run in runs if _is_run(run)] if isinstance(runs, list) else []
        self._due.extend(run for run in self._runs if self._marks.get(run["name"]) != run["mark"])
        gone = self._copied.keys() - {run["name"] for run in self._runs}
        for name in gone:
            del self._copied[name]
            self._marks.pop(name, None)
        self._do(partial(run_copy.remove, self._home, gone), lambda _: self._go_on())

    def _go_on(self) -> None:
        """Ask for the next runs; when all are here, note how they are judged, and rest."""
        if self._line.state.state != "connected":
            self._due.clear()
        while self._due and self._asked < AT_ONCE:
            self._ask(self._due.popleft())
        if not self._asked:
            kept = [run for run in self._runs if run["name"] in (self._copied or ())]
            self._do(partial(run_copy.keep_conditions, self._home, kept), lambda _: self._rest())

    def _ask(self, run: dict[str, Any]) -> None:
        assert self._copied is not None
        self._asked += 1
        copied = self._copied.get(run["name"], Copied())
        request = {"kind": "look", "run": run["name"], "offset": copied.offset, "head": copied.head}
        self._line.ask(
            {**request, "files": copied.files},
            partial(self._on_look, run),
            lambda _: self._on_answered(),
        )

    def _on_look(self, run: dict[str, Any], answer: dict[str, Any], metrics: bytes) -> None:
        assert self._copied is not None
        name = run["name"]
        folder, before = self._home / run_copy.folder_name(name), self._copied.get(name, Copied())

        def take_in() -> Copied:
            run_copy.keep_conditions(self._home, [run])  # first, for a status alone would be judged from here
            return run_copy.take_in(folder, before, answer, metrics)

        def on_taken(copied: Copied) -> None:
            assert self._copied is not None
            self._copied[name] = copied
            if answer.get("more"):
                self._due.appendleft(run)
            else:
                self._marks[name] = run["mark"]
            self._on_answered()

        self._do(take_in, on_taken, self._on_answered)

    def _on_answered(self) -> None:
        self._asked -= 1
        self._go_on()

    def _rest(self) -> None:
        self._is_looking = False
        self._timer.start()

    def _do(
        self,
        work: Callable[[], Any],
        on_done: Callable[[Any], None],
        on_failed: Callable[[], None] | None = None,
    ) -> None:
        """Write on the disk, then go on; where that fails, say so and go on too."""

        def on_written(result: Any) -> None:
            self._writing -= 1
            if self._then is None:
                on_done(result)
            else:
                self._end_if_idle()

        def on_error(error: Exception) -> None:
            self._writing -= 1
            if self._then is not None:
                self._end_if_idle()
                return
            if not isinstance(error, OSError):
                raise error
            what = f"The runs of {self._line.name} cannot be kept in {self._home}: {error.strerror}."
            self.failed.emit(RunError(what, "Make room there."))
            (on_failed or self._rest)()

        self._writing += 1
        run_task(lambda _: work(), on_written, on_error, owner=self)


def _is_run(value: object) -> bool:
    """Whether a list of runs says something that can be kept here."""
    if not isinstance(value, dict) or not isinstance(value.get("mark"), str):
        return False
    name = value.get("name")
    return isinstance(name, str) and name != "" and name.isprintable()
