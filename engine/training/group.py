"""The processes that train one run together, as those see each other that do not know how they are connected.

Process 0 leads: it alone decides, validates and writes. Before each update it tells the others to make it;
they know no other reason to act, so all do the same at the same update.
"""

import enum
import os
from collections.abc import Callable, Iterable

import torch
from torch import Tensor

from engine.errors import RunError
from engine.launch import Launch
from engine.runs.layout import RunLayout


class Word(enum.IntEnum):
    """What the leader tells the others; each comes with a number."""

    WAIT = 0  # nothing yet
    READY = 1  # the corpus is prepared; number: the update of the checkpoint to restore, 0 for none
    UPDATE = 2  # make the update of this number, counted from 0
    END = 3  # number: the place of the run's last state in RUN_STATES
    ASIDE = 4  # the run is paused: leave the GPU to others
    UP = 5  # the run goes on
    LIMIT = 6  # number: the update at which the run ends from now on


class ProcessLost(Exception):
    """A process of the run is gone. what: in words without an end, such as "process 1 of 2 was lost"."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what or "the connection between the processes was lost"


class Group:
    """The processes that train one run. This class stands for one that is alone; its exchanges do nothing."""

    def __init__(self, launch: Launch, device: torch.device) -> None:
        self.launch = launch
        self.device = device
        self.rank, self.size = launch.rank, launch.size

    def __str__(self) -> str:
        return str(self.device) if self.size == 1 else f"{self.size} processes, this one on {self.device}"

    @property
    def threads(self) -> int:
        """How many of this machine's cores each process takes where nothing is said; 0 leaves it open."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        local = self.launch.local_size
        return 0 if local == 1 else max(1, min(4, cores // local))

    def tell(self, word: Word, number: int = 0) -> None:
        """The leader's part of `hear`."""

    def hear(self) -> tuple[Word, int]:
        """The leader's next word and its number."""
        raise AssertionError("a process alone has no leader to hear")

    def wait(self) -> None:
        """Until all have come here."""

    def add_up(self, tensor: Tensor) -> None:
        """Put the sum of all processes' tensors in the place of each."""

    def spread(self, tensors: Iterable[Tensor]) -> None:
        """Put the leader's tensors in the place of the others'."""

    def on_loss(self, give_up: Callable[[str], object]) -> None:
        """Called with words, from another thread, before that ends this process because one was lost."""

    def watch(self) -> None:
        """From now on a process that is silent counts as lost."""

    def missing(self) -> str:
        """Which process is gone, in words without an end; empty where none is known to be."""
        return ""


def lost_error(what: str, layout: RunLayout, update: int) -> RunError:
    """What a run says that ends at this update because a process is gone, and how it goes on."""
    kept = layout.checkpoints()
    remedy = (
        f"The checkpoint of update {kept[-1][0]} resumes the run."
        if kept
        else "There is no checkpoint yet, so resuming the run begins anew."
    )
    return RunError(f"{what[0].upper()}{what[1:]} at update {update}.", remedy)
