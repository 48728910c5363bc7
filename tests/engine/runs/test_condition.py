import dataclasses
import os
import shutil
import socket
import sys
import time
from pathlib import Path

import pytest

from engine.runs import condition
from engine.runs.condition import Pulse, Seen, describe, read_status
from engine.runs.layout import RunLayout
from engine.runs.process import process_started
from engine.runs.records import RUN_STATES, Problem, RunState, RunStatus, status_to_json


class Clock:
    """A wall clock and a steady one that a test sets."""

    def __init__(self) -> None:
        self.wall = 1_000_000.0
        self.steady = 50.0

    def time(self) -> float:
        return self.wall

    def monotonic(self) -> float:
        return self.steady

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(condition, "time", made)
    return made


@pytest.fixture
def layout(tmp_path: Path) -> RunLayout:
    return RunLayout(tmp_path)


def alive(heartbeat: float, state: RunState = "running") -> RunStatus:
    pid = os.getpid()
    mark = process_started(pid)
    return RunStatus(
        state, pid, mark, socket.gethostname(), update=7, max_updates=500, heartbeat=heartbeat, preset="p"
    )


def tell(layout: RunLayout, status: RunStatus) -> None:
    layout.status.write_text(status_to_json(status))


@pytest.mark.parametrize("state", RUN_STATES)
def test_a_live_process_is_believed(layout: RunLayout, state: RunState) -> None:
    tell(layout, alive(time.time(), state))
    assert Pulse(layout).look().condition == state


@pytest.mark.parametrize("state", ["running", "paused"])
def test_a_dead_process_is_lost_unless_it_said_that_it_ended(layout: RunLayout, state: RunState) -> None:
    status = dataclasses.replace(alive(time.time(), state), pid_started="another process had the number")
    tell(layout, status)
    assert Pulse(layout).look().condition == "lost"
    tell(layout, dataclasses.replace(status, state="finished"))
    assert Pulse(layout).look().condition == "finished"


def test_a_process_that_ends_while_it_is_looked_at_is_not_lost(
    layout: RunLayout, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = dataclasses.replace(alive(time.time()), pid_started="gone")
    tell(layout, status)

    def ended_meanwhile(pid: int, started: str) -> bool:
        tell(layout, dataclasses.replace(status, state="finished"))
        return False

    monkeypatch.setattr(condition, "process_alive", ended_meanwhile)
    assert Pulse(layout).look().condition == "finished"


def test_silence_makes_a_run_stalled_and_a_heartbeat_wakes_it(layout: RunLayout, clock: Clock) -> None:
    pulse = Pulse(layout)
    tell(layout, alive(clock.wall))
    assert pulse.look().condition == "running"
    clock.pass_(30.0)
    assert pulse.look().condition == "running"
    clock.pass_(0.5)
    seen = pulse.look()
    assert (seen.condition, seen.silence) == ("stalled", 30.5)
    tell(layout, alive(clock.wall))
    assert pulse.look().condition == "running"


def test_an_old_heartbeat_is_seen_as_old_at_once(layout: RunLayout, clock: Clock) -> None:
    tell(layout, alive(clock.wall - 100))
    assert Pulse(layout).look().condition == "stalled"


def test_a_wall_clock_that_is_set_changes_nothing(layout: RunLayout, clock: Clock) -> None:
    pulse = Pulse(layout)
    tell(layout, alive(clock.wall))
    pulse.look()
    clock.wall -= 3600  # the trainer's clock and ours go back an hour
    clock.pass_(2)
    tell(layout, alive(clock.wall))
    assert pulse.look().condition == "running"
    clock.wall += 7200
    assert pulse.look().condition == "running"
    clock.pass_(31)
    assert pulse.look().condition == "stalled"


def test_another_host_with_another_clock_is_alive_once_its_heart_is_seen_to_beat(
    layout: RunLayout, clock: Clock
) -> None:
    pulse = Pulse(layout)
    far = dataclasses.replace(alive(clock.wall - 500), host="elsewhere", pid=1, pid_started="x")
    tell(layout, far)
    assert pulse.look().condition == "stalled"
    clock.pass_(2)
    tell(layout, dataclasses.replace(far, heartbeat=clock.wall - 500))
    assert pulse.look().condition == "running"
    ahead = Pulse(layout)
    tell(layout, dataclasses.replace(far, heartbeat=clock.wall + 500))
    assert ahead.look().silence == 0.0
    clock.pass_(31)
    assert ahead.look().condition == "stalled"


@pytest.mark.parametrize("data", [None, b"", b"{", b"\0" * 136, b"[]", b'{"state": "running"}', b"\xff"])
def test_a_status_that_cannot_be_read_is_unknown(layout: RunLayout, data: bytes | None) -> None:
    if data is not None:
        layout.status.write_bytes(data)
    assert read_status(layout) is None
    seen = Pulse(layout).look()
    assert (seen.condition, seen.status) == ("unknown", None)
    assert "no readable status" in describe(seen)


@pytest.mark.parametrize(
    ("kind", "silence", "sentence"),
    [
        ("running", 0.0, "Training: update 7 of 500."),
        ("paused", 0.0, "Paused at update 7."),
        ("stopped", 0.0, "Stopped at update 7, as was asked. It can be resumed."),
        ("finished", 0.0, "Finished at update 7."),
        ("lost", 0.0, "Interrupted at update 7: its process 12 is gone. It can be resumed."),
        ("stalled", 45.2, "No sign of life for 45 seconds; the last was at update 7 on h."),
        ("stalled", 60.0, "No sign of life for 1 minute; the last was at update 7 on h."),
        ("stalled", 7300.0, "No sign of life for 2 hours; the last was at update 7 on h."),
        ("stalled", 200_000.0, "No sign of life for 2 days; the last was at update 7 on h."),
    ],
)
def test_a_condition_in_words(kind: condition.Condition, silence: float, sentence: str) -> None:
    status = RunStatus("running", 12, "m", "h", update=7, max_updates=500)
    assert describe(Seen(kind, status, silence)) == sentence


def test_another_host_that_is_silent_for_long_may_have_taken_the_run_along(
    layout: RunLayout, clock: Clock
) -> None:
    pulse = Pulse(layout)
    tell(layout, dataclasses.replace(alive(clock.wall), host="elsewhere"))
    assert pulse.look().condition == "running"
    clock.pass_(600)
    assert pulse.look().condition == "stalled"
    clock.pass_(60)
    seen = pulse.look()
    assert seen.condition == "lost"
    assert describe(seen) == (
        "Lost with its machine elsewhere, or a copy: no sign of life for 11 minutes, the last at update 7. "
        "It can be resumed here."
    )
    tell(layout, dataclasses.replace(alive(clock.wall), host="elsewhere"))
    assert pulse.look().condition == "running"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux names the start of the machine")
def test_a_machine_that_was_started_anew_is_told() -> None:
    mark = process_started(os.getpid()).split("/")[1]
    status = RunStatus("running", 12, f"another-boot/{mark}", socket.gethostname(), update=7)
    assert "this computer was started anew" in describe(Seen("lost", status, 0.0))
    here = dataclasses.replace(status, pid_started=process_started(os.getpid()))
    assert "its process 12 is gone" in describe(Seen("lost", here, 0.0))


def test_a_copy_is_not_taken_for_the_run_that_lives(tmp_path: Path) -> None:
    original, copy, other_way = (RunLayout(tmp_path / name) for name in ("original", "copy", "link"))
    original.path.mkdir()
    tell(original, dataclasses.replace(alive(time.time()), folder=str(original.path)))
    shutil.copytree(original.path, copy.path)
    other_way.path.symlink_to(original.path)
    assert Pulse(original).look().condition == "running"
    assert Pulse(other_way).look().condition == "running"
    seen = Pulse(copy).look()
    assert seen.condition == "copied"
    assert (
        describe(seen) == f"A copy, made at update 7, of the run in {original.path}. It can only be watched."
    )


def test_a_failure_says_what_and_what_to_do() -> None:
    status = RunStatus(
        "failed", 1, "m", "h", update=1200, error=Problem("The disk is full.", "Free some room.")
    )
    sentence = "Failed at update 1,200. The disk is full. Free some room."
    assert describe(Seen("failed", status, 0.0)) == sentence


def test_a_paused_run_whose_process_is_gone_is_saved_unless_it_had_to_pause() -> None:
    status = RunStatus("paused", 12, "m", "h", update=7)
    assert "all is saved" in describe(Seen("lost", status, 0.0))
    forced = dataclasses.replace(status, error=Problem("The disk is full.", "It goes on by itself."))
    told = "Interrupted at update 7: its process 12 is gone. It can be resumed. The disk is full."
    assert describe(Seen("lost", forced, 0.0)) == told
    assert describe(Seen("paused", forced, 0.0)).endswith("The disk is full. It goes on by itself.")
