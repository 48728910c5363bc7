"""The records of a run in the order of training: one line from the first update on, and branches that ended.

A run that is resumed trains some updates again. One rule holds for all kinds of record: a session that goes
on from update U ends everything recorded after U. Where a session does not say so, an update that comes a
second time does. What ended stays readable as a branch.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from engine.runs.records import Record, SessionRecord, TrainRecord, ValidationRecord

Point = TypeVar("Point", TrainRecord, ValidationRecord)


@dataclass(frozen=True)
class History(Generic[Point]):
    """line: records with rising updates. branches: what was trained past a point of return, oldest first."""

    line: tuple[Point, ...] = ()
    branches: tuple[tuple[Point, ...], ...] = ()


@dataclass
class _Track(Generic[Point]):
    line: list[Point] = field(default_factory=list)
    branches: list[tuple[Point, ...]] = field(default_factory=list)

    def cut_after(self, update: int) -> bool:
        """End what lies past the update. Whether there was any."""
        keep = len(self.line)
        while keep and self.line[keep - 1].update > update:
            keep -= 1
        ended = self.line[keep:]
        if ended:
            self.branches.append(tuple(ended))
            del self.line[keep:]
        return bool(ended)


class Records:
    """Collects records as they are read."""

    def __init__(self) -> None:
        self._train: _Track[TrainRecord] = _Track()
        self._validation: _Track[ValidationRecord] = _Track()
        self.sessions: list[SessionRecord] = []

    def add(self, record: Record) -> bool:
        """Take in a record. Whether it ended a branch, so that a curve has to be drawn anew."""
        if isinstance(record, SessionRecord):
            self.sessions.append(record)
            return self._cut_after(record.resumed_from or 0)
        track = self._train if isinstance(record, TrainRecord) else self._validation
        cut = self._cut_after(record.update - 1) if _again(record, track.line) else False
        if isinstance(record, TrainRecord):
            self._train.line.append(record)
        else:
            self._validation.line.append(record)
        return cut

    def _cut_after(self, update: int) -> bool:
        cuts = [self._train.cut_after(update), self._validation.cut_after(update)]
        return any(cuts)

    def train(self) -> History[TrainRecord]:
        """The history of the training records."""
        return History(tuple(self._train.line), tuple(self._train.branches))

    def validation(self) -> History[ValidationRecord]:
        """The history of the validations."""
        return History(tuple(self._validation.line), tuple(self._validation.branches))


def _again(record: TrainRecord | ValidationRecord, line: Sequence[Record]) -> bool:
    """Whether an update comes a second time. One update may well be validated twice, but is trained once."""
    last = line[-1].update if line else -1
    return record.update < last or (record.update == last and isinstance(record, TrainRecord))
