"""Signs of life between the processes of a run, so that one that is lost ends the run instead of halting it.

A lost process closes its connections, so the next exchange with it fails at once. What that does not tell
is which one it was; and a GPU's exchange, or one with a machine that fell silent, waits instead. So
each process counts up a number of its own in the store that they share, and looks at the others' numbers.
"""

import os
import threading
import time
from collections.abc import Callable
from typing import Protocol

BEAT = 1.0  # seconds between two signs of life
LOST_AFTER = 15.0  # seconds of silence after which a process counts as lost
GRACE = 8.0  # seconds more for the main thread to end the run; torchrun kills 30 s after its first signal


class Store(Protocol):
    """What is used of torch.distributed's store. Any call raises RuntimeError where the store is gone."""

    def add(self, key: str, amount: int, /) -> int: ...
    def set(self, key: str, value: str, /) -> None: ...
    def get(self, key: str, /) -> bytes: ...
    def check(self, keys: list[str], /) -> bool: ...


class Lifeline:
    """Beats in a thread of its own from `start` to `stop`, and watches others."""

    def __init__(self, store: Store, rank: int, size: int) -> None:
        self._store = store
        self._rank = rank
        self._size = size
        self._others = [other for other in range(size) if other != rank] if rank == 0 else [0]
        self._ended = threading.Event()
        self._strict = threading.Event()
        self._give_up: Callable[[str], object] = lambda what: None
        self.lost = ""  # who is, in words without an end, as soon as that is known
        self._thread = threading.Thread(target=self._beat, name="signs of life", daemon=True)

    def start(self) -> None:
        """Begin to beat."""
        self._store.add(_beat(self._rank), 1)
        self._thread.start()

    def on_loss(self, give_up: Callable[[str], object]) -> None:
        """What to do, from the thread, before it ends this process.

        That happens where one was lost and `stop` was not called within `GRACE` seconds: the main thread then
        waits for what will not come.
        """
        self._give_up = give_up

    def watch(self) -> None:
        """From now on all work in step, and silence counts: before, a long call may keep a thread waiting."""
        self._strict.set()

    def stop(self) -> None:
        """End the thread; a second call does nothing."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def leave(self, words: str) -> None:
        """Say that this process ends by itself, and why; empty where nothing is wrong with it."""
        self._store.set(_left(self._rank), words)

    def missing(self) -> str:
        """Who of the watched is gone, in words without an end, empty where none is; takes three beats."""
        try:
            before = [self._store.add(_beat(other), 0) for other in self._others]
            time.sleep(3 * BEAT)
            after = [self._store.add(_beat(other), 0) for other in self._others]
            silent = [who for who, n, m in zip(self._others, before, after, strict=True) if n == m]
            words = {who: self._words(who) for who in self._others}
        except RuntimeError:
            return _LAUNCHER
        for who, said in words.items():
            if said:
                return f"process {who} of {self._size} failed ({said})"
        lost = [who for who in silent if words[who] is None]
        return _lost(lost, self._size) if lost else ""

    def _words(self, who: int) -> str | None:
        """What a process said when it left; None where it did not."""
        key = _left(who)
        return self._store.get(key).decode(errors="replace") if self._store.check([key]) else None

    def _beat(self) -> None:
        seen: dict[int, tuple[int, float]] = {}
        lost_at = 0.0
        while not self._ended.wait(BEAT):
            now = time.monotonic()
            if not self._strict.is_set():
                seen.clear()
            found = _LAUNCHER if self.lost == _LAUNCHER else self._look(seen, now)
            lost_at = lost_at if self.lost else now
            self.lost = found  # which may be nobody again
            if found and now - lost_at > GRACE:
                self._give_up(found)
                os._exit(1)  # the main thread may hang in a driver, where no exception reaches it

    def _look(self, seen: dict[int, tuple[int, float]], now: float) -> str:
        """Give a sign of life and look for the others'; who is lost, empty where none is."""
        try:
            self._store.add(_beat(self._rank), 1)
            for who in self._others:
                count = self._store.add(_beat(who), 0)
                if who not in seen or seen[who][0] != count:
                    seen[who] = count, now
        except RuntimeError:
            return _LAUNCHER
        silent = [who for who, (_, since) in seen.items() if now - since > LOST_AFTER]
        return _lost(silent, self._size) if silent else ""


_LAUNCHER = "the launcher of the processes was lost"


def _lost(ranks: list[int], size: int) -> str:
    if len(ranks) == 1:
        return f"process {ranks[0]} of {size} was lost"
    return f"processes {', '.join(map(str, ranks))} of {size} were lost"


def _beat(rank: int) -> str:
    return f"beat/{rank}"


def _left(rank: int) -> str:
    return f"left/{rank}"
