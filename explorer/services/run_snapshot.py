"""Records of runs: what the window knows of one at one moment, and what a person asks for in a new one.

A snapshot is made away from the UI thread and drawn as it is. Two of them are equal only where they are one
object, for comparing all their arrays would be slow.
"""

from dataclasses import dataclass, field
from pathlib import Path

from engine.config import BUILT_IN, ExperimentConfig
from engine.runs.condition import Seen, describe
from engine.runs.notes import RunNotes, shown_name
from explorer.run_curves import RunCurves


@dataclass(frozen=True, eq=False)
class RunSnapshot:
    """One run. bleu, best_bleu and aer in percent, speed in target tokens a second, None where not known yet.

    machine: the name of the machine where it trains, of whose folder `path` is a copy; empty for this one.
    is_whole: whether its curves and its log were read. size: bytes on the disk. is_elsewhere: whether it is
    kept outside of the folder of all runs. is_writable: whether wishes can be left in its folder.
    """

    path: Path
    seen: Seen
    experiment: ExperimentConfig | None
    curves: RunCurves
    log_lines: tuple[str, ...] = ()
    speed: float | None = None
    seconds_left: float | None = None
    has_checkpoint: bool = False
    damage: tuple[str, ...] = ()  # a sentence for each file that is damaged
    notes: RunNotes = field(default_factory=RunNotes)
    bleu: float | None = None  # of the last validation
    best_bleu: float | None = None
    aer: float | None = None  # of the last validation
    size: int | None = None
    is_whole: bool = False
    is_elsewhere: bool = False
    is_writable: bool = True
    machine: str = ""

    @property
    def name(self) -> str:
        """The name that a person gave it, else that of its folder."""
        return shown_name(self.path, self.notes)

    @property
    def sentence(self) -> str:
        """How it is, in one plain sentence."""
        only = "" if self.is_writable else " Its folder cannot be written to, so it can only be watched."
        return describe(self.seen) + only

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
    def host(self) -> str:
        """The machine on which it was trained last."""
        return self.seen.status.host if self.seen.status else ""

    @property
    def is_live(self) -> bool:
        """Whether a process works on it, or should."""
        return self.seen.is_live
