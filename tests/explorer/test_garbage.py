"""Cyclic garbage that holds Qt objects ends on the window's thread."""

import gc
import threading
from typing import ClassVar

from PySide6.QtCore import QObject

from explorer.garbage import GarbageCollector


class Witness(QObject):
    """Tells on which thread it was ended."""

    ended_on: ClassVar[list[int]] = []

    def __init__(self) -> None:
        super().__init__()
        self.cycle = self

    def __del__(self) -> None:
        self.ended_on.append(threading.get_ident())


def allocate_much() -> None:
    kept = [[] for _ in range(200_000)]
    del kept


def test_a_busy_thread_does_not_end_what_belongs_to_the_window(qapp) -> None:
    collector = GarbageCollector()
    collector.start()
    try:
        Witness.ended_on.clear()
        for _ in range(3):
            Witness()
        thread = threading.Thread(target=allocate_much)
        thread.start()
        thread.join()
        assert Witness.ended_on == []
        for _ in range(800):
            kept = [[]]
            kept.append(kept)
        collector.look()
        assert set(Witness.ended_on) == {threading.get_ident()}
    finally:
        collector.stop()
    assert gc.isenabled()
