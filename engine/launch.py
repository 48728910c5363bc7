"""Which of how many processes this one is, as torchrun says in the environment; torch-free."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from engine.errors import ConfigError


@dataclass(frozen=True)
class Launch:
    """One process's place among those that train a run together; they are counted from 0.

    rank, size: among all; local_rank, local_size: among those on this machine.
    """

    rank: int = 0
    size: int = 1
    local_rank: int = 0
    local_size: int = 1

    @property
    def leads(self) -> bool:
        """Whether this is the process that decides and writes."""
        return self.rank == 0

    @classmethod
    def of(cls, environment: Mapping[str, str] = os.environ) -> "Launch":
        """The place that torchrun gave; a process that was started otherwise is alone.

        Raises ConfigError where the environment tells only half of it.
        """
        if "WORLD_SIZE" not in environment or "RANK" not in environment:
            return cls()
        size = _number(environment, "WORLD_SIZE", 1)
        launch = cls(
            rank=_number(environment, "RANK", 0),
            size=size,
            local_rank=_number(environment, "LOCAL_RANK", 0) if size > 1 else 0,
            local_size=_number(environment, "LOCAL_WORLD_SIZE", 1) if size > 1 else 1,
        )
        if launch.rank >= size or launch.local_rank >= launch.local_size:
            raise ConfigError(
                f"The environment says that this is process {launch.rank} of {size}.", "Start with torchrun."
            )
        return launch


def _number(environment: Mapping[str, str], name: str, least: int) -> int:
    text = environment.get(name, "")
    if not text.isdecimal() or int(text) < least:
        raise ConfigError(
            f"The environment says {name}={text!r}, which is no number of processes.",
            "Start several processes with torchrun, and one without WORLD_SIZE in the environment.",
        )
    return int(text)
