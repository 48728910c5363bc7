"""Which changes of a run are told, and that old news is not."""

from dataclasses import replace

import pytest

from engine.runs.records import Problem
from explorer.services.run_notices import RunNotices
from tests.explorer.made_runs import made_run


@pytest.fixture
def told(qapp):
    notices = RunNotices()
    heard = []
    notices.noticed.connect(lambda run: heard.append(run.seen.condition))
    yield notices, heard
    notices.deleteLater()


@pytest.mark.parametrize("condition", ["finished", "diverged", "failed", "lost", "stalled"])
def test_the_end_of_a_run_that_was_seen_to_train_is_told_once(told, condition):
    notices, heard = told
    notices.look([made_run("a", "running")])
    assert heard == []
    for _ in range(3):
        notices.look([made_run("a", condition)])
    assert heard == [condition]


@pytest.mark.parametrize("condition", ["stopped", "paused", "running", "unknown", "copied"])
def test_what_a_person_asked_for_and_what_is_no_news_is_not_told(told, condition):
    notices, heard = told
    notices.look([made_run("a", "running")])
    notices.look([made_run("a", condition)])
    assert heard == []


def test_a_pause_that_a_full_disk_forced_is_told(told):
    notices, heard = told
    notices.look([made_run("a", "running")])
    run = made_run("a", "paused")
    status = replace(run.seen.status, error=Problem("The disk is full.", "Free some room."))
    notices.look([replace(run, seen=replace(run.seen, status=status))])
    assert heard == ["paused"]


def test_a_run_that_had_ended_before_it_was_seen_is_not_told(told):
    notices, heard = told
    notices.look([made_run("a", "failed"), made_run("b", "finished")])
    notices.look([made_run("a", "failed"), made_run("b", "finished")])
    assert heard == []


def test_a_run_that_is_resumed_and_fails_again_is_told_again(told):
    notices, heard = told
    for condition in ("running", "unknown", "failed", "running", "stalled", "running", "finished"):
        notices.look([made_run("a", condition)])
    assert heard == ["failed", "stalled", "finished"]
