"""The frame: places made when visited, models opened, settings kept, a clean end, and no torch anywhere."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication

from engine.runs.layout import RunLayout, runs_home
from explorer.actions import ACTIONS
from explorer.main_window import PLACES, MainWindow
from explorer.settings import settings_path
from tests.explorer.conftest import FAKE_ENGINE
from tests.explorer.made_film import make_run as make_film

ROOT = Path(__file__).resolve().parents[2]


def run_program(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run the code in a process of its own, with the fake engine in its settings."""
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"engine_command": FAKE_ENGINE}))
    environment = {**os.environ, "ALIGNMENT_EXPLORER_SETTINGS": str(path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(code)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)


OPEN = """
    import sys
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    from explorer.main_window import MainWindow
    from explorer.settings import Settings, settings_path
    from explorer.theme import Theme
    application = QApplication([])
    settings = Settings(settings_path())
    window = MainWindow(settings, Theme(application, settings["theme"]))
    window.show()
"""


def test_the_window_loads_neither_torch_nor_what_it_does_not_show(tmp_path: Path) -> None:
    code = f"""{OPEN}
    application.processEvents()
    late = ("pyqtgraph", "explorer.views.compare", "explorer.views.train", "sentencepiece", "sacrebleu")
    assert not [name for name in late if name in sys.modules], sys.modules.keys()
    for place in ("compare", "train", "translate"):
        window.go(place)
        application.processEvents()
    assert "torch" not in sys.modules
    window.close()
    """
    done = run_program(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_closing_while_decoding_ends_with_0_and_leaves_no_engine(tmp_path: Path) -> None:
    code = f"""{OPEN}
    window.workspace.set_source_text("never ends")
    window.view("translate").source.translate_requested.emit()
    def close_when_decoding():
        if window.workspace.translation.is_live:
            timer.stop()
            print(window.engine.pid, flush=True)
            window.close()
    timer = QTimer()
    timer.timeout.connect(close_when_decoding)
    timer.start(10)
    QTimer.singleShot(90_000, application, lambda: application.exit(9))
    sys.exit(application.exec())
    """
    done = run_program(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    with pytest.raises(ProcessLookupError):
        os.kill(int(done.stdout), 0)


def test_no_arguments_run_the_window_and_it_ends_with_0(tmp_path: Path) -> None:
    code = """
    import sys
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    application = QApplication([])
    QTimer.singleShot(200, application, application.closeAllWindows)
    import main
    sys.exit(main.main([]))
    """
    done = run_program(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "explorer.log").exists()


def test_places_are_made_when_they_are_visited(window: MainWindow) -> None:
    window.go("compare")
    assert window.view("compare").isVisible()
    assert not window.view("translate").isVisible()
    window.go("translate")
    assert window.view("translate").isVisible()


def test_each_place_has_a_word_and_a_key(window: MainWindow) -> None:
    shortcuts = [ACTIONS[f"go_{place}"].shortcut for place in PLACES]
    assert len(set(shortcuts)) == len(PLACES)
    window.actions_by_name["go_compare"].trigger()
    assert window.view("compare").isVisible()
    assert window.rail._buttons["compare"].isChecked()


def test_no_two_actions_share_a_shortcut() -> None:
    shortcuts = [entry.shortcut for entry in ACTIONS.values() if entry.shortcut]
    assert len(shortcuts) == len(set(shortcuts))


def test_the_model_of_a_run_is_opened_in_translate(window: MainWindow, qtbot, tmp_path: Path) -> None:
    window.go("compare")
    run = tmp_path / "my-run"
    window.open_model(str(run))
    qtbot.waitUntil(lambda: window.workspace.translation.model.name == "my-run", timeout=60_000)
    assert window.view("translate").isVisible()
    assert window.view("translate").models.currentText() == "my-run"
    assert window._settings["opened_models"] == [str(run)]


def test_a_model_that_is_broken_is_told_and_not_taken(window: MainWindow, qtbot) -> None:
    before = window.workspace.translation.model
    window.open_model("/made/broken")
    bar = window.view("translate").bar
    qtbot.waitUntil(lambda: not bar.isHidden(), timeout=60_000)
    assert "It is broken" in bar.text()
    assert window.workspace.translation.model == before
    assert "/made/broken" not in [model.path for model in window.workspace.models]


def test_what_was_chosen_comes_back(open_window: Callable[..., MainWindow], qtbot) -> None:
    first = open_window()
    first.view("translate").source.beam.setValue(9)
    first.view("translate").player.set_speed(4.0)
    first.setGeometry(30, 40, 1000, 640)
    qtbot.waitUntil(lambda: bool(first.workspace.models), timeout=60_000)
    first.view("translate").models.activated.emit(0)
    first.go("compare")
    first.close()
    second = open_window()
    assert second.view("translate").source.beam.value() == 9
    assert second.view("translate").player._speeds.currentData() == 4.0
    assert second.view("compare").isVisible()
    qtbot.waitUntil(lambda: bool(second.workspace.models), timeout=60_000)
    assert second.view("translate").models.currentText() == "made-encdec"
    screen = QApplication.primaryScreen().availableGeometry()
    assert second.height() == min(640, screen.height())
    assert first._settings["geometry"] == [30, 40, 1000, 640]


def test_the_docks_come_back_as_they_were_left_and_the_reset_is_kept_too(
    open_window, qtbot, monkeypatch
) -> None:
    first = open_window()
    docks = first.view("translate").docks
    docks.open("lines")
    docks.docks["step"].close()
    first.resize(1400, 800)
    docks.resizeDocks([docks.docks["lines"]], [333], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: docks.docks["lines"].width() == 333)
    monkeypatch.setattr("explorer.window.layout.visible_place", lambda *_: QRect(0, 0, 1400, 800))
    first.close()
    second = open_window()
    docks = second.view("translate").docks
    qtbot.waitUntil(lambda: docks.docks["lines"].width() == 333)
    assert docks.docks["lines"].is_seen
    assert not docks.is_open("step")
    assert second.actions_by_name["dock_lines"].isChecked()
    assert not second.actions_by_name["dock_step"].isChecked()
    second.actions_by_name["reset_layout"].trigger()
    assert docks.is_open("step")
    second.close()
    third = open_window()
    assert third.view("translate").docks.is_open("step")
    assert not third.view("translate").docks.is_open("lines")


def test_docks_that_were_not_visited_keep_their_layout(open_window, qtbot) -> None:
    first = open_window()
    first.view("translate").docks.open("lines")
    first.go("compare")
    first.close()
    second = open_window()
    assert "translate" not in second._views
    second.close()
    third = open_window()
    assert third.view("translate").docks.is_open("lines")


def test_damaged_settings_are_told_once_in_the_window(open_window: Callable[..., MainWindow], qtbot) -> None:
    settings_path().parent.mkdir(parents=True)
    settings_path().write_bytes(b"\0" * 136)
    window = open_window()
    qtbot.waitUntil(lambda: not window.bar.isHidden(), timeout=60_000)
    assert "damaged" in window.bar.text()
    window.close()
    again = open_window()
    qtbot.waitUntil(lambda: bool(again.workspace.models), timeout=60_000)
    assert again.bar.isHidden()


def test_an_engine_that_cannot_start_is_told_in_the_window(open_window, qtbot) -> None:
    window = open_window(["/no/such/engine"])
    qtbot.waitUntil(lambda: not window.bar.isHidden(), timeout=60_000)
    assert "/no/such/engine" in window.bar.text()
    view = window.view("translate")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not view.source._is_busy, timeout=60_000)
    assert view.source.edit.text()


def test_a_window_that_is_closed_before_it_is_drawn_starts_no_engine(tmp_path: Path) -> None:
    code = f"""{OPEN}
    window.close()
    for _ in range(20):
        application.processEvents()
    assert window.engine.pid == 0
    """
    done = run_program(code, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_settings_that_cannot_be_written_are_told_when_one_is_changed(
    open_window: Callable[..., MainWindow], qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("a file where the folder should be")
    monkeypatch.setenv("ALIGNMENT_EXPLORER_SETTINGS", str(tmp_path / "file" / "settings.json"))
    window = open_window()
    qtbot.waitUntil(lambda: bool(window.workspace.models), timeout=60_000)
    window.bar.hide()
    window.actions_by_name["theme_light"].trigger()
    assert "cannot be written" in window.bar.text()


def test_an_engine_that_is_back_is_no_longer_being_started(window: MainWindow, qtbot) -> None:
    os.kill(window.engine.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "is being started" in window.bar.text(), timeout=60_000)
    qtbot.waitUntil(lambda: window.engine.state == "ready", timeout=60_000)
    assert "SIGKILL" in window.bar.text()
    assert "was started again" in window.bar.text()
    window.view("translate").translate_requested.emit()
    assert window.bar.isHidden()


def test_a_place_that_is_entered_asks_for_the_models_that_are_there_now(window: MainWindow, qtbot) -> None:
    with qtbot.waitSignal(window.engine.models_received, timeout=10_000):
        window.go("compare")


def test_without_a_model_the_way_to_one_is_offered_until_there_is_one(window: MainWindow) -> None:
    models = window.workspace.models
    window.engine.models_received.emit([])
    assert "no model" in window.bar.text()
    window.bar._action.click()
    assert window.view("train").isVisible()
    window.workspace.set_models(models)
    assert window.bar.isHidden()


def test_the_film_on_screen_can_be_exported_and_its_checkpoint_opened(
    open_window: Callable[..., MainWindow], qtbot
) -> None:
    window = open_window()
    make_film(runs_home() / "filmed", (10, 20))
    RunLayout(runs_home() / "filmed").checkpoint_dir(20).mkdir()
    window.go("train")
    view = window.view("train")
    assert view.seen_views() == []
    qtbot.waitUntil(lambda: view.board.selected() is not None, timeout=5000)
    view.board.details.tabs.setCurrentIndex(1)
    film = view.board.details.film
    qtbot.waitUntil(film.picture.matrix.isVisible, timeout=5000)
    assert view.seen_views() == [("Film, update 20", film.picture)]
    window.actions_by_name["export_view"].trigger()
    assert window.exports.views.dialog.isVisible()
    window.exports.views.dialog.reject()
    checkpoint = str(RunLayout(runs_home() / "filmed").checkpoint_dir(20))
    with qtbot.waitSignal(window.service.model_opened, timeout=60_000) as told:
        film.side.open.click()
    assert told.args == [checkpoint]
    assert window.view("translate").isVisible()
    assert window.workspace.source_text == "a red book"
