"""Steering from outside: by a word where a process is there, by a new process where none is."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.config import ExperimentConfig, TrainConfig
from engine.errors import RunError
from engine.runs import detached
from engine.runs.condition import read_status
from engine.runs.control import read_limit
from engine.runs.layout import RunLayout
from engine.runs.records import RunState, status_to_json
from engine.runs.steering import ask, extend, resume
from engine.runs.writer import RunWriter

# Stands for the program: says with which arguments it was started, then is a run, or fails.
PROGRAM = """
import json, os, sys, time
from pathlib import Path
arguments = sys.argv[1:]
run = Path(arguments[arguments.index("--run") + 1])
(run / "started").write_text(" ".join(arguments))
if (run / "broken").exists():
    sys.exit("error: The corpus is gone. Put it back.")
status = json.loads((run / "status.json").read_text())
(run / "status.json").write_text(json.dumps({**status, "state": "running", "started": time.time()}))
"""


@pytest.fixture
def make_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[RunState], Path]:
    """make_run(state): a run at update 20 of 500 whose process is this one."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    monkeypatch.setattr(detached, "PROGRAM", program)

    def make(state: RunState) -> Path:
        path = tmp_path / "run"
        with RunWriter.create(path, ExperimentConfig(train=TrainConfig(max_updates=500)), {}) as made:
            made.set_progress(20, 1, 0)
            made.set_status("finished")
        status = read_status(RunLayout(path))
        assert status is not None
        RunLayout(path).status.write_text(status_to_json(replace(status, state=state, heartbeat=time.time())))
        return path

    return make


def started(run: Path) -> str:
    return (run / "started").read_text() if (run / "started").exists() else ""


@pytest.mark.parametrize("state", ["running", "paused"])
@pytest.mark.parametrize("word", ["pause", "stop", "validate", "checkpoint"])
def test_a_live_run_is_asked(make_run: Callable[[RunState], Path], state: RunState, word: str) -> None:
    run = make_run(state)
    ask(run, word)  # type: ignore[arg-type]
    assert RunLayout(run).request.read_text() == f"{word}\n"


@pytest.mark.parametrize("state", ["stopped", "finished", "diverged", "failed"])
def test_a_run_without_a_process_cannot_be_asked(
    make_run: Callable[[RunState], Path], state: RunState
) -> None:
    run = make_run(state)
    with pytest.raises(RunError, match="has no process"):
        ask(run, "pause")
    assert not RunLayout(run).request.exists()


def test_a_paused_run_is_resumed_by_a_word(make_run: Callable[[RunState], Path]) -> None:
    run = make_run("paused")
    resume(run)
    assert RunLayout(run).request.read_text() == "resume\n"
    assert started(run) == ""


def test_a_running_run_is_not_resumed(make_run: Callable[[RunState], Path]) -> None:
    with pytest.raises(RunError, match="trained already"):
        resume(make_run("running"))


@pytest.mark.parametrize("state", ["stopped", "failed", "diverged", "finished"])
def test_any_other_run_goes_on_in_a_process_of_its_own(
    make_run: Callable[[RunState], Path], state: RunState
) -> None:
    run = make_run(state)
    resume(run)
    assert started(run) == f"train --run {run} --resume"


def test_a_paused_run_whose_process_is_gone_goes_on_in_another(make_run: Callable[[RunState], Path]) -> None:
    run = make_run("paused")
    layout = RunLayout(run)
    status = read_status(layout)
    assert status is not None
    layout.status.write_text(status_to_json(replace(status, pid_started="an earlier process")))
    resume(run)
    assert started(run) == f"train --run {run} --resume"


def test_a_process_that_does_not_become_a_run_is_told(make_run: Callable[[RunState], Path]) -> None:
    run = make_run("stopped")
    (run / "broken").touch()
    with pytest.raises(RunError, match="The corpus is gone"):
        resume(run)


def test_a_live_run_takes_a_later_end_by_itself(make_run: Callable[[RunState], Path]) -> None:
    run = make_run("running")
    extend(run, 900)
    assert read_limit(RunLayout(run)) == 900
    assert started(run) == ""


def test_a_finished_run_goes_on_to_a_later_end(make_run: Callable[[RunState], Path]) -> None:
    run = make_run("finished")
    extend(run, 900)
    assert read_limit(RunLayout(run)) == 900
    assert started(run) == f"train --run {run} --resume"
