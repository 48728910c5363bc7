"""Trains what a study needs and has not: a process a run, which goes on where it was stopped."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.errors import RunError
from engine.reproduction.studies import PlannedRun
from engine.runs.condition import read_status
from engine.runs.detached import PROGRAM
from engine.runs.layout import RunLayout

_INTERRUPTED = 130
Start = Callable[[Sequence[str]], int]


def run_program(arguments: Sequence[str]) -> int:
    """Run `main.py` with these arguments; its exit code. What it says goes where ours does."""
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments], stdout=sys.stderr, check=False
    ).returncode


def train(planned: PlannedRun, corpus: Sequence[str], folder: Path, start: Start = run_program) -> None:
    """Train the run to its end, unless it has come to it already.

    corpus: the arguments that name the corpus. Raises KeyboardInterrupt where the training was interrupted,
    and RunError where it failed, which its own process has told in words.
    """
    layout = RunLayout(folder)
    status = read_status(layout) if layout.holds_run() else None
    if status is not None and status.state == "finished":
        return
    new = ["--preset", planned.preset, *corpus, *planned.arguments]
    code = start(["train", "--run", str(folder), *(["--resume"] if layout.holds_run() else new)])
    if code == _INTERRUPTED:
        raise KeyboardInterrupt
    if code:
        raise RunError(
            f"The run in {folder} did not come to its end.",
            "Its last words stand above, and in log.txt in its folder; start again to go on with it.",
        )
