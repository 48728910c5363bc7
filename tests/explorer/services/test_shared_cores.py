"""Processes of the window are told to wait asleep, unless a person has said otherwise; runs give way."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.shared_cores import VARIABLE, give_way, sharing_cores
from explorer.services.framed_process import FramedProcess

TELL = f"import os, sys; sys.exit({{'PASSIVE': 3, 'ACTIVE': 4}}[os.environ['{VARIABLE}']])"


def test_all_else_stays_as_it_was():
    assert sharing_cores({"PATH": "/bin"}) == {"PATH": "/bin", VARIABLE: "PASSIVE"}
    assert sharing_cores({VARIABLE: "ACTIVE"}) == {VARIABLE: "ACTIVE"}


@pytest.mark.parametrize(("said", "code"), [(None, 3), ("ACTIVE", 4)])
def test_the_engine_process_is_told(qtbot, monkeypatch, said, code):
    monkeypatch.delenv(VARIABLE, raising=False)
    if said:
        monkeypatch.setenv(VARIABLE, said)
    process = FramedProcess([sys.executable, "-c", TELL])
    with qtbot.waitSignal(process.ended, timeout=60_000) as ended:
        process.start()
    assert f"exit code {code}" in ended.args[0].how
    process.deleteLater()


@pytest.fixture
def sleeper():
    """start(session): a process in a session of its own, or in that of the tests."""
    started = []

    def start(*, session):
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", "input()"], stdin=subprocess.PIPE, start_new_session=session
            )
        )
        return started[-1].pid

    yield start
    for process in started:
        process.communicate()


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system gives priorities otherwise")
@pytest.mark.parametrize("session", [True, False])
def test_a_process_gives_way_alone(sleeper, session):
    own = os.getpriority(os.PRIO_PROCESS, 0), _share(os.getpid())
    pid = sleeper(session=session)
    give_way(pid)
    assert os.getpriority(os.PRIO_PROCESS, pid) == max(10, own[0])
    assert (os.getpriority(os.PRIO_PROCESS, 0), _share(os.getpid())) == own
    if session:
        assert _share(pid) in ("", "10")


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="the system gives priorities otherwise")
def test_a_process_that_is_gone_already_is_no_mistake():
    ended = subprocess.Popen([sys.executable, "-c", "pass"])
    ended.wait()
    give_way(ended.pid)


def _share(pid):
    """The niceness of its session as a whole; empty where sessions have none."""
    path = Path(f"/proc/{pid}/autogroup")
    words = path.read_text().split() if path.is_file() else []
    return words[-1] if words else ""  # an empty file: its control group has the share, no session
