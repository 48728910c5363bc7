"""What a person asks for in the form of a new run."""

from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from engine.config import ExperimentConfig
from engine.presets import PRESETS
from engine.settings import train_arguments
from explorer.services.run_snapshot import RunSnapshot


@dataclass(frozen=True)
class NewRun:
    """A run to be started. processes: how many train it together, on one machine.

    machine: the name of the machine on which it trains; empty for this one. There, `folder` and the files of
    the corpus are paths of that machine.
    """

    experiment: ExperimentConfig
    folder: PurePath
    processes: int = 1
    machine: str = ""

    def arguments(self) -> list[str]:
        """The arguments after `main.py` that start it."""
        return train_arguments(self.experiment, self.folder)

    def is_at(self, folder: Path) -> bool:
        """Whether this folder is that of the run, or of its copy here."""
        return folder == self.folder or (self.machine != "" and folder.name == self.folder.name)


def can_be_copied(run: RunSnapshot) -> bool:
    """Whether a new run can have the settings of this one."""
    return run.experiment is not None and run.experiment.preset in PRESETS


def settings_of(run: RunSnapshot) -> ExperimentConfig:
    """Its settings, for a new run that begins with values of its own."""
    assert run.experiment is not None
    return replace(run.experiment, begun_from="")
