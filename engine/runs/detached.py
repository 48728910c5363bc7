"""Training processes that no terminal and no window ties down, and what became of their start."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from engine.errors import RunError
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from engine.shared_cores import give_way, giving_way_flags, sharing_cores

PROGRAM = Path(__file__).resolve().parents[2] / "main.py"
OUTPUT = "output.txt"  # in the run folder: what the process says outside of its log
_LAST_WORDS = 16384  # bytes of the output in which the reason of a failed start is looked for


def own_program() -> list[str]:
    """The Python and the script that are the command line of this program."""
    return [sys.executable, str(PROGRAM)]


def going_on(run: Path) -> list[str]:
    """The arguments of a process that goes on with a run which has none.

    Raises RunError where there is no such run.
    """
    if not RunLayout(run).holds_run():
        raise RunError(f"The run in {run} is no longer there.", "Start a new one.")
    return ["train", "--run", str(run.absolute()), "--resume"]


class DetachedTraining:
    """A process that was started for a run folder, in a session of its own."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        """Start the command. Raises RunError where that is not possible."""
        self.folder = folder
        self._output = folder / OUTPUT
        self._before = self._session()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with self._output.open("ab") as output:
                self._output_before = output.tell()
                self._process = _start(command, output)
        except OSError as error:
            raise self._not_launched(command[0], error) from error

    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self._process.poll() is not None

    def is_run(self) -> bool:
        """Whether it has begun to train, or to prepare that."""
        return self._session() not in (None, self._before)

    def failure(self) -> RunError:
        """The last words of a process that ended before it was a run."""
        try:
            with self._output.open("rb") as stream:
                stream.seek(max(self._output_before, self._output.stat().st_size - _LAST_WORDS))
                said = stream.read().decode("utf-8", errors="replace")
        except OSError:
            said = ""
        lines = [line.strip() for line in said.split("\n") if line.strip()]
        told = [
            line for line in lines if line.startswith("error: ")
        ]  # torchrun has words of its own after it
        last = (told or lines or ["The process ended without a word."])[-1].removeprefix("error: ")
        return RunError(f"The training did not start. {last}", f"All that it said is in {self._output}.")

    def let_go(self) -> None:
        """Wait for it no longer, which is no mistake."""
        self._process.returncode = 0

    def _session(self) -> tuple[int, float] | None:
        """What tells the process that has written the status from any other; None without a status."""
        status = read_status(RunLayout(self.folder))
        return (status.pid, status.started) if status else None

    def _not_launched(self, program: str, error: OSError) -> RunError:
        if not self.folder.is_dir() or error.filename == str(self._output):
            what = f"The folder {self.folder} cannot be written to: {error.strerror}."
            return RunError(what, "Choose another folder.")
        what = f"The program {program} could not be started: {error.strerror}."
        return RunError(what, "Check that it is still installed.")


def _start(line: Sequence[str], output: BinaryIO) -> "subprocess.Popen[bytes]":
    flags = giving_way_flags()
    if sys.platform == "win32":
        flags |= subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    process = subprocess.Popen(
        line,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=PROGRAM.parent,
        env=sharing_cores(os.environ),
        start_new_session=True,
        creationflags=flags,
    )
    give_way(process.pid)
    return process
