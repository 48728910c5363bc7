"""What a person asks for in the form of a new run."""

from dataclasses import dataclass, replace
from pathlib import Path

from engine.config import ExperimentConfig
from engine.presets import PRESETS
from engine.settings import train_arguments
from explorer.services.run_snapshot import RunSnapshot


@dataclass(frozen=True)
class NewRun:
    """A run to be started. processes: how many train it together, on this machine."""

    experiment: ExperimentConfig
    folder: Path
    processes: int = 1

    def arguments(self) -> list[str]:
        """The arguments after `main.py` that start it."""
        return train_arguments(self.experiment, self.folder)


def can_be_copied(run: RunSnapshot) -> bool:
    """Whether a new run can have the settings of this one."""
    return run.experiment is not None and run.experiment.preset in PRESETS


def settings_of(run: RunSnapshot) -> ExperimentConfig:
    """Its settings, for a new run that begins with values of its own."""
    assert run.experiment is not None
    return replace(run.experiment, begun_from="")
