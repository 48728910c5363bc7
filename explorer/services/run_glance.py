"""What the table says of a run: read from small files and the end of its metrics, if they have changed."""

import math
import os
import statistics
from collections.abc import Sequence
from pathlib import Path

from engine.config import ExperimentConfig
from engine.errors import EngineError
from engine.runs.best import load_best
from engine.runs.condition import Pulse, Seen
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, load_notes
from engine.runs.records import Record, TrainRecord, ValidationRecord
from engine.runs.tail import last_records
from explorer.services.file_marks import FileMarks
from explorer.services.run_copy import judged
from explorer.services.run_metrics import RECENT, RunMetrics
from explorer.services.run_snapshot import RunSnapshot

FEW = 9  # records: enough for a speed
NO_CURVES = RunMetrics().curves


class RunGlance:
    """One run directory, looked at again and again. What its files say is kept until they change."""

    def __init__(self, path: Path, machine: str = "") -> None:
        """machine: the name of the machine of whose folder this is a copy; empty for this one."""
        self._path = path
        self._machine = machine
        self._layout = RunLayout(path)
        self._pulse = Pulse(self._layout)
        self._marks = FileMarks()
        self._experiment: ExperimentConfig | None = None
        self._notes = RunNotes()
        self._seen: Seen | None = None
        self._metrics: RunMetrics | None = None  # of a live run; the room that they take is large
        self._speed: float | None = None
        self._bleu: float | None = None
        self._best: float | None = None
        self._aer: float | None = None
        self._has_checkpoint = False

    def poll(self) -> RunSnapshot:
        """The run as it is now, without its curves and its log; never raises for what a file holds."""
        layout = self._layout
        seen = self._look()
        if self._marks.have_changed(layout.experiment):
            self._experiment = _experiment(layout)
        if self._marks.have_changed(layout.notes):
            self._notes = load_notes(layout)
        if self._marks.have_changed(layout.best):
            best = load_best(layout)
            self._best = best.value if best and best.metric == "bleu" and _is_number(best.value) else None
        if self._marks.have_changed(layout.checkpoints_folder):
            self._has_checkpoint = bool(layout.checkpoints())
        if self._marks.have_changed(layout.metrics):
            count = RECENT if seen.is_live else FEW
            self._take_tail(last_records(layout.metrics, count), is_live=seen.is_live)
        return RunSnapshot(
            path=self._path,
            seen=seen,
            experiment=self._experiment,
            curves=NO_CURVES,
            speed=self._speed,
            seconds_left=seconds_left(seen, self._experiment, self._metrics) if self._metrics else None,
            has_checkpoint=self._has_checkpoint,
            notes=self._notes,
            bleu=self._bleu,
            best_bleu=self._best,
            aer=self._aer,
            machine=self._machine,
            is_writable=os.access(self._path, os.W_OK),
        )

    def _look(self) -> Seen:
        """A run without a process is judged anew only when it tells something else."""
        if self._machine:
            return judged(self._path)
        has_changed = self._marks.have_changed(self._layout.status)
        if self._seen is None or has_changed or self._seen.is_live:
            self._seen = self._pulse.look()
        return self._seen

    def _take_tail(self, records: Sequence[Record], *, is_live: bool) -> None:
        speeds = [record.tokens_per_second for record in records if isinstance(record, TrainRecord)]
        self._speed = statistics.median(speeds[-FEW:]) if speeds else None
        self._metrics = RunMetrics() if is_live else None
        if self._metrics is not None:
            self._metrics.add(records)
        validations = [record for record in records if isinstance(record, ValidationRecord)]
        scores = [record.bleu for record in validations]
        if validations:
            self._bleu, self._aer = scores[-1], validations[-1].aer
            self._best = max((score for score in (self._best, *scores) if _is_number(score)), default=None)


def seconds_left(seen: Seen, experiment: ExperimentConfig | None, metrics: RunMetrics) -> float | None:
    """How long a run still trains; None for one that does not, or has not begun."""
    status = seen.status
    if status is None or seen.condition != "running":
        return None
    every = experiment.train.validate_every if experiment else status.max_updates
    return metrics.seconds_left(status.max_updates - status.update, every)


def _is_number(score: float | None) -> bool:
    return score is not None and math.isfinite(score)


def _experiment(layout: RunLayout) -> ExperimentConfig | None:
    try:
        return load_experiment(layout.experiment)
    except EngineError:
        return None
