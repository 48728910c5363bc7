"""The place Train over real run directories: what is seen, what is asked, what is started."""

import json
import sys
import time

import pytest

from engine.corpora.report import ImportReport
from engine.preview import Preview
from engine.runs.layout import RunLayout
from explorer.services import json_command
from explorer.window.train_place import TrainPlace
from tests.explorer.made_film import make_run as make_film
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


def test_without_runs_it_offers_to_start_one(place, view, qtbot):
    view.show()
    look(place, qtbot)
    assert view.board.empty.isVisible()
    view.board.empty.action_requested.emit()
    assert view.dialog is not None
    assert view.dialog.isVisible()
    view.dialog.reject()
    assert view.dialog is None


def test_a_new_run_can_be_like_the_selected_one(place, view, qtbot, home):
    make_run(home / "first", "finished")
    view.show()
    look(place, qtbot)
    action = view.board.actions_of_runs.actions["like"]
    action.trigger()
    assert view.dialog.isVisible()
    assert view.dialog.preset.currentText() == "Like first"
    make_run(home / "later", "finished")
    look(place, qtbot)
    view.board.select(home / "later")
    action.trigger()
    assert view.dialog.preset.currentText() == f"Like {home / 'later'}"
    view.dialog.reject()


def test_the_form_is_told_what_its_run_would_take(place, view, qtbot, tmp_path, monkeypatch):
    found = Preview(ImportReport(kept=90), 70, 15, 5, 0, 2, 4, 150.0, "cpu", 2)
    program = tmp_path / "main.py"
    program.write_text(f"print({json.dumps(found.to_json())!r})", encoding="utf-8")
    monkeypatch.setattr(json_command, "PROGRAM", program)
    view.show()
    view.open_new_run()
    shown = view.dialog.takes.preview
    shown.button.click()
    qtbot.waitUntil(lambda: "2.5 minutes" in shown.note.text(), timeout=20_000)
    program.write_text("import sys; sys.exit('error: The disk is full. Make room.')", encoding="utf-8")
    shown.button.click()
    qtbot.waitUntil(lambda: shown.note.is_warning, timeout=20_000)
    assert shown.note.text() == "The disk is full. Make room."
    view.dialog.reject()


def test_a_run_is_seen_with_its_state_curves_and_log(place, view, qtbot, home):
    make_run(home / "first", "finished")
    view.show()
    look(place, qtbot)
    details = view.board.details
    assert details.isVisible()
    assert details._sentence.text() == "Finished at update 20."
    assert details.log.toPlainText().endswith("the newest line of the log")
    loss, bleu = details.curves.stack.plots
    assert "train 0.150" in loss.values.text()
    assert "dev 17.5" in bleu.values.text()
    assert not details.stop.isEnabled()
    assert not details.open.isEnabled()  # no checkpoint yet


def test_what_is_damaged_of_a_run_is_told(place, view, qtbot, home):
    make_run(home / "first", "finished")
    with RunLayout(home / "first").metrics.open("a") as metrics:
        metrics.write("{\n")
    RunLayout(home / "first").notes.write_text("[]")
    view.show()
    look(place, qtbot)
    assert view.board.details._sentence.text() == (
        "Finished at update 20. notes.json is damaged: its shown name and its tags are not known. "
        "1 line of its metrics cannot be read."
    )


def test_a_checkpoint_can_be_opened(place, view, qtbot, home):
    make_run(home / "first", "stopped")
    RunLayout(home / "first").checkpoint_dir(20).mkdir()
    view.show()
    look(place, qtbot)
    with qtbot.waitSignal(view.model_open_requested) as told:
        click(qtbot, view.board.details.open)
    assert told.args == [str(home / "first")]


@pytest.mark.parametrize(
    ("state", "button", "word"),
    [
        ("running", "pause", "pause"),
        ("running", "stop", "stop"),
        ("running", "validate", "validate"),
        ("paused", "pause", "resume"),
        ("paused", "stop", "stop"),
    ],
)
def test_a_button_leaves_one_word_in_the_run_folder(place, view, qtbot, home, state, button, word):
    make_run(home / "first", "finished")
    set_condition(home / "first", state=state, host="elsewhere", heartbeat=time.time())
    view.show()
    look(place, qtbot)
    click(qtbot, getattr(view.board.details, button))
    assert RunLayout(home / "first").request.read_text().strip() == word
    assert f"asked to {word}" in view.bar.text()
    set_condition(home / "first", state="stopped", host="elsewhere")
    look(place, qtbot)
    assert view.bar.text() == ""


def test_the_selected_run_stays_selected_while_others_come(place, view, qtbot, home):
    make_run(home / "a", "finished")
    make_run(home / "b", "finished")
    view.show()
    look(place, qtbot)
    view.board.select(home / "a")
    make_run(home / "c", "finished")
    look(place, qtbot)
    assert view.board.selected().name == "a"
    assert view.board.details._name.text() == "a"


def test_a_run_to_be_selected_is_waited_for(place, view, qtbot, home):
    make_run(home / "a", "finished")
    view.show()
    look(place, qtbot)
    view.board.select(home / "b")
    assert view.board.selected().name == "a"
    make_run(home / "b", "finished")
    look(place, qtbot)
    assert view.board.selected().name == "b"


def test_a_start_that_fails_is_told_in_the_form(place, view, qtbot, home, tmp_path):
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a\tb\n", encoding="utf-8")
    script = "import sys; print('error: No memory is left. Close something.'); sys.exit(1)"
    place.processes._program = [sys.executable, "-c", script]
    view.show()
    view.open_new_run()
    view.dialog.corpus.set_files([corpus])
    with qtbot.waitSignal(place.processes.start_failed, timeout=10_000):
        view.dialog.start.click()
    assert "No memory is left." in view.dialog.bar.text()
    view.dialog.reject()


def test_a_run_that_starts_closes_the_form_and_is_selected(place, view, qtbot, home, tmp_path):
    make_run(home / "older", "finished")
    corpus = tmp_path / "pairs.tsv"
    corpus.write_text("a\tb\n", encoding="utf-8")
    view.show()
    look(place, qtbot)
    view.open_new_run()
    view.dialog.corpus.set_files([corpus])
    view.dialog.folder.edit.setText(str(tmp_path / "far" / "run"))
    make_run(tmp_path / "far" / "run", "finished")
    with qtbot.waitSignal(place.watcher.runs_changed, timeout=5000):
        place.processes.run_started.emit(tmp_path / "far" / "run")
    look(place, qtbot)
    assert view.dialog is None
    assert view.board.selected().path == tmp_path / "far" / "run"


def test_a_run_without_a_process_is_gone_on_with(place, view, qtbot, home):
    make_run(home / "first", "stopped")
    view.show()
    look(place, qtbot)
    asked = []
    view.go_on_requested.disconnect()
    view.go_on_requested.connect(asked.append)
    assert view.board.details.pause.text() == "Resume"
    click(qtbot, view.board.details.pause)
    assert asked == [home / "first"]


def test_runs_are_watched_while_the_place_is_seen(place, view, qtbot, home):
    view.show()
    look(place, qtbot)
    view.hide()
    qtbot.waitUntil(lambda: not place.watcher._is_reading)
    heard = []
    place.watcher.runs_changed.connect(heard.append)
    qtbot.wait(1200)
    assert heard == []


def test_the_log_keeps_its_place_when_a_person_has_scrolled_up(place, view, qtbot, home):
    view.show()
    log = view.board.details.log
    log.resize(400, 100)
    log.show_lines([f"line {number}" for number in range(100)])
    assert log.verticalScrollBar().value() == log.verticalScrollBar().maximum()
    log.verticalScrollBar().setValue(10)
    log.show_lines([f"line {number}" for number in range(120)])
    assert log.verticalScrollBar().value() == 10


def test_the_film_has_the_room_of_the_table_and_plays_the_frames_of_the_run(place, view, qtbot, home):
    make_film(home / "first", (10, 20))
    view.show()
    look(place, qtbot)
    details = view.board.details
    details.tabs.setCurrentIndex(1)
    assert not view.board.table.isVisible()
    qtbot.waitUntil(details.film.picture.matrix.isVisible, timeout=5000)
    assert details.film.side.heading.text() == "Update 20"
    click(qtbot, details.table_switch)
    assert view.board.table.isVisible()
    click(qtbot, details.table_switch)
    details.tabs.setCurrentIndex(0)
    assert view.board.table.isVisible()
    assert details.curves.isVisible()
