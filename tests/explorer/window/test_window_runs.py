"""Runs of the whole window: notices in every place, the question at closing, menus and drops."""

import socket
import time
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QSystemTrayIcon

from engine.presets import preset
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout, runs_home
from engine.runs.records import status_to_json
from engine.runs.writer import RunWriter
from explorer.actions import RUN_ACTIONS
from tests.explorer.made_runs import made_run


@pytest.fixture
def live_run():
    """A run that trains, as far as its folder and this process tell."""
    path = runs_home() / "live"
    with RunWriter.create(path, preset("rnnsearch-minute"), {}) as writer:
        writer.set_progress(20, 1, 0)
        writer.set_status("running")
        yield path


@pytest.fixture
def window(open_window, qtbot):
    made = open_window()
    qtbot.waitUntil(lambda: bool(made.workspace.models), timeout=20_000)
    return made


def end(path, state):
    """Say in the run's folder that it has ended."""
    layout = RunLayout(path)
    status = replace(read_status(layout), state=state, heartbeat=time.time(), host="elsewhere")
    layout.status.write_text(status_to_json(status), encoding="utf-8")


def seen(window, qtbot, condition):
    def is_so():
        window.runs.watcher.look_again()
        return [run.seen.condition for run in window.runs.watcher.runs] == [condition]

    qtbot.waitUntil(is_so, timeout=10_000)


def test_the_end_of_a_run_is_told_in_another_place_and_leads_to_it(live_run, window, qtbot):
    seen(window, qtbot, "running")
    assert window.bar.text() == ""
    window.runs.notices.noticed.emit(made_run("live", "failed"))
    assert window.bar.text().startswith("live: Failed at update 20")
    window.runs._told = live_run
    window.bar.action_requested.emit()
    assert window.view("train").isVisible()
    qtbot.waitUntil(lambda: window.view("train").board.selected() is not None, timeout=10_000)
    assert window.view("train").board.selected().path == live_run
    assert window.bar.text() == ""


def test_a_run_that_ends_while_another_place_is_seen_is_noticed(live_run, window, qtbot):
    seen(window, qtbot, "running")
    end(live_run, "diverged")
    seen(window, qtbot, "diverged")
    assert "live: Diverged" in window.bar.text()


def test_runs_that_ended_before_are_quiet(window, qtbot):
    with RunWriter.create(runs_home() / "old", preset("rnnsearch-minute"), {}) as writer:
        writer.set_status("finished")
    seen(window, qtbot, "finished")
    assert window.bar.text() == ""


def test_the_system_is_told_when_nobody_looks(window, monkeypatch):
    said = []
    monkeypatch.setattr(QSystemTrayIcon, "isSystemTrayAvailable", staticmethod(lambda: True))
    monkeypatch.setattr(QSystemTrayIcon, "show", lambda tray: None)
    monkeypatch.setattr(QSystemTrayIcon, "showMessage", lambda tray, *words: said.append(words[:2]))
    monkeypatch.setattr(type(window), "isActiveWindow", lambda window: True)
    window.runs.notices.noticed.emit(made_run("a", "finished", update=500))
    assert said == []
    monkeypatch.setattr(type(window), "isActiveWindow", lambda window: False)
    window.runs.notices.noticed.emit(made_run("a", "finished", update=500))
    assert said == [("a: Finished", "Finished at update 500.")]


def test_closing_asks_once_and_remembers_leave(live_run, window, qtbot):
    seen(window, qtbot, "running")
    assert not window.close()
    assert window.isVisible()
    dialog = window.runs._dialog
    assert not window.close()  # a second try does not ask a second time
    assert window.runs._dialog is dialog
    dialog.leave.click()
    assert not window.isVisible()
    assert not RunLayout(live_run).request.exists()
    assert window._settings["runs_at_close"] == "leave"


def test_closing_can_pause_the_runs(live_run, window, qtbot):
    seen(window, qtbot, "running")
    window.close()
    window.runs._dialog.pause.click()
    assert not window.isVisible()
    assert RunLayout(live_run).request.read_text() == "pause\n"


def test_closing_can_be_thought_better_of(live_run, window, qtbot):
    seen(window, qtbot, "running")
    window.close()
    window.runs._dialog.stay.click()
    assert window.isVisible()
    assert window._settings["runs_at_close"] == ""
    window.actions_by_name["close_leave"].trigger()
    assert window.close()


def test_runs_of_other_machines_are_no_reason_to_ask(live_run, window, qtbot):
    seen(window, qtbot, "running")
    runs = window.runs.watcher.runs
    assert runs[0].host == socket.gethostname()
    status = replace(runs[0].seen.status, host="elsewhere")
    window.runs.watcher.runs = (replace(runs[0], seen=replace(runs[0].seen, status=status)),)
    assert window.close()


def test_the_menu_brings_to_the_runs_first_and_acts_only_then(live_run, window, qtbot):
    seen(window, qtbot, "running")
    window.go("translate")
    window.actions_by_name["run_pause"].trigger()
    assert window.view("train").isVisible()
    assert not RunLayout(live_run).request.exists()
    qtbot.waitUntil(lambda: window.view("train").board.selected() is not None, timeout=10_000)
    window.actions_by_name["run_pause"].trigger()
    assert RunLayout(live_run).request.read_text() == "pause\n"
    window.actions_by_name["run_delete"].trigger()  # not one that trains
    assert "No chosen run can do that" in window.view("train").bar.text()
    window._settings["runs_at_close"] = "leave"


def test_a_run_folder_that_is_dropped_on_train_is_watched(window, qtbot, tmp_path):
    far = tmp_path / "far" / "run"
    with RunWriter.create(far, preset("rnnsearch-minute"), {}) as writer:
        writer.set_status("finished")
    window.go("train")
    window.runs.open_run(far)
    qtbot.waitUntil(lambda: [run.path for run in window.runs.watcher.runs] == [far], timeout=10_000)
    window.runs.open_run(tmp_path)
    assert "holds no run" in window.view("train").bar.text()


def test_every_action_of_the_run_menu_is_one_that_the_place_knows(window):
    from explorer.views.run_actions import TEXTS

    wishes = {name.removeprefix("run_") for name in RUN_ACTIONS if name.startswith("run_")}
    assert wishes - {"new", "watch", "bin"} <= TEXTS.keys()


def test_the_choice_of_curves_outlives_the_window(window, open_window, live_run):
    window.go("train")
    choice = window.view("train").board.details.curves.choice
    choice.boxes["memory"].setChecked(True)
    choice.smoothing.setValue(7)
    window.close()
    again = open_window()
    again.go("train")
    after = again.view("train").board.details.curves.choice
    assert after.plots() == ("loss", "bleu", "aer", "memory")
    assert after.look().span == 128
