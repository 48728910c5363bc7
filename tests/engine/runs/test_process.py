import os
import subprocess
import sys
import time

import pytest

from engine.runs.process import own_start, process_alive, process_started


@pytest.fixture
def child() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)


def end(child: subprocess.Popen[bytes]) -> None:
    assert child.stdin is not None
    child.stdin.close()
    child.wait()


def test_this_process_is_alive() -> None:
    mark = process_started(os.getpid())
    assert mark
    assert process_alive(os.getpid(), mark)
    assert mark == process_started(os.getpid())


def test_a_process_that_ended_is_not(child: subprocess.Popen[bytes]) -> None:
    mark = process_started(child.pid)
    assert process_alive(child.pid, mark)
    end(child)
    assert not process_alive(child.pid, mark)
    assert process_started(child.pid) == ""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no zombies")
def test_a_process_that_ended_and_was_not_asked_for_is_dead(child: subprocess.Popen[bytes]) -> None:
    mark = process_started(child.pid)
    child.kill()
    deadline = time.monotonic() + 60
    while process_alive(child.pid, mark) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert child.returncode is None  # so it is still in the table of processes
    assert not process_alive(child.pid, mark)
    end(child)


def test_a_number_given_to_another_process_is_told_by_its_start(child: subprocess.Popen[bytes]) -> None:
    other = process_started(os.getpid())
    assert other != process_started(child.pid)
    assert not process_alive(child.pid, other)
    end(child)


@pytest.mark.parametrize("pid", [0, -1, 2**31 - 1])
def test_numbers_that_no_process_has(pid: int) -> None:
    assert not process_alive(pid, process_started(os.getpid()))
    assert not process_alive(pid, "")


def test_own_start_is_before_now_and_does_not_move() -> None:
    first = own_start()
    assert first < time.time()
    assert own_start() == pytest.approx(first, abs=5.0)
    code = "import time; from engine.runs.process import own_start; print(time.time() - own_start())"
    age = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert 0.0 <= float(age.stdout) < 300.0
