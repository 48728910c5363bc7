"""Starts training processes that outlive the window, and hands wishes to them through their run folders."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from PySide6.QtCore import QObject, QTimer, Signal

from engine.command_lines import torchrun_options
from engine.errors import EngineError, RunError
from engine.runs import control
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from explorer.new_run import NewRun
from explorer.services.shared_cores import sharing_cores

PROGRAM = Path(__file__).resolve().parents[2] / "main.py"
_TORCHRUN = ("-m", "torch.distributed.run")
OUTPUT = "output.txt"  # in the run folder: what the process says outside of its log
LOOK_EVERY = 250  # milliseconds
LAST_WORDS = 16384  # bytes of the output in which the reason of a failed start is looked for


@dataclass
class _Child:
    """A process that was started. is_known: it has become a run, or was told to have failed."""

    folder: Path
    process: subprocess.Popen[bytes]
    began: float  # unix seconds
    output_before: int  # size of the output file before it
    is_known: bool = False


class TrainingProcesses(QObject):
    """Training runs as processes of their own: no pipe and no parent ties them to the window."""

    run_started = Signal(Path)
    start_failed = Signal(Path, EngineError)

    def __init__(self, program: Sequence[str] = (), parent: QObject | None = None) -> None:
        """program: the Python and the script that are the command line; empty for this program's own."""
        super().__init__(parent)
        self._program = list(program) or [sys.executable, str(PROGRAM)]
        self._children: list[_Child] = []
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
        if not RunLayout(folder).holds_run():
            error = RunError(f"The run in {folder} is no longer there.", "Start a new one.")
            self.start_failed.emit(folder, error)
            return
        self._launch(folder, [*self._program, "train", "--run", str(folder.absolute()), "--resume"])

    def request(self, folder: Path, word: control.Request) -> None:
        """Ask the process of a run to pause, resume, stop or validate. Raises RunError."""
        control.request(folder, word)

    def let_go(self) -> None:
        """Leave all processes to themselves; called when the window closes."""
        self._timer.stop()
        for child in self._children:
            child.process.returncode = 0  # nobody waits for it any more, and that is no mistake
        self._children.clear()

    def _launch(self, folder: Path, command: list[str]) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with (folder / OUTPUT).open("ab") as output:
                before = output.tell()
                child = _Child(folder, self._start_detached(output, command), time.time(), before)
        except OSError as error:
            self.start_failed.emit(folder, self._not_launched(folder, error))
            return
        self._children.append(child)
        self._timer.start()

    def _start_detached(self, output: BinaryIO, command: list[str]) -> subprocess.Popen[bytes]:
        """In a session of its own, so that neither a terminal nor the window takes it along."""
        on_windows = sys.platform == "win32"
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            cwd=PROGRAM.parent,
            env=sharing_cores(os.environ),
            start_new_session=True,
            creationflags=subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
            if on_windows
            else 0,
        )

    def _not_launched(self, folder: Path, error: OSError) -> RunError:
        if not folder.is_dir() or error.filename == str(folder / OUTPUT):
            return RunError(
                f"The folder {folder} cannot be written to: {error.strerror}.", "Choose another folder."
            )
        what = f"The program {self._program[0]} could not be started: {error.strerror}."
        return RunError(what, "Check that it is still installed.")

    def _look(self) -> None:
        """See which of the starts has become a run, and which has ended without one."""
        for child in list(self._children):
            has_ended = child.process.poll() is not None
            if not child.is_known:
                child.is_known = self._tell_outcome(child, has_ended)
            if has_ended:
                self._children.remove(child)
        if not self._children:
            self._timer.stop()

    def _tell_outcome(self, child: _Child, has_ended: bool) -> bool:
        if _has_status(child):
            self.run_started.emit(child.folder)
            return True
        if has_ended:
            self.start_failed.emit(child.folder, _failure(child))
        return has_ended


def _has_status(child: _Child) -> bool:
    status = read_status(RunLayout(child.folder))
    return status is not None and status.started >= child.began - 1.0


def _failure(child: _Child) -> RunError:
    """The last words of a process that ended before it was a run."""
    output = child.folder / OUTPUT
    try:
        with output.open("rb") as stream:
            stream.seek(max(child.output_before, output.stat().st_size - LAST_WORDS))
            said = stream.read().decode("utf-8", errors="replace")
    except OSError:
        said = ""
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    told = [line for line in lines if line.startswith("error: ")]  # torchrun has words of its own after it
    last = (told or lines or ["The process ended without a word."])[-1].removeprefix("error: ")
    return RunError(f"The training did not start. {last}", f"All that it said is in {output}.")
