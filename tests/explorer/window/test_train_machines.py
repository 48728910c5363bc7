"""Other machines in Train: from the form to the table, steered, cut off, and picked up again."""

import os
import shlex
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from explorer.dialogs.corpus_question import FILES
from explorer.services import run_mirror
from explorer.settings import Settings
from explorer.window.train_machines import TrainMachines
from explorer.window.train_place import TrainPlace
from tests.explorer.services.made_machine import direct_prefix, make_run, tell


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The folder of all runs on the other machine."""
    return tmp_path / "there"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "settings.json")


@pytest.fixture
def place(qtbot, tmp_path, monkeypatch) -> Iterator[TrainPlace]:
    monkeypatch.setattr(run_mirror, "INTERVAL", 50)
    monkeypatch.setenv("ALIGNMENT_EXPLORER_CACHE", str(tmp_path / "cache"))
    made = TrainPlace(tmp_path / "here")
    qtbot.addWidget(made.view)
    made.view.resize(1208, 752)
    yield made
    made.view.hide()
    made.machines.close()


def click(qtbot, button) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def run_of(place: TrainPlace, name: str):
    return next((run for run in place.watcher.runs if run.name == name), None)


def test_a_machine_is_added_watched_steered_cut_off_and_picked_up(qtbot, place, settings, there) -> None:
    run = make_run(there, "far", state="running")
    tell(run, "running", 10)
    machines = TrainMachines(place, settings)
    place.view.show()
    place.view.machines_requested.emit()
    dialog = machines.dialog
    assert not dialog.connect_button.isEnabled()
    qtbot.keyClicks(dialog.name, "gpu1")
    qtbot.keyClicks(dialog.command, shlex.join(direct_prefix(there)))
    click(qtbot, dialog.connect_button)
    qtbot.waitUntil(lambda: dialog.rows["gpu1"].text() == "gpu1 – connected", timeout=20_000)
    assert str(there) in dialog.rows["gpu1"].note.text()
    dialog.close()
    qtbot.waitUntil(lambda: run_of(place, "far") is not None, timeout=20_000)
    assert run_of(place, "far").machine == "gpu1"
    assert place.view.strip.words.text() == "gpu1 – connected"

    place.view.board.select(run_of(place, "far").path)
    click(qtbot, place.view.board.details.stop)
    qtbot.waitUntil(lambda: "far was asked to stop" in place.view.bar.text(), timeout=20_000)
    assert (run / "request").read_text() == "stop\n"

    assert run_of(place, "far").size is None, "what a copy takes is not what the run takes"
    line = place.machines._posts["gpu1"].line
    os.kill(line.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "trying again in 1 s" in place.view.strip.words.text(), timeout=20_000)
    assert "SIGKILL" in place.view.strip.note.text()
    assert run_of(place, "far") is not None
    click(qtbot, place.view.board.details.stop)
    assert "no line to gpu1" in place.view.bar.text()
    tell(run, "stopped", 25)
    click(qtbot, place.view.strip.try_now)
    qtbot.waitUntil(lambda: place.view.strip.words.text() == "gpu1 – connected", timeout=20_000)
    qtbot.waitUntil(lambda: run_of(place, "far").seen.condition == "stopped", timeout=20_000)
    assert run_of(place, "far").seen.status.update == 25


def test_machines_are_remembered_and_forgotten(qtbot, place, settings, there) -> None:
    make_run(there, "far")
    settings["machines"] = [{"name": "gpu1", "command": shlex.join(direct_prefix(there))}]
    machines = TrainMachines(place, settings)
    assert place.view.strip.words.text() == "gpu1 – not connected"
    place.view.show()
    qtbot.waitUntil(lambda: run_of(place, "far") is not None, timeout=20_000)
    copies = next(iter(place.machines.folders()))
    machines.open_dialog()
    click(qtbot, machines.dialog.rows["gpu1"].remove)
    assert machines.dialog.rows == {}
    qtbot.waitUntil(lambda: place.watcher.runs == () and not copies.exists(), timeout=20_000)
    assert Settings(settings.path)["machines"] == []
    assert (there / "far" / "status.json").exists()
    machines.dialog.close()


def test_a_command_that_cannot_be_read_stays_in_the_form(qtbot, place, settings) -> None:
    machines = TrainMachines(place, settings)
    machines.open_dialog()
    machines.dialog.name.setText("gpu1")
    machines.dialog.command.setText("ssh 'gpu1")
    click(qtbot, machines.dialog.connect_button)
    assert "quotation" in machines.dialog.bar.text()
    assert machines.dialog.command.text() == "ssh 'gpu1"
    assert machines.dialog.rows == {}
    machines.dialog.close()


def test_settings_that_make_no_sense_are_told(qtbot, place, settings) -> None:
    settings["machines"] = [{"name": "gpu1", "command": "'"}]
    TrainMachines(place, settings)
    assert "quotation" in place.view.bar.text()


def test_a_new_run_is_asked_of_the_machine_and_its_refusal_stands_in_the_form(
    qtbot, place, settings, there, tmp_path
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("a\tb\n")
    make_run(there, "rnnsearch-minute-1")
    settings["machines"] = [{"name": "gpu1", "command": shlex.join(direct_prefix(there))}]
    TrainMachines(place, settings)
    place.view.show()
    qtbot.waitUntil(lambda: run_of(place, "rnnsearch-minute-1") is not None, timeout=20_000)
    place.view.open_new_run()
    form = place.view.dialog
    form.place.machine.box.setCurrentText("gpu1")
    form.corpus.kind.setCurrentIndex(FILES)
    assert form.folder.edit.text() == "rnnsearch-minute-2"
    form.corpus.far_field.browse.click()
    form.place.files_dialog.folder_requested.emit(str(tmp_path))
    qtbot.waitUntil(lambda: form.place.files_dialog.place.text() == str(tmp_path), timeout=20_000)
    form.place.files_dialog.files_chosen.emit((str(pairs),))
    form.place.files_dialog.close()
    qtbot.waitUntil(lambda: "1 sentence pair" in form.corpus_note.text(), timeout=60_000)
    form.folder.edit.setText("rnnsearch-minute-1")
    click(qtbot, form.start)
    qtbot.waitUntil(lambda: "holds a run already" in form.bar.text(), timeout=60_000)
    assert form.start.isEnabled()
    form.reject()
