"""Where the numbers are computed: the device and the number of threads."""

import os

import torch

from engine.errors import ConfigError


def choose_device(name: str) -> torch.device:
    """The device for auto | cpu | cuda | mps. Raises ConfigError where this machine lacks it."""
    present = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if name == "auto":
        return torch.device(next(kind for kind in ("cuda", "mps", "cpu") if present[kind]))
    if not present.get(name, False):
        raise ConfigError(f"This machine has no device '{name}'.", "Choose auto or cpu.")
    return torch.device(name)


def set_threads(count: int) -> int:
    """Let torch use so many threads; 0 stands for one a core, at most 4. Returns the number."""
    threads = count or min(
        4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    torch.set_num_threads(threads)
    return threads
