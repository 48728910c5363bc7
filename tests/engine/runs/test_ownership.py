"""Two trainers never write in one folder, and a dead one keeps nobody out."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.runs.ownership import FOREIGN_SILENCE, Ownership
from engine.runs.process import process_started

RACE = """
import sys, time
from pathlib import Path
from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.runs.ownership import Ownership
folder, start = Path(sys.argv[1]), float(sys.argv[2])
while time.time() < start:
    pass
try:
    Ownership(RunLayout(folder))
    print("owner", flush=True)
except RunError:
    print("refused", flush=True)
input()
"""


def write_lock(layout: RunLayout, pid: int, started: str, host: str) -> None:
    layout.lock.write_text(json.dumps({"pid": pid, "pid_started": started, "host": host}))


def test_a_folder_has_one_owner_who_is_named(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    owner = Ownership(layout)
    with pytest.raises(RunError, match=rf"process {os.getpid()} on {socket.gethostname()}"):
        Ownership(layout)
    owner.release()
    Ownership(layout).release()


@pytest.mark.parametrize("before", ["nothing", "a dead owner"])
def test_of_many_that_start_at_once_one_gets_the_folder(tmp_path: Path, before: str) -> None:
    if before == "a dead owner":
        write_lock(RunLayout(tmp_path), os.getpid(), "another start", socket.gethostname())
    command = [sys.executable, "-c", RACE, str(tmp_path), str(time.time() + 1.5)]
    racers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(5)
    ]
    words = [racer.stdout.readline().strip() for racer in racers if racer.stdout]
    for racer in racers:
        racer.communicate("\n")
    assert sorted(words) == ["owner"] + ["refused"] * 4


def test_a_killed_owner_is_replaced(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RACE, str(tmp_path), "0"]
    owner = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    assert owner.stdout.readline() == "owner\n"
    with pytest.raises(RunError, match=str(owner.pid)):
        Ownership(RunLayout(tmp_path))
    owner.kill()
    owner.communicate()
    Ownership(RunLayout(tmp_path)).release()


def test_an_owner_whose_number_was_given_to_another_process_is_replaced(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    write_lock(layout, os.getpid(), "an earlier start", socket.gethostname())
    Ownership(layout).release()


def test_an_owner_on_another_host_counts_while_it_gives_signs_of_life(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    write_lock(layout, os.getpid(), process_started(os.getpid()), "elsewhere")
    layout.status.write_text("{}")
    with pytest.raises(RunError, match="on elsewhere"):
        Ownership(layout)
    long_ago = time.time() - FOREIGN_SILENCE - 5
    os.utime(layout.status, (long_ago, long_ago))
    Ownership(layout).release()


@pytest.mark.parametrize("text", ["", "{", "[1]", "\0" * 40, "[" * 4096, '{"pid": "x"}', '{"a": 1}'])
def test_a_damaged_lock_keeps_nobody_out(tmp_path: Path, text: str) -> None:
    layout = RunLayout(tmp_path)
    layout.lock.write_text(text)
    if text.startswith('{"'):
        old = time.time() - FOREIGN_SILENCE - 5
        os.utime(layout.lock, (old, old))
    Ownership(layout).release()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no named pipes in folders")
@pytest.mark.parametrize("name", ["lock", "metrics.jsonl", "log.txt"])
def test_a_pipe_in_the_place_of_a_file_hangs_nobody(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with pytest.raises(RunError, match="is a named pipe, not a file"):
        Ownership(RunLayout(tmp_path))


def test_the_lock_of_a_machine_whose_clock_ran_ahead_says_how_to_get_rid_of_it(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    write_lock(layout, 1, "x", "elsewhere")
    ahead = time.time() + 1e6
    os.utime(layout.lock, (ahead, ahead))
    with pytest.raises(RunError, match=r"If that machine is gone, delete .*lock"):
        Ownership(layout)


def test_a_release_leaves_a_successor_alone(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    owner = Ownership(layout)
    write_lock(layout, 1, "x", "elsewhere")
    owner.release()
    assert json.loads(layout.lock.read_text())["host"] == "elsewhere"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written to")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(RunError, match="cannot be written to"):
        Ownership(RunLayout(tmp_path))
    tmp_path.chmod(0o755)
