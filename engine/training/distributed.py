"""The connections of a group of processes: the one home of torch.distributed.

Gradients are summed over NCCL on GPUs and over Gloo on CPUs. What the leader tells goes over Gloo always, so
that no GPU waits for it.
"""

import contextlib
import logging
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta

import torch
from torch import Tensor
from torch import distributed as dist

from engine.device import choose_device
from engine.errors import ConfigError, EngineError, RunError
from engine.launch import Launch
from engine.training.group import Group, ProcessLost, Word
from engine.training.lifeline import LOST_AFTER, Lifeline, Store

_LOG = logging.getLogger(__name__)
_JOIN = timedelta(minutes=10)  # until all processes have come together
_STUCK = timedelta(minutes=10)  # that an exchange of gradients may take
_PATIENCE = timedelta(days=1)  # that the others wait for the leader to prepare a corpus or to validate


class JoinedGroup(Group):
    """Several processes. Every exchange raises ProcessLost where it fails."""

    def __init__(
        self, launch: Launch, device: torch.device, control: "dist.ProcessGroup", lifeline: Lifeline
    ) -> None:
        super().__init__(launch, device)
        self._control = control
        self._lifeline = lifeline

    def tell(self, word: Word, number: int = 0) -> None:
        if self._lifeline.lost:  # exchanges with the others may still go well where the launcher is gone
            raise ProcessLost(self.missing() or self._lifeline.lost)
        with self._exchange():
            dist.broadcast(torch.tensor([word, number]), src=0, group=self._control)

    def hear(self) -> tuple[Word, int]:
        told = torch.zeros(2, dtype=torch.int64)
        with self._exchange():
            dist.broadcast(told, src=0, group=self._control)
        word, number = told.tolist()
        return Word(word), number

    def wait(self) -> None:
        with self._exchange():
            dist.barrier(group=self._control)

    def add_up(self, tensor: Tensor) -> None:
        with self._exchange():
            dist.all_reduce(tensor)

    def spread(self, tensors: Iterable[Tensor]) -> None:
        with self._exchange():
            for tensor in tensors:
                dist.broadcast(tensor.detach(), src=0)

    def on_loss(self, give_up: Callable[[str], object]) -> None:
        self._lifeline.on_loss(give_up)

    def watch(self) -> None:
        self._lifeline.watch()

    def missing(self) -> str:
        self._lifeline.stop()
        return self._lifeline.missing()

    def part(self, error: BaseException | None) -> None:
        """End the connections; the others learn why where that is an error of this process itself."""
        own = error is not None and not isinstance(error, ProcessLost)
        with contextlib.suppress(RuntimeError):
            self._lifeline.leave(_words(error) if error and own else "")
        self._lifeline.stop()
        if error is None:
            dist.destroy_process_group()

    @contextlib.contextmanager
    def _exchange(self) -> Iterator[None]:
        try:
            yield
        except RuntimeError as error:
            _LOG.warning("An exchange between the processes failed: %s", str(error).partition(". ")[0])
            raise ProcessLost(self.missing()) from error


@contextlib.contextmanager
def joined(device_name: str) -> Iterator[Group]:
    """The group of this process, connected for as long as the block lasts. device_name: as `device_for`.

    Raises RunError where the processes do not find each other.
    """
    launch = Launch.of()
    device = device_for(launch, device_name)
    if launch.size == 1:
        yield Group(launch, device)
        return
    group = _connect(launch, device)
    try:
        yield group
    except BaseException as error:
        group.part(error)  # the connections close with the process, for closing them in order takes all
        raise
    group.part(None)


def device_for(launch: Launch, name: str) -> torch.device:
    """The device for auto | cpu | cuda | mps; of several processes each takes a GPU of its own.

    Raises ConfigError where the machine lacks it, or has fewer GPUs than processes.
    """
    if launch.size == 1:
        return choose_device(name)
    if name == "mps":
        raise ConfigError("Several processes cannot share the device 'mps'.", "Start one, or choose cpu.")
    if name == "cpu" or (name == "auto" and not torch.cuda.is_available()):
        return torch.device("cpu")
    choose_device("cuda")
    count = torch.cuda.device_count()
    if launch.local_size > count:
        raise ConfigError(
            f"This machine has {count} GPUs for {launch.local_size} processes.",
            f"Start at most one process a GPU: --nproc-per-node {count}.",
        )
    torch.cuda.set_device(launch.local_rank)
    return torch.device("cuda", launch.local_rank)


def _connect(launch: Launch, device: torch.device) -> JoinedGroup:
    if not dist.is_available():
        raise RunError("This build of PyTorch cannot train on several processes.", "Start one process.")
    from torch.distributed.rendezvous import rendezvous  # which such a build lacks

    try:
        store, rank, size = next(rendezvous("env://", timeout=_JOIN))
        backend = "nccl" if device.type == "cuda" else "gloo"
        dist.init_process_group(backend, store=store, rank=rank, world_size=size, timeout=_STUCK)
        control = dist.new_group(backend="gloo", timeout=_PATIENCE)
        assert control is not None
        lifeline = Lifeline(_own_store(), launch.rank, launch.size)
        lifeline.start()
    except (RuntimeError, ValueError) as error:
        raise RunError(
            f"The processes of the run did not find each other: {str(error).splitlines()[0]}.",
            "Start them with torchrun, and check that the hosts reach each other.",
        ) from error
    return JoinedGroup(launch, device, control, lifeline)


def _own_store() -> Store:
    """A connection of its own to the store that all share: one that waits holds back who shares it."""
    server = dist.TCPStore(  # type: ignore[attr-defined]
        os.environ["MASTER_ADDR"],
        int(os.environ["MASTER_PORT"]),
        is_master=False,
        timeout=timedelta(seconds=LOST_AFTER),
    )
    attempt = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")  # a restarted group meets old numbers
    store: Store = dist.PrefixStore(f"lifeline/{attempt}", server)  # type: ignore[attr-defined]
    return store


def _words(error: BaseException) -> str:
    if isinstance(error, EngineError):
        return error.what
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
