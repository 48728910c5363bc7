"""What a process is said to use of its machine, against what it was made to use."""

import os
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from engine.training import gauges
from engine.training.gauges import Gauges
from engine.training.gpu_use import gpu_use, reader

CPU = torch.device("cpu")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells it so")
def test_memory_that_is_taken_is_seen() -> None:
    before = Gauges(CPU).read().memory
    taken = np.ones(64 << 17)  # 64 MiB
    after = Gauges(CPU).read().memory
    assert after - before == pytest.approx(taken.nbytes, rel=0.1)


def test_a_system_that_does_not_tell_is_believed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gauges, "_STATM", tmp_path / "missing")
    assert Gauges(CPU).read().memory is None


def test_the_share_of_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    """3 seconds of work within 2 seconds are one and a half cores."""
    clock = {"busy": 10.0, "passed": 50.0}
    monkeypatch.setattr(time, "process_time", lambda: clock["busy"])
    monkeypatch.setattr(time, "perf_counter", lambda: clock["passed"])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(4)), raising=False)
    measured = Gauges(CPU)
    clock.update(busy=13.0, passed=52.0)
    assert measured.read().cpu == 1.5 / 4
    clock.update(passed=54.0)
    assert measured.read().cpu == 0.0


def test_reading_takes_next_to_nothing() -> None:
    measured = Gauges(CPU)
    begun = time.perf_counter()
    for _ in range(100):
        measured.read()
    assert time.perf_counter() - begun < 0.1  # 1 ms each, once in ten updates


def test_without_a_gpu_nothing_is_said_of_one() -> None:
    assert gpu_use(CPU)() is None
    assert Gauges(CPU).read().gpu is None


class Driver:
    """Stands for the driver's library; every call of it gives a number, 0 for success."""

    def __init__(self, percent: int, failing: str = "") -> None:
        self.percent, self.failing, self.asked = percent, failing, b""

    def nvmlInit_v2(self) -> int:
        return int(self.failing == "init")

    def nvmlDeviceGetHandleByUUID(self, uuid: bytes, _: object) -> int:
        self.asked = uuid
        return int(self.failing == "handle")

    def nvmlDeviceGetUtilizationRates(self, _: object, found: Any) -> int:
        found._obj.gpu = self.percent  # of what ctypes.byref was given
        return int(self.failing == "rates")


def test_the_driver_is_asked_for_the_right_gpu() -> None:
    driver = Driver(73)
    assert reader(driver, "GPU-12ab")() == 0.73
    assert driver.asked == b"GPU-12ab"


@pytest.mark.parametrize("failing", ["init", "handle", "rates"])
def test_a_driver_that_fails_says_nothing(failing: str) -> None:
    assert reader(Driver(73, failing), "GPU-12ab")() is None
