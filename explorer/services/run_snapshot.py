"""Records of runs: what the window knows of one at one moment, and what a person asks for in a new one.

A snapshot is made away from the UI thread and drawn as it is. Two of them are equal only where they are one
object, for comparing all their arrays would be slow.
"""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.config import ExperimentConfig
from engine.runs.condition import Seen, describe

Floats = NDArray[np.float64]
Branch = tuple[Floats, Floats]  # updates and values


@dataclass(frozen=True, eq=False)
class Measure:
    """One quantity over a run's updates; branches: what was trained past a point of return."""

    updates: Floats
    values: Floats
    branches: tuple[Branch, ...] = ()


@dataclass(frozen=True, eq=False)
class RunCurves:
    """The metrics of a run. The same object as long as there are no new records.

    resumes: the updates from which later sessions went on.
    """

    loss: Measure
    perplexity: Measure
    tokens_per_second: Measure
    dev_loss: Measure
    dev_perplexity: Measure
    bleu: Measure
    resumes: tuple[float, ...] = ()


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """One run. bleu and best_bleu in percent, speed in target tokens a second, None where not known yet."""

    path: Path
    seen: Seen
    experiment: ExperimentConfig | None
    curves: RunCurves
    log_lines: tuple[str, ...] = ()
    speed: float | None = None
    seconds_left: float | None = None
    has_checkpoint: bool = False
    broken_lines: int = 0  # of its metrics that could not be read

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
        """The names of its corpus files."""
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
        return float(self.curves.bleu.values[-1]) if len(self.curves.bleu.values) else None

    @property
    def best_bleu(self) -> float | None:
        """Of the best validation; higher is better."""
        finite = self.curves.bleu.values[np.isfinite(self.curves.bleu.values)]
        return float(finite.max()) if len(finite) else None

    @property
    def is_live(self) -> bool:
        """Whether a process works on it, or should."""
        return self.seen.condition in ("running", "paused", "stalled")
