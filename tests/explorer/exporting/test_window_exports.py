"""Exports from the window: every view on screen, files that are read back, and many sentences at once."""

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from explorer.actions import dock_action
from explorer.main_window import MainWindow
from explorer.services.tasks import finish_tasks
from explorer.views import DOCKED

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def translated(window: MainWindow, qtbot) -> MainWindow:
    translation = window.workspace.translation
    qtbot.waitUntil(lambda: translation.model is not None)
    view = window.view("translate")
    view.source.edit.setPlainText("one two three")
    view.source.button.click()
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=10_000)
    return window


def test_the_views_on_screen_are_offered_and_written(translated: MainWindow, qtbot, tmp_path: Path) -> None:
    translated.actions_by_name["export_view"].trigger()
    dialog = translated.exports.views.dialog
    assert [dialog.view.itemText(index) for index in range(dialog.view.count())] == ["Matrix", "Step"]
    dialog.folder.set_path(tmp_path / "new")
    for name, box in dialog.formats.boxes.items():
        box.setChecked(name in ("svg", "json", "npy"))
    dialog.export.click()
    assert "Files written" in dialog.bar.text()
    stem = tmp_path / "new" / "one-two-three-matrix"
    trace = translated.workspace.translation.trace
    weights = np.load(stem.with_suffix(".npy"), allow_pickle=False)
    assert np.array_equal(weights, trace.weights_of(trace.best()))
    record = json.loads(stem.with_suffix(".json").read_bytes())
    assert record["provenance"]["source_text"] == "one two three"
    root = ElementTree.parse(stem.with_suffix(".svg")).getroot()
    assert json.loads(root.findtext(f"{SVG}desc")) == record["provenance"]
    dialog.reject()
    translated.actions_by_name["export_view"].trigger()
    again = translated.exports.views.dialog
    assert again.folder.path() == tmp_path / "new"
    assert again.asked_for().choice.formats == ("svg", "json", "npy")
    again.reject()


def test_the_states_are_exported_as_numbers_of_their_own(
    translated: MainWindow, qtbot, tmp_path: Path
) -> None:
    docks = translated.view("translate").docks
    docks.open("states")
    qtbot.waitUntil(lambda: docks.docks["states"].is_seen)
    translated.actions_by_name["export_view"].trigger()
    dialog = translated.exports.views.dialog
    dialog.view.setCurrentText("States and gates")
    for name, box in dialog.formats.boxes.items():
        box.setChecked(name in ("npy", "pharaoh"))
    assert not dialog.formats.boxes["pharaoh"].isEnabled()
    dialog.folder.set_path(tmp_path)
    dialog.export.click()
    trace = translated.workspace.translation.trace
    stem = "one-two-three-states-and-gates"
    written = np.load(tmp_path / f"{stem}.annotations.npy", allow_pickle=False)
    assert np.array_equal(written, trace.annotations)
    record = json.loads((tmp_path / f"{stem}.json").read_bytes())
    assert record["annotations"]["tokens"] == list(trace.source_tokens)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        path.name for path in dialog.asked_for().paths()
    )
    dialog.reject()
    translated.actions_by_name["reset_layout"].trigger()


def test_the_importance_is_exported_and_not_the_weights(
    translated: MainWindow, qtbot, tmp_path: Path
) -> None:
    docks = translated.view("translate").docks
    docks.open("importance")
    qtbot.waitUntil(lambda: docks.docks["importance"].is_seen)
    view = docks.docks["importance"].view
    qtbot.waitUntil(lambda: view.importance is not None, timeout=10_000)
    translated.actions_by_name["export_view"].trigger()
    dialog = translated.exports.views.dialog
    dialog.view.setCurrentText("Importance")
    for name, box in dialog.formats.boxes.items():
        box.setChecked(name == "npy")
    dialog.folder.set_path(tmp_path)
    dialog.export.click()
    written = np.load(tmp_path / "one-two-three-importance.npy", allow_pickle=False)
    assert np.array_equal(written, view.importance.values)
    dialog.reject()
    translated.actions_by_name["reset_layout"].trigger()


def test_what_cannot_be_written_is_told_in_the_dialog(translated: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    translated.actions_by_name["export_view"].trigger()
    dialog = translated.exports.views.dialog
    dialog.folder.set_path(tmp_path / "file")
    dialog.export.click()
    assert "cannot be written" in dialog.bar.text()
    dialog.reject()


@pytest.mark.parametrize("name", DOCKED)
def test_every_dock_can_be_exported(translated: MainWindow, qtbot, name: str) -> None:
    docks = translated.view("translate").docks
    docks.open(name)
    qtbot.waitUntil(lambda: docks.docks[name].is_seen)
    assert docks.docks[name].windowTitle() in [
        title for title, _ in translated.view("translate").seen_views()
    ]
    translated.actions_by_name["reset_layout"].trigger()
    assert dock_action(name) in translated.actions_by_name


def test_without_a_translation_it_says_what_to_do_first(window: MainWindow) -> None:
    window.workspace.translation.clear()
    window.actions_by_name["export_view"].trigger()
    assert "Translate a sentence first" in window.bar.text()
    window.go("train")
    window.actions_by_name["export_view"].trigger()
    assert "Translate a sentence first" in window.bar.text()


def test_many_sentences_are_exported_with_the_settings_of_the_window(
    translated: MainWindow, qtbot, tmp_path: Path
) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("one two\n\nthree <four>\n", encoding="utf-8")
    translated.actions_by_name["export_lines"].trigger()
    dialog = translated.exports.lines.dialog
    assert not dialog.export.isEnabled()
    dialog.set_file(tmp_path / "other.txt")
    assert "There is no file" in dialog.note.text()
    dialog.set_file(lines)
    dialog.folder.set_path(tmp_path / "out")
    for name, box in dialog.formats.boxes.items():
        box.setChecked(name in ("pdf", "csv"))
    dialog.export.click()
    assert dialog.stop.text() == "Stop"
    qtbot.waitUntil(lambda: "Files written" in dialog.bar.text(), timeout=20_000)
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["1-one-two.csv", "1-one-two.pdf", "3-three-four.csv", "3-three-four.pdf"]
    assert ": 4." in dialog.bar.text()
    dialog.reject()


def test_a_stop_leaves_what_was_written_and_an_error_is_told(
    translated: MainWindow, qtbot, tmp_path: Path
) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("word\n" * 500, encoding="utf-8")
    translated.actions_by_name["export_lines"].trigger()
    dialog = translated.exports.lines.dialog
    dialog.set_file(lines)
    dialog.folder.set_path(tmp_path / "out")
    dialog.export.click()
    qtbot.waitUntil(lambda: dialog.progress.value() > 2, timeout=20_000)
    dialog.reject()  # the first time it ends the work, the second time it closes
    assert dialog.isVisible()
    assert 0 < len(list((tmp_path / "out").iterdir())) < 500
    lines.write_bytes(b"\xff\xfe\x00")
    dialog.export.click()
    qtbot.waitUntil(lambda: "UTF-8" in dialog.bar.text(), timeout=20_000)
    dialog.reject()


def test_a_stop_waits_for_no_line_that_takes_for_ever(translated: MainWindow, qtbot, tmp_path: Path) -> None:
    """Its work ends and its thread is free again, so that the window closes at once."""
    lines = tmp_path / "lines.txt"
    lines.write_text("one\nthis never ends\n", encoding="utf-8")
    translated.actions_by_name["export_lines"].trigger()
    dialog = translated.exports.lines.dialog
    dialog.set_file(lines)
    dialog.folder.set_path(tmp_path / "out")
    dialog.export.click()
    qtbot.waitUntil(lambda: dialog.progress.value() == 1, timeout=20_000)
    assert dialog.count.isVisible()
    assert dialog.count.text() == "1 of 2"
    dialog.reject()
    assert finish_tasks(5)
    dialog.reject()
