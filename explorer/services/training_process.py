"""Starts training processes that outlive the window, and hands wishes to them through their run folders."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from engine.command_lines import torchrun_options
from engine.errors import EngineError, RunError
from engine.runs import control
from engine.runs.detached import DetachedTraining, going_on, own_program
from explorer.new_run import NewRun

LOOK_EVERY = 250  # milliseconds
_TORCHRUN = ("-m", "torch.distributed.run")


class TrainingProcesses(QObject):
    """Training runs as processes of their own: no pipe and no parent ties them to the window."""

    run_started = Signal(Path)
    start_failed = Signal(Path, EngineError)

    def __init__(self, program: Sequence[str] = (), parent: QObject | None = None) -> None:
        """program: the Python and the script that are the command line; empty for this program's own."""
        super().__init__(parent)
        self._program = list(program) or own_program()
        self._children: list[DetachedTraining] = []
        self._unknown: list[DetachedTraining] = []  # those that are no run yet
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_EVERY)
        self._timer.timeout.connect(self._look)

    def start(self, run: NewRun) -> None:
        """Start a new run; `run_started` or `start_failed` follows."""
        python, *script = self._program
        several = [*_TORCHRUN, *torchrun_options(run.processes)] if run.processes > 1 else []
        self._launch(run.folder, [python, *several, *script, *run.arguments()])

    def go_on(self, folder: Path) -> None:
        """Start a process that goes on with a run which has none; the same signals follow."""
        try:
            arguments = going_on(folder)
        except RunError as error:
            self.start_failed.emit(folder, error)
            return
        self._launch(folder, [*self._program, *arguments])

    def request(self, folder: Path, word: control.Request) -> None:
        """Ask the process of a run to do what the word says. Raises RunError."""
        control.request(folder, word)

    def let_go(self) -> None:
        """Leave all processes to themselves; called when the window closes."""
        self._timer.stop()
        for child in self._children:
            child.let_go()
        self._children.clear()

    def _launch(self, folder: Path, command: list[str]) -> None:
        try:
            child = DetachedTraining(folder, command)
        except RunError as error:
            self.start_failed.emit(folder, error)
            return
        self._children.append(child)
        self._unknown.append(child)
        self._timer.start()

    def _look(self) -> None:
        """See which of the starts has become a run, and which has ended without one."""
        for child in list(self._children):
            has_ended = child.has_ended()
            if child in self._unknown:
                self._tell_outcome(child, has_ended)
            if has_ended:
                self._children.remove(child)
        if not self._children:
            self._timer.stop()

    def _tell_outcome(self, child: DetachedTraining, has_ended: bool) -> None:
        if child.is_run():
            self._unknown.remove(child)
            self.run_started.emit(child.folder)
        elif has_ended:
            self._unknown.remove(child)
            self.start_failed.emit(child.folder, child.failure())
