"""What a training takes of its machine: memory, processor cores and GPU, read at every metric record."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from engine.training.gpu_use import gpu_use

_STATM = Path("/proc/self/statm")  # Linux; in pages, the second number is what is in memory


@dataclass(frozen=True)
class Use:
    """memory: bytes; cpu and gpu: shares from 0 to 1; None where it cannot be told here."""

    memory: float | None
    cpu: float
    gpu: float | None


class Gauges:
    """Reads the use of a machine by this process."""

    def __init__(self, device: torch.device) -> None:
        self._device = device
        self._gpu: Callable[[], float | None] = gpu_use(device)
        self._cores = (
            len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        )
        self._seconds = self._clocks()

    def read(self) -> Use:
        """The use of the cores since the last reading, and what else is used now."""
        before, self._seconds = self._seconds, self._clocks()
        busy, passed = self._seconds[0] - before[0], self._seconds[1] - before[1]
        cpu = min(1.0, busy / (passed * self._cores)) if passed > 0 else 0.0
        return Use(self._memory(), cpu, self._gpu())

    def _clocks(self) -> tuple[float, float]:
        return time.process_time(), time.perf_counter()

    def _memory(self) -> float | None:
        if self._device.type == "cuda":
            return float(torch.cuda.memory_reserved(self._device))
        try:
            pages = int(_STATM.read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return None
        return float(pages * os.sysconf("SC_PAGE_SIZE"))
