"""The metrics of a run as growing columns of numbers; what was handed out once never changes."""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Generic, TypeVar

import numpy as np

from engine.runs.history import History
from engine.runs.reader import RunReader
from engine.runs.records import Record, TrainRecord, ValidationRecord
from explorer.run_curves import Bools, Columns, Floats, RunCurves, Strands

FIRST_ROOM = 1024
RECENT = 40  # records from which speed and pace are taken
PERCENT, GIBIBYTE = 100.0, 2.0**-30
_PLACES = {"update": 1.0, "tokens": 1.0, "passes": 1.0, "wall": 1.0}
TRAIN = _PLACES | {
    "loss": 1.0,
    "perplexity": 1.0,
    "gradient_norm": 1.0,
    "clipped_norm": 1.0,
    "learning_rate": 1.0,
    "tokens_per_second": 1.0,
    "memory": GIBIBYTE,
    "cpu": PERCENT,
    "gpu": PERCENT,
    "time": 1.0,
}
VALIDATION = _PLACES | dict.fromkeys(
    ("loss", "perplexity", "bleu", "chrf", "aer", "token_accuracy", "seconds"), 1.0
)
Point = TypeVar("Point", TrainRecord, ValidationRecord)


class _Table(Generic[Point]):
    """Fields of records, each times a factor. Views of it stay good while it grows."""

    def __init__(self, fields: Mapping[str, float]) -> None:
        self._names = tuple(fields)
        self._fields_of = attrgetter(*self._names)
        self._factors = np.array(list(fields.values()))[:, None]
        self._empty()

    def _empty(self) -> None:
        self._values, self._known = self._room(FIRST_ROOM)
        self._count = 0
        self._branches: tuple[Columns, ...] = ()
        self._source = object()

    def _room(self, count: int) -> tuple[Floats, Bools]:
        return np.empty((len(self._names), count)), np.empty((len(self._names), count), dtype=np.bool_)

    def extend(self, points: Sequence[Point]) -> None:
        """Add records at the end."""
        if not points:
            return
        needed = self._count + len(points)
        if needed > self._values.shape[1]:
            larger = self._room(max(needed, 2 * self._values.shape[1]))
            for new, old in zip(larger, (self._values, self._known), strict=True):
                new[:, : self._count] = old[:, : self._count]
            self._values, self._known = larger
        added = self._columns(points)
        self._values[:, self._count : needed] = added.values
        self._known[:, self._count : needed] = added.known
        self._count = needed

    def replace(self, history: History[Point]) -> None:
        """Begin anew in other memory, for what was handed out stays as it was."""
        self._empty()
        self.extend(history.line)
        self._branches = tuple(self._columns(branch) for branch in history.branches if branch)

    def _columns(self, points: Sequence[Point]) -> Columns:
        rows = [self._fields_of(point) for point in points]
        values = np.array(rows, dtype=np.float64).T  # None becomes NaN, as which a measured NaN counts too
        known = np.ones(values.shape, dtype=np.bool_)
        for field, record in np.argwhere(np.isnan(values)):
            known[field, record] = rows[record][field] is not None
        return Columns(self._names, values * self._factors, known)

    def recent(self, name: str, count: int = RECENT) -> Floats:
        """The last values of a field."""
        return self._values[self._names.index(name), max(0, self._count - count) : self._count]

    def strands(self) -> Strands:
        """All of it as it is now."""
        line = Columns(self._names, self._values[:, : self._count], self._known[:, : self._count])
        return Strands(line, self._branches, self._source)


class RunMetrics:
    """Takes in a run's records and gives its curves."""

    def __init__(self) -> None:
        self._train: _Table[TrainRecord] = _Table(TRAIN)
        self._validation: _Table[ValidationRecord] = _Table(VALIDATION)
        self._returns: tuple[float, ...] = ()
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
        self._returns = tuple(
            float(session.resumed_from) for session in reader.sessions() if session.resumed_from is not None
        )
        self.curves = self._make_curves()

    def speed(self) -> float | None:
        """Target tokens a second, the median of the recent updates."""
        recent = self._train.recent("tokens_per_second", 20)
        recent = recent[np.isfinite(recent)]
        return float(np.median(recent)) if len(recent) else None

    def seconds_left(self, updates: int, validate_every: int) -> float | None:
        """The time that so many updates take, their validations included; None before there are two."""
        steps = np.diff(self._train.recent("update"))
        steps, seconds = steps[steps > 0], np.diff(self._train.recent("time"))[steps > 0]
        if not len(steps):
            return None
        validations = self._validation.recent("seconds", 5)
        validation = float(np.mean(validations)) if len(validations) else 0.0
        pace = float(np.median(seconds / steps))  # a pause or a validation between two updates counts little
        return max(0.0, updates * pace + updates // max(validate_every, 1) * validation)

    def _make_curves(self) -> RunCurves:
        return RunCurves(self._train.strands(), self._validation.strands(), self._returns)
