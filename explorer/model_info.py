"""A model as the window knows it: one line of the engine's list."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class ModelInfo:
    """One line of the engine's list of models. `path` is what a request names it by."""

    name: str
    kind: str
    path: str
    parameters: int = 0
    card: dict[str, Any] = field(default_factory=dict)
    problem: str = ""  # why it cannot be used

    @property
    def run(self) -> Path | None:
        """The run directory that the checkpoint belongs to; None where it is no checkpoint of a run."""
        return run_of(self.path)

    @property
    def has_attention(self) -> bool:
        """Whether the model computes an alignment at all."""
        return self.kind == "rnnsearch"


def run_of(path: str) -> Path | None:
    """The run directory around the checkpoint at this path; None for any other path."""
    folder = Path(path).parent
    return folder.parent if folder.name == "checkpoints" else None
