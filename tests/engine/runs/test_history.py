"""Curves over resumes: the case is a run of 10…150 that goes on from 100 to 200."""

from engine.runs.history import Records
from engine.runs.records import SessionRecord, TrainRecord, ValidationRecord


def train(update: int, loss: float = 1.0) -> TrainRecord:
    return TrainRecord(update, 0, loss, 1.0, 1.0, 1.0, 1.0, time=0.0)


def validation(update: int) -> ValidationRecord:
    return ValidationRecord(update, 0, 1.0, 1.0, 1.0, "", 1.0, time=0.0)


def session(resumed_from: int | None) -> SessionRecord:
    return SessionRecord(resumed_from or 0, 0, resumed_from, 1, "h", time=0.0)


def updates(records: tuple[TrainRecord, ...] | tuple[ValidationRecord, ...]) -> list[int]:
    return [record.update for record in records]


def test_a_run_that_was_never_broken_is_one_line() -> None:
    records = Records()
    cuts = [records.add(record) for record in (session(None), train(1), validation(1), train(2))]
    assert not any(cuts)
    assert updates(records.train().line) == [1, 2]
    assert updates(records.validation().line) == [1]
    assert records.train().branches == ()


def test_a_resume_ends_what_lies_after_it_for_every_kind() -> None:
    records = Records()
    records.add(session(None))
    for update in range(10, 151, 10):
        records.add(train(update, loss=1.0))
        if update % 50 == 0:
            records.add(validation(update))
    assert records.add(session(100)) is True
    for update in range(110, 201, 10):
        records.add(train(update, loss=2.0))
        if update % 50 == 0:
            records.add(validation(update))
    history = records.train()
    assert updates(history.line) == list(range(10, 201, 10))
    assert [record.loss for record in history.line] == [1.0] * 10 + [2.0] * 10
    assert [updates(branch) for branch in history.branches] == [[110, 120, 130, 140, 150]]
    assert updates(records.validation().line) == [50, 100, 150, 200]
    assert [updates(branch) for branch in records.validation().branches] == [[150]]


def test_a_resume_without_a_session_line_is_told_by_the_update_that_comes_again() -> None:
    records = Records()
    for update in range(10, 151, 10):
        records.add(train(update))
    records.add(validation(150))
    assert records.add(train(110)) is True
    assert updates(records.train().line) == [*range(10, 101, 10), 110]
    assert updates(records.validation().line) == []
    assert [updates(branch) for branch in records.validation().branches] == [[150]]


def test_a_resume_from_the_very_end_ends_nothing() -> None:
    records = Records()
    for record in (session(None), train(1), train(2)):
        records.add(record)
    assert records.add(session(2)) is False
    assert records.add(train(3)) is False
    assert records.train().branches == ()


def test_every_resume_leaves_its_own_branch() -> None:
    records = Records()
    for resumed_from in (None, 1, 1):
        records.add(session(resumed_from))
        for update in (2, 3) if resumed_from else (1, 2, 3):
            records.add(train(update))
    assert updates(records.train().line) == [1, 2, 3]
    assert [updates(branch) for branch in records.train().branches] == [[2, 3], [2, 3]]


def test_an_update_may_be_validated_twice_but_not_trained_twice() -> None:
    records = Records()
    for record in (train(1), train(2), validation(2)):
        records.add(record)
    assert records.add(validation(2)) is False
    assert updates(records.validation().line) == [2, 2]
    assert records.add(train(2)) is True
    assert updates(records.train().line) == [1, 2]
    assert [updates(branch) for branch in records.train().branches] == [[2]]


def test_a_run_begun_anew_starts_from_nothing() -> None:
    records = Records()
    for record in (session(None), train(1), train(2)):
        records.add(record)
    assert records.add(session(None)) is True
    assert records.train().line == ()
