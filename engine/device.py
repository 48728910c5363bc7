"""Where the numbers are computed: the device, the number of threads, and memory that runs out."""

import os

import torch

from engine.errors import ConfigError

_SMALL = 128  # hidden units
_WORDS = ("not enough memory", "can't allocate memory", "out of memory", "ALLOC_FAILED")  # in a RuntimeError


def choose_device(name: str) -> torch.device:
    """The device for auto | cpu | cuda | mps. Raises ConfigError where this machine lacks it."""
    present = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if name == "auto":
        return torch.device(next(kind for kind in ("cuda", "mps", "cpu") if present[kind]))
    if not present.get(name, False):
        raise ConfigError(f"This machine has no device '{name}'.", "Choose auto or cpu.")
    return torch.device(name)


def is_out_of_memory(error: BaseException) -> bool:
    """Whether this is how Python or PyTorch says that memory ran out."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    return isinstance(error, RuntimeError) and any(words in str(error) for words in _WORDS)


def set_threads(count: int) -> int:
    """Let torch use so many threads; 0 stands for one a core, at most 4. Returns the number."""
    threads = count or min(
        4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    torch.set_num_threads(threads)
    return threads


def set_training_threads(asked: int, hidden_size: int, most: int = 0) -> int:
    """Let a training use so many threads; returns the number. Where 0 are asked for, `most` as `set_threads`.

    A network so small that threads would wait for each other longer than they work gets one.
    """
    return set_threads(asked or (1 if hidden_size <= _SMALL else most))
