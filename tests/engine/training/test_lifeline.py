"""Signs of life over a store in memory: who is silent, who left, and what happens to a thread that hangs."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.training import lifeline
from engine.training.lifeline import Lifeline

ROOT = Path(__file__).parents[3]


class MemoryStore:
    """What a lifeline uses of torch.distributed's store; `gone` makes it fail as one whose host died."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers: dict[str, int] = {}
        self._texts: dict[str, bytes] = {}
        self.gone = False

    def add(self, key: str, amount: int) -> int:
        if self.gone:
            raise RuntimeError("connection was closed")
        with self._lock:
            self._numbers[key] = self._numbers.get(key, 0) + amount
            return self._numbers[key]

    def set(self, key: str, value: str) -> None:
        self._texts[key] = value.encode()

    def get(self, key: str) -> bytes:
        return self._texts[key]

    def check(self, keys: list[str]) -> bool:
        return all(key in self._texts for key in keys)


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Lifeline]]:
    """The lifelines of three processes, beating fast."""
    monkeypatch.setattr(lifeline, "BEAT", 0.02)
    monkeypatch.setattr(lifeline, "LOST_AFTER", 0.2)
    store = MemoryStore()
    made = [Lifeline(store, rank, 3) for rank in range(3)]
    for one in made:
        one.store = store
        one.start()
    yield made
    for one in made:
        one.stop()


def until(true: Callable[[], object]) -> bool:
    deadline = time.monotonic() + 5
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return bool(true())


def test_nobody_is_missed_while_all_beat(three: list[Lifeline]) -> None:
    for one in three:
        one.watch()
    time.sleep(0.5)
    assert [one.lost for one in three] == ["", "", ""]
    assert three[0].missing() == ""


def test_the_leader_misses_who_fell_silent_and_names_it(three: list[Lifeline]) -> None:
    three[0].watch()
    three[1].watch()
    three[2].stop()
    assert until(lambda: three[0].lost)
    assert three[0].lost == three[0].missing() == "process 2 of 3 was lost"
    assert three[1].lost == "", "the others watch the leader only"


def test_the_others_miss_the_leader(three: list[Lifeline]) -> None:
    three[2].watch()
    three[0].stop()
    assert until(lambda: three[2].lost)
    assert three[2].lost == "process 0 of 3 was lost"


def test_silence_does_not_count_before_all_are_in_step(three: list[Lifeline]) -> None:
    three[2].stop()
    time.sleep(0.5)
    assert three[0].lost == ""


def test_who_failed_of_itself_comes_before_who_is_silent(three: list[Lifeline]) -> None:
    three[1].leave("out of memory")
    three[1].stop()
    three[2].stop()
    assert three[0].missing() == "process 1 of 3 failed (out of memory)"


def test_who_left_in_order_is_not_to_blame(three: list[Lifeline]) -> None:
    three[1].leave("")
    three[1].stop()
    three[2].stop()
    assert three[0].missing() == "process 2 of 3 was lost"
    three[2].leave("")
    assert three[0].missing() == ""


def test_a_store_that_is_gone_is_the_launchers(three: list[Lifeline]) -> None:
    three[0].store.gone = True
    assert until(lambda: all(one.lost for one in three))
    assert {one.lost for one in three} == {"the launcher of the processes was lost"}
    assert three[0].missing() == "the launcher of the processes was lost"


def test_a_main_thread_that_hangs_is_ended() -> None:
    """In a process of its own, for it is ended at once and whole."""
    program = """
import time
from engine.training import lifeline
from tests.engine.training.test_lifeline import MemoryStore
lifeline.BEAT, lifeline.LOST_AFTER, lifeline.GRACE = 0.02, 0.1, 0.1
store = MemoryStore()
store.add("beat/1", 1)
leader = lifeline.Lifeline(store, 0, 2)
leader.on_loss(lambda what: print(what, flush=True))
leader.start()
leader.watch()
time.sleep(60)
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, timeout=50
    )
    assert (ended.returncode, ended.stdout) == (1, "process 1 of 2 was lost\n"), ended.stderr
