"""The run service as a process, spoken to over its pipes."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.protocol import Frame, encode, read_frame
from engine.runs.layout import RUNS_VARIABLE
from engine.runs.process import process_started
from engine.runs.records import RunStatus, status_to_json

ROOT = Path(__file__).parents[3]


class Service:
    """A process and the frames to and from it; `hello` is what it said first."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "engine.serve_runs"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, RUNS_VARIABLE: str(home)},
        )
        self.hello = self.answer().message

    def answer(self) -> Frame:
        frame = read_frame(self.process.stdout)
        assert frame is not None
        return frame

    def ask(self, kind: str, **values: Any) -> Frame:
        """The answer to one request."""
        self.write(kind, 7, **values)
        frame = self.answer()
        assert frame.message["id"] == 7
        return frame

    def write(self, kind: str, number: int, **values: Any) -> None:
        """Ask, and wait for nothing."""
        self.process.stdin.write(encode(Frame({"id": number, "kind": kind, **values})))
        self.process.stdin.flush()

    def close(self) -> None:
        """End its input and wait until it has ended."""
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()
        self.process.stderr.close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def service(home: Path) -> Iterator[Service]:
    one = Service(home)
    yield one
    one.close()


@pytest.fixture
def alive() -> Callable[[Path], Path]:
    """alive(run): the run says that this very process trains it."""

    def tell(run: Path) -> Path:
        pid = os.getpid()
        status = RunStatus(
            "running", pid, process_started(pid), socket.gethostname(), update=10, heartbeat=time.time()
        )
        (run / "status.json").write_text(status_to_json(status))
        return run

    return tell


@pytest.fixture
def make_run(home: Path) -> Callable[..., Path]:
    """make_run(name, metrics): a run's folder with these bytes as its metrics, its state as told."""

    def make(name: str, metrics: bytes = b"", state: str = "finished") -> Path:
        run = home / name
        (run / "checkpoints" / "update-00000010").mkdir(parents=True)
        (run / "experiment.json").write_text("{}")
        (run / "metrics.jsonl").write_bytes(metrics)
        (run / "status.json").write_text(
            f'{{"state": "{state}", "pid": 1, "pid_started": "x", "host": "h", "update": 10}}'
        )
        return run

    return make
