"""The metrics of a run as curves over its updates, target tokens, epochs or seconds.

Two objects of this module are equal only where they are one object, for comparing all their arrays would be
slow.
"""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Places = NDArray[np.int64]
Branch = tuple[Floats, Floats]  # places on the axis and values
RecordKind = Literal["train", "validation"]
Axis = Literal["update", "tokens", "passes", "wall"]
USUAL = 2000  # records from which the usual distance of two is taken
GAP = 3.0  # times as far apart as usual: there are records missing between
NO_PLACES: Places = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Measure:
    """One quantity. x: where its values stand on the axis, rising; branches: trained past a point of return.

    source: the same object for as long as later measures of the quantity only go on where this one ends.
    breaks: which values come after a gap, in which records are missing.
    """

    x: Floats
    values: Floats
    branches: tuple[Branch, ...] = ()
    source: object = None
    breaks: Places = field(default_factory=lambda: NO_PLACES)

    def on_log_axis(self) -> "Measure":
        """The same over log10 of its places; those up to 0 have none, and are left out."""
        first = _first_positive(self.x)
        branches = tuple((x[k:], values[k:]) for x, values in self.branches for k in [_first_positive(x)])
        branches = tuple((np.log10(x), values) for x, values in branches if len(x))
        breaks = self.breaks[self.breaks > first] - first
        return Measure(np.log10(self.x[first:]), self.values[first:], branches, self.source, breaks)


@dataclass(frozen=True, eq=False)
class Columns:
    """Numbers of all records of one kind, a row for each name. known: False where nothing was measured."""

    names: tuple[str, ...]
    values: Floats  # names x records
    known: Bools

    def column(self, name: str) -> Floats:
        """One row of the numbers."""
        return self.values[self.names.index(name)]

    def has(self, *names: str) -> bool:
        """Whether each of these was ever measured."""
        return all(bool(self.known[self.names.index(name)].any()) for name in names)

    def together(self, *names: str) -> tuple[Floats, ...]:
        """Some columns at the records that have all of them."""
        rows = [self.names.index(name) for name in names]
        all_known = np.logical_and.reduce([self.known[row] for row in rows])
        if all_known.all():
            return tuple(self.values[row] for row in rows)
        return tuple(self.values[row, all_known] for row in rows)


@dataclass(frozen=True, eq=False)
class Strands:
    """The columns of one kind of record: the line of training and the branches that ended."""

    line: Columns
    branches: tuple[Columns, ...] = ()
    source: object = None

    def measure(self, name: str, axis: Axis) -> Measure:
        """One quantity; the branches without a value of it are left out."""
        found = [columns.together(axis, name) for columns in self.branches]
        branches = tuple((x, values) for x, values in found if len(x))
        updates, x, values = self.line.together("update", axis, name)
        return Measure(x, values, branches, self.source, _after_gaps(updates))


@dataclass(frozen=True, eq=False)
class RunCurves:
    """The metrics of a run. The same object as long as there are no new records.

    returns: the updates from which later sessions went on.
    """

    train: Strands
    validation: Strands
    returns: tuple[float, ...] = ()

    def line(self, kind: RecordKind) -> Columns:
        """All that was recorded of a kind, on the line of training."""
        return (self.train if kind == "train" else self.validation).line

    def measure(self, kind: RecordKind, name: str, axis: Axis = "update") -> Measure:
        """One quantity of the records of a kind."""
        return (self.train if kind == "train" else self.validation).measure(name, axis)

    def returns_on(self, axis: Axis) -> tuple[float, ...]:
        """Where those updates stand on an axis: at the last record up to each."""
        if axis == "update":
            return self.returns
        updates, x = self.train.line.together("update", axis)
        places = np.searchsorted(updates, np.array(self.returns), side="right") - 1
        return tuple(float(x[place]) for place in places if place >= 0)

    @property
    def bleu(self) -> Measure:
        """Dev BLEU over the updates, percent."""
        return self.measure("validation", "bleu")

    @property
    def last_update(self) -> float | None:
        """The last one on the line of training; None before any."""
        ends = [strands.line.column("update")[-1:] for strands in (self.train, self.validation)]
        return max(np.concatenate(ends).tolist(), default=None)


def _after_gaps(updates: Floats) -> Places:
    """Which records come after missing ones: they are written at equal distances, of updates, not of time."""
    distances = np.diff(updates)
    if len(distances) < 2:
        return NO_PLACES
    return np.flatnonzero(distances > GAP * np.median(distances[:USUAL])) + 1


def _first_positive(x: Floats) -> int:
    """The first of these rising places that lies behind 0."""
    return int(np.searchsorted(x, 0.0, side="right"))
