"""Records of runs: what the window knows of one at one moment, and what a person asks for in a new one.

A snapshot is made away from the UI thread and drawn as it is. Two of them are equal only where they are one
object, for comparing all their arrays would be slow.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.config import BUILT_IN, ExperimentConfig
from engine.runs.condition import Seen, describe
from explorer.run_curves import RunCurves


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """One run. bleu and best_bleu in percent, speed in target tokens a second, None where not known yet.

    machine: the name of the machine where it trains, of whose folder `path` is a copy; empty for this one.
    """

    path: Path
    seen: Seen
    experiment: ExperimentConfig | None
    curves: RunCurves
    log_lines: tuple[str, ...] = ()
    speed: float | None = None
    seconds_left: float | None = None
    has_checkpoint: bool = False
    broken_lines: int = 0  # of its metrics that could not be read
    machine: str = ""

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.path.name

    @property
    def sentence(self) -> str:
        """How it is, in one plain sentence."""
        return describe(self.seen)

    @property
    def corpus(self) -> str:
        """The names of its corpus files, or that of the built-in corpus."""
        if self.experiment and self.experiment.corpus.grammar:
            return BUILT_IN
        files = self.experiment.corpus.train if self.experiment else ()
        return ", ".join(Path(file).name for file in files)

    @property
    def preset(self) -> str:
        """The preset it was started with."""
        if self.experiment is not None:
            return self.experiment.preset
        return self.seen.status.preset if self.seen.status else ""

    @property
    def bleu(self) -> float | None:
        """Of the last validation."""
        values = self.curves.bleu.values
        return float(values[-1]) if len(values) else None

    @property
    def best_bleu(self) -> float | None:
        """Of the best validation; higher is better."""
        values = self.curves.bleu.values
        finite = values[np.isfinite(values)]
        return float(finite.max()) if len(finite) else None

    @property
    def is_live(self) -> bool:
        """Whether a process works on it, or should."""
        return self.seen.condition in ("running", "paused", "stalled")
