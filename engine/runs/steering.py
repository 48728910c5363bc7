"""What a person can have a run do: through its folder, or by a process that goes on with it."""

import time
from pathlib import Path

from engine.errors import RunError
from engine.runs.condition import Pulse
from engine.runs.control import Request, request, set_limit
from engine.runs.detached import DetachedTraining, going_on, own_program
from engine.runs.layout import RunLayout

_PATIENCE = 120.0  # seconds for a process to become a run; loading takes some on a busy machine
_POLL = 0.1


def ask(run: Path, word: Request) -> None:
    """Ask the process of a run. Raises RunError where it has none, or the folder cannot be written to."""
    if not Pulse(RunLayout(run)).look().is_live:
        raise RunError(f"The run {run.name} has no process that could {word}.", "Resume it first.")
    request(run, word)


def resume(run: Path) -> None:
    """Let a run go on: through its paused process, or through a new one in the background.

    Raises RunError where it trains already, and where no process becomes a run.
    """
    condition = Pulse(RunLayout(run)).look().condition
    if condition == "paused":
        request(run, "resume")
    elif condition == "running":
        raise RunError(f"The run {run.name} is being trained already.", "Pause it first.")
    else:
        await_run(DetachedTraining(run, [*own_program(), *going_on(run)]))


def extend(run: Path, updates: int) -> None:
    """Let a run end at this update; one that has no process goes on. Raises RunError."""
    set_limit(run, updates)
    if not Pulse(RunLayout(run)).look().is_live:
        await_run(DetachedTraining(run, [*own_program(), *going_on(run)]))


def await_run(training: DetachedTraining) -> None:
    """Wait until the process is a run, which then goes on without this one. Raises RunError."""
    end = time.monotonic() + _PATIENCE
    while not training.is_run():
        if training.has_ended():
            raise training.failure()
        if time.monotonic() > end:
            break
        time.sleep(_POLL)
    training.let_go()
