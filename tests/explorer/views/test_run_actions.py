"""What can be done with a run in each state, and that it reaches every chosen run that it fits."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from engine.runs.notes import RunNotes
from explorer.views.run_actions import TEXTS, RunActions, fits
from tests.explorer.made_runs import made_run

ALWAYS = {"rename", "tag", "archive"}
CAN = {
    "running": {"pause", "stop", "validate", "checkpoint", "extend"},
    "stalled": {"pause", "stop", "extend"},
    "paused": {"resume", "stop", "extend"},
    "stopped": {"resume", "extend", "delete"},
    "lost": {"resume", "extend", "delete"},
    "failed": {"resume", "extend", "delete"},
    "diverged": {"resume", "extend", "delete"},
    "finished": {"extend", "delete"},
    "copied": {"delete"},
    "unknown": {"delete"},
}


@pytest.fixture
def actions(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    yield RunActions(parent)  # which has to live as long
    parent.close()


@pytest.mark.parametrize("condition", CAN)
def test_what_a_state_allows(condition):
    run = made_run("a", condition, update=500)
    assert {name for name in TEXTS if fits(name, run)} == CAN[condition] | ALWAYS


@pytest.mark.parametrize("condition", CAN)
def test_a_run_on_another_machine_can_do_the_same_but_go_away(condition):
    run = made_run("a", condition, update=500, machine="gpu1")
    assert {name for name in TEXTS if fits(name, run)} == (CAN[condition] | ALWAYS) - {"delete"}


def test_a_run_that_cannot_be_written_to_is_only_watched():
    run = made_run("a", "paused", is_writable=False, is_elsewhere=True, has_checkpoint=True)
    assert {name for name in TEXTS if fits(name, run)} == {"open", "forget"}
    assert "can only be watched" in run.sentence


def test_a_run_elsewhere_can_be_taken_off_the_list(actions):
    forgotten = []
    actions.forget_requested.connect(forgotten.append)
    actions.set_runs([made_run("a"), made_run("b", is_elsewhere=True)])
    actions.actions["forget"].trigger()
    assert forgotten == [Path("/runs/b")]


def test_a_run_whose_corpus_is_prepared_cannot_be_validated_yet():
    run = made_run("a", "running")
    status = replace(run.seen.status, preparing="Reading the corpus")
    run = replace(run, seen=replace(run.seen, status=status))
    assert {name for name in TEXTS if fits(name, run)} == {"pause", "stop", "extend"} | ALWAYS


def test_a_finished_run_whose_limit_was_raised_can_go_on():
    assert fits("resume", made_run("a", "finished", update=20))


def test_a_checkpoint_can_be_opened_and_an_archived_run_taken_out():
    run = made_run("a", has_checkpoint=True, notes=RunNotes(archived=True))
    assert fits("open", run)
    assert fits("unarchive", run)
    assert not fits("archive", run)


@pytest.mark.parametrize("name", ["pause", "stop", "validate", "checkpoint"])
def test_every_run_that_it_fits_is_asked(actions, name):
    asked = []
    actions.request_made.connect(lambda path, word: asked.append((path.name, word)))
    actions.set_runs([made_run("a", "running"), made_run("b", "finished"), made_run("c", "running")])
    actions.actions[name].trigger()
    assert asked == [("a", name), ("c", name)]


def test_a_paused_run_is_asked_to_resume_and_others_need_a_process(actions):
    asked, started = [], []
    actions.request_made.connect(lambda path, word: asked.append((path.name, word)))
    actions.go_on_requested.connect(lambda path: started.append(path.name))
    actions.set_runs([made_run("a", "paused"), made_run("b", "stopped"), made_run("c", "running")])
    actions.actions["resume"].trigger()
    assert (asked, started) == ([("a", "resume")], ["b"])


def test_notes_keep_what_else_is_noted(actions):
    kept = []
    actions.notes_changed.connect(lambda path, notes: kept.append((path.name, notes)))
    actions.set_runs([made_run("a", notes=RunNotes("n", ("t",)))])
    actions.actions["archive"].trigger()
    assert kept == [("a", RunNotes("n", ("t",), archived=True))]


def test_runs_are_deleted_together_but_never_one_that_trains(actions):
    deleted = []
    actions.delete_requested.connect(deleted.append)
    actions.set_runs([made_run("a"), made_run("b", "running"), made_run("c", "failed")])
    actions.actions["delete"].trigger()
    assert deleted == [(Path("/runs/a"), Path("/runs/c"))]


def test_some_things_are_for_one_run_at_a_time(actions):
    actions.set_runs([made_run("a", has_checkpoint=True), made_run("b", has_checkpoint=True)])
    off = {name for name, action in actions.actions.items() if not action.isEnabled()}
    assert {"open", "rename", "tag", "extend"} <= off
    actions.set_runs([made_run("a", has_checkpoint=True)])
    assert actions.actions["open"].isEnabled()
    actions.set_runs([])
    assert not any(action.isEnabled() for action in actions.actions.values())


def test_the_menu_offers_what_can_be_done(actions):
    actions.set_runs([made_run("a", "running")])
    texts = [action.text() for action in actions.menu().actions()]
    assert "&Pause" in texts
    assert "&Resume" not in texts
    assert "&Delete" in texts  # seen, though it cannot be chosen
    assert not actions.actions["delete"].isEnabled()
