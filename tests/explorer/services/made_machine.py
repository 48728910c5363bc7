"""Another machine for tests: a command that hands its words to a shell, as ssh does, and its own home."""

import shlex
import sys
import time
from pathlib import Path

from engine.runs.layout import RUNS_VARIABLE

ROOT = Path(__file__).parents[3]


def ssh(folder: Path, before: str = "") -> str:
    """A program that is called as ssh is: a host, then words that a shell of the host takes as one line.

    before: shell words that run first, such as a greeting.
    """
    program = folder / "ssh"
    program.write_text(f'#!/bin/sh\nshift\n{before}\nexec sh -c "$*"\n')
    program.chmod(0o755)
    return str(program)


def prefix_of(folder: Path, home: Path, before: str = "") -> list[str]:
    """The words before `-m engine.serve_runs` for a machine whose runs are kept in `home`."""
    there = f"{RUNS_VARIABLE}={shlex.quote(shlex.quote(str(home)))}"
    words = f"{ssh(folder, before)} gpu1 cd {shlex.quote(str(ROOT))} '&&' {there} {sys.executable}"
    return shlex.split(words)


def direct_prefix(home: Path) -> list[str]:
    """The same without a shell between, so that the process of the line is the run service itself."""
    return ["env", f"{RUNS_VARIABLE}={home}", sys.executable]


def make_run(home: Path, name: str, metrics: bytes = b"", state: str = "finished") -> Path:
    """A run's folder with these bytes as its metrics, its state as told."""
    run = home / name
    (run / "checkpoints" / "update-00000010").mkdir(parents=True)
    (run / "experiment.json").write_text("{}")
    (run / "log.txt").write_text("It began.\n")
    (run / "metrics.jsonl").write_bytes(metrics)
    tell(run, state)
    return run


def tell(run: Path, state: str, update: int = 10) -> None:
    """Let a run say that it is in this state."""
    who = f'"pid": 1, "pid_started": "x", "host": "h", "heartbeat": {time.time()}'
    status = f'{{"state": "{state}", {who}, "update": {update}}}'
    (run / "status.new").write_text(status)
    (run / "status.new").replace(run / "status.json")


def always(answer: bytes, then: str = "time.sleep(60)") -> list[str]:
    """A prefix for a machine that writes these bytes, whatever it is asked, and then does something."""
    code = f"import sys, time; sys.stdout.buffer.write({answer!r}); sys.stdout.flush(); {then}"
    return [sys.executable, "-c", code]
