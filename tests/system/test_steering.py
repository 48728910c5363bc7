"""Steering a real training from outside: as soon as it has begun, while it trains, and after it has ended."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.runs.condition import Pulse
from engine.runs.control import request
from engine.runs.detached import DetachedTraining, own_program
from engine.runs.layout import RunLayout
from engine.runs.process import process_alive

PATIENCE = 120.0  # seconds


@pytest.fixture
def start(training_arguments: list[str], environment: dict[str, str], monkeypatch: pytest.MonkeyPatch):
    """start(run): a training without an end, on its own; stopped after the test, if it still trains."""
    started: list[Path] = []
    monkeypatch.setenv("OMP_NUM_THREADS", environment["OMP_NUM_THREADS"])

    def run(path: Path) -> DetachedTraining:
        started.append(path)
        arguments = ["1000000" if word == "14" else word for word in training_arguments]
        return DetachedTraining(path, [*own_program(), *arguments, "--run", str(path)])

    yield run
    for path in started:
        if Pulse(RunLayout(path)).look().is_live:
            request(path, "stop")
            wait(lambda path=path: not Pulse(RunLayout(path)).look().is_live)


def wait(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "it did not come so far in time"
        time.sleep(0.05)


def is_in(run: Path, condition: str) -> Callable[[], bool]:
    return lambda: Pulse(RunLayout(run)).look().condition == condition


@pytest.mark.skipif(sys.platform == "win32", reason="a process that ends on Windows is asked otherwise")
def test_a_wish_50_ms_after_the_start_is_heard_and_the_run_can_be_steered_on(
    start, program, command, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    training = start(run)
    time.sleep(0.05)
    request(run, "stop")
    wait(training.has_ended)
    assert is_in(run, "stopped")()

    assert program("runs", "resume", run).returncode == 0
    assert is_in(run, "running")()
    wait(lambda: '"train"' in RunLayout(run).metrics.read_text("utf-8"))
    assert command("runs", "pause", run).returncode == 0
    wait(is_in(run, "paused"))
    update = Pulse(RunLayout(run)).look().status.update
    assert [kept for kept, _ in RunLayout(run).checkpoints()][-1] == update

    assert command("runs", "resume", run).returncode == 0
    wait(is_in(run, "running"))
    assert command("runs", "checkpoint", run).returncode == 0
    wait(lambda: RunLayout(run).checkpoints()[-1][0] > update)
    assert command("runs", "extend", run, "2000000").returncode == 0
    wait(lambda: json.loads(command("runs", "show", run, "--json").stdout)["max_updates"] == 2_000_000)

    status = Pulse(RunLayout(run)).look().status
    assert command("runs", "stop", run).returncode == 0
    wait(is_in(run, "stopped"))
    wait(lambda: not process_alive(status.pid, status.pid_started))  # nothing is left of it
