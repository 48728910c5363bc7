"""Runs steered and kept in order from the place Train, over real run folders."""

import sys
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from engine.runs.bin import delete_run
from engine.runs.control import read_limit
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, save_notes
from engine.runs.writer import RunWriter
from explorer.dialogs.raise_limit import RaiseLimitDialog
from explorer.window.train_place import TrainPlace
from tests.explorer.run_steps import click, look, make_run, set_condition


@pytest.fixture
def home(tmp_path):
    return tmp_path / "runs"


@pytest.fixture
def place(qtbot, home):
    made = TrainPlace(home)
    qtbot.addWidget(made.view)
    made.view.resize(1208, 752)
    yield made
    made.view.hide()


@pytest.fixture
def view(place):
    return place.view


def test_two_windows_on_one_run_see_the_same_and_the_later_wish_counts(place, view, qtbot, home):
    make_run(home / "first", "finished")
    set_condition(home / "first", state="running", host="elsewhere", heartbeat=time.time())
    other = TrainPlace(home)
    qtbot.addWidget(other.view)
    for each in (place, other):
        each.view.show()
        look(each, qtbot)
    click(qtbot, view.board.details.pause)
    click(qtbot, other.view.board.details.stop)
    assert RunLayout(home / "first").request.read_text() == "stop\n"
    set_condition(home / "first", state="stopped")
    for each in (place, other):
        look(each, qtbot)
        assert each.view.bar.text() == ""
        assert each.view.board.details.pause.text() == "Resume"
        assert each.view.board.details._sentence.text().startswith("Stopped at update 20")
    with RunWriter.resume(home / "first", 0, 0):  # one of them has resumed it
        started = []
        other.processes._program = [sys.executable, "-c", "raise SystemExit('error: It is being trained.')"]
        other.processes.start_failed.connect(lambda folder, error: started.append(error.what))
        click(qtbot, other.view.board.details.pause)  # which does not know yet
        qtbot.waitUntil(lambda: started != [], timeout=10_000)
        assert "being trained" in other.view.bar.text()
        look(other, qtbot)
        assert other.view.board.details.pause.text() == "Pause"
    other.view.hide()


def test_a_run_is_renamed_tagged_archived_and_found_again(place, view, qtbot, home):
    make_run(home / "first", "finished")
    view.show()
    look(place, qtbot)
    table = view.board.table
    model = table.model()
    model.setData(model.index(0, 0), "The best")
    qtbot.waitUntil(lambda: view.board.selected().name == "The best", timeout=5000)
    assert (home / "first").is_dir()
    view.show_requested(home / "first", "pause")
    assert view.bar.text().startswith("The best was asked to pause.")
    view.board.act("archive")
    qtbot.waitUntil(lambda: model.rowCount() == 0, timeout=5000)
    assert view.board.head.shown.text() == "0 of 1"
    assert view.board.unseen.isVisible()
    assert "All runs are archived" in view.board.unseen.text()
    view.board.head.words.setText("nowhere")
    assert "No run fits the filter" in view.board.unseen.text()
    view.board.unseen.button.click()
    view.board.unseen.button.click()
    assert not view.board.unseen.isVisible()
    assert view.board.head.archived.isChecked()
    assert model.rowCount() == 1
    view.board.act("archive")
    view.board.head.archived.click()
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=5000)


def test_a_run_is_deleted_and_comes_back(place, view, qtbot, home):
    save_notes(RunLayout(make_run(home / "first", "finished")), RunNotes("The best"))
    view.show()
    look(place, qtbot)
    view.board.act("delete")
    qtbot.waitUntil(lambda: view.board.empty.isVisible(), timeout=5000)
    assert not (home / "first").exists()
    assert view.bar.text().startswith("Deleted: The best.")
    assert str(home / ".bin") in view.bar.text()
    assert "Restore a deleted run" in view.board.empty.text()
    view.bar.action_requested.emit()
    qtbot.waitUntil(lambda: view.board.selected() is not None, timeout=5000)
    assert (home / "first").is_dir()


def test_an_older_deleted_run_is_offered_in_a_menu(place, view, qtbot, home):
    make_run(home / "first", "finished")
    delete_run(home / "first")
    view.show()
    look(place, qtbot)
    view.act("bin")
    direct = Qt.FindChildOption.FindDirectChildrenOnly
    qtbot.waitUntil(lambda: view.findChild(QMenu, options=direct) is not None, timeout=5000)
    menu = view.findChild(QMenu, options=direct)
    (action,) = menu.actions()
    assert action.text().startswith("Restore first, deleted ")
    action.trigger()
    menu.close()
    qtbot.waitUntil(lambda: view.board.selected() is not None, timeout=5000)


def test_the_limit_of_a_finished_run_is_raised_and_it_goes_on(place, view, qtbot, home):
    make_run(home / "first", "finished")
    view.show()
    look(place, qtbot)
    gone_on = []
    place.processes.go_on = gone_on.append
    view.board.act("extend")
    dialog = view.findChild(RaiseLimitDialog)
    dialog.updates.setValue(9000)
    dialog.accept_button.click()
    qtbot.waitUntil(lambda: gone_on == [home / "first"], timeout=5000)
    assert read_limit(RunLayout(home / "first")) == 9000
