"""What a person asks for in the form of a new run."""

from dataclasses import dataclass
from pathlib import Path

from engine.config import ExperimentConfig
from engine.settings import train_arguments


@dataclass(frozen=True)
class NewRun:
    """A run to be started. processes: how many train it together, on this machine."""

    experiment: ExperimentConfig
    folder: Path
    processes: int = 1

    def arguments(self) -> list[str]:
        """The arguments after `main.py` that start it."""
        return train_arguments(self.experiment, self.folder)
