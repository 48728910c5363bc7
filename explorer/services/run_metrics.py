"""The metrics of a run as growing columns of numbers; what was handed out once never changes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import numpy as np

from engine.runs.history import History
from engine.runs.reader import RunReader
from engine.runs.records import Record, TrainRecord, ValidationRecord
from explorer.services.run_snapshot import Branch, Floats, Measure, RunCurves

FIRST_ROWS = 1024
RECENT = 200  # records from which speed and pace are taken
Point = TypeVar("Point", TrainRecord, ValidationRecord)


def _train_row(record: TrainRecord) -> tuple[float, ...]:
    return record.update, record.loss, record.perplexity, record.tokens_per_second, record.time


def _validation_row(record: ValidationRecord) -> tuple[float, ...]:
    return record.update, record.loss, record.perplexity, record.bleu, record.seconds


class _Table(Generic[Point]):
    """Rows of numbers, the first of them the update. Views of it stay good while it grows."""

    def __init__(self, row_of: Callable[[Point], tuple[float, ...]]) -> None:
        self._row_of = row_of
        self._rows = np.empty((FIRST_ROWS, 5))
        self._count = 0
        self._branches: tuple[Floats, ...] = ()

    def extend(self, points: Sequence[Point]) -> None:
        """Add rows at the end."""
        needed = self._count + len(points)
        if needed > len(self._rows):
            larger = np.empty((max(needed, 2 * len(self._rows)), self._rows.shape[1]))
            larger[: self._count] = self._rows[: self._count]
            self._rows = larger
        if points:
            self._rows[self._count : needed] = [self._row_of(point) for point in points]
        self._count = needed

    def replace(self, history: History[Point]) -> None:
        """Begin anew in other memory, for what was handed out stays as it was."""
        self._rows, self._count = np.empty((FIRST_ROWS, 5)), 0
        self.extend(history.line)
        self._branches = tuple(np.array([self._row_of(point) for point in b]) for b in history.branches if b)

    def recent(self) -> Floats:
        """The last rows."""
        return self._rows[max(0, self._count - RECENT) : self._count]

    def measure(self, column: int) -> Measure:
        """One column over the updates."""
        line = self._rows[: self._count]
        branches: tuple[Branch, ...] = tuple((branch[:, 0], branch[:, column]) for branch in self._branches)
        return Measure(line[:, 0], line[:, column], branches)


class RunMetrics:
    """Takes in a run's records and gives its curves."""

    def __init__(self) -> None:
        self._train = _Table(_train_row)
        self._validation = _Table(_validation_row)
        self._resumes: tuple[float, ...] = ()
        self.curves = self._make_curves()

    def add(self, records: Iterable[Record]) -> None:
        """Take in records that follow those before."""
        records = tuple(records)
        self._train.extend([record for record in records if isinstance(record, TrainRecord)])
        self._validation.extend([record for record in records if isinstance(record, ValidationRecord)])

    def read_anew(self, reader: RunReader) -> None:
        """Take everything from the reader again, after a part of the run was trained twice."""
        self._train.replace(reader.train_history())
        self._validation.replace(reader.validation_history())

    def publish(self, reader: RunReader) -> None:
        """Make new curves of what was taken in."""
        self._resumes = tuple(
            float(session.resumed_from) for session in reader.sessions() if session.resumed_from is not None
        )
        self.curves = self._make_curves()

    def speed(self) -> float | None:
        """Target tokens a second, the median of the recent updates."""
        recent = self._train.recent()[-20:, 3]
        recent = recent[np.isfinite(recent)]
        return float(np.median(recent)) if len(recent) else None

    def seconds_left(self, updates: int, validate_every: int) -> float | None:
        """The time that so many updates take, their validations included; None before there are two."""
        recent = self._train.recent()
        steps = np.diff(recent[:, 0])
        steps, seconds = steps[steps > 0], np.diff(recent[:, 4])[steps > 0]
        if not len(steps):
            return None
        validations = self._validation.recent()[-5:, 4]
        validation = float(np.mean(validations)) if len(validations) else 0.0
        pace = float(np.median(seconds / steps))  # a pause or a validation between two updates counts little
        return max(0.0, updates * pace + updates // max(validate_every, 1) * validation)

    def _make_curves(self) -> RunCurves:
        return RunCurves(
            loss=self._train.measure(1),
            perplexity=self._train.measure(2),
            tokens_per_second=self._train.measure(3),
            dev_loss=self._validation.measure(1),
            dev_perplexity=self._validation.measure(2),
            bleu=self._validation.measure(3),
            resumes=self._resumes,
        )
