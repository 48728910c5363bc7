"""Tests of the window: off screen, without torch, with settings of their own, and nothing left behind."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.runs.layout import RUNS_VARIABLE
from explorer.main_window import MainWindow
from explorer.services import tasks
from explorer.services.tasks import Task
from explorer.settings import PATH_VARIABLE, Settings, settings_path
from explorer.theme import Theme
from explorer.workspace import EXAMPLE_SENTENCE, DecodingChoice

FAKE_ENGINE = [sys.executable, str(Path(__file__).with_name("fake_engine.py"))]


class InlineExecutor:
    """Runs a task at once, on the thread that hands it in."""

    def submit(self, task: Task) -> None:
        """Run it."""
        task.work_off()

    def finish(self, seconds: float) -> bool:
        """Nothing is ever left."""
        return True


@pytest.fixture(autouse=True)
def _own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the settings and runs of the person who runs the tests."""
    monkeypatch.setenv(PATH_VARIABLE, str(tmp_path / "settings" / "settings.json"))
    monkeypatch.setenv(RUNS_VARIABLE, str(tmp_path / "runs"))


@pytest.fixture
def inline_tasks() -> Iterator[None]:
    """Slow work is done at once."""
    tasks.set_executor(InlineExecutor())
    yield
    tasks.set_executor(None)


@pytest.fixture(autouse=True)
def _nothing_left_over(qapp: QApplication) -> Iterator[None]:
    """Windows and threads that outlive their test fail it."""
    threads, windows = set(threading.enumerate()), _shown_windows()
    yield
    tasks.finish_tasks()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = [window for window in _shown_windows() if window not in windows]
    assert not left, f"windows left over: {left}"
    running = [thread for thread in threading.enumerate() if thread not in threads]
    assert not running, f"threads left over: {running}"


def _shown_windows() -> list[QWidget]:
    return [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The light theme; dressing the application takes long, so it is done once."""
    return Theme(qapp, "light")


def _open(settings: Settings, theme: Theme, command: list[str]) -> MainWindow:
    settings["engine_command"] = command
    window = MainWindow(settings, theme)
    window.show()
    return window


@pytest.fixture
def open_window(theme: Theme) -> Iterator[Callable[..., MainWindow]]:
    """Opens a main window on the fake engine, or on another command; it is closed after the test."""
    windows: list[MainWindow] = []

    def open_one(command: list[str] = FAKE_ENGINE) -> MainWindow:
        windows.append(_open(Settings(settings_path()), theme, command))
        return windows[-1]

    yield open_one
    for window in windows:
        window.close()
        window.deleteLater()


@pytest.fixture(scope="module")
def _shared_window(theme: Theme, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    settings = Settings(tmp_path_factory.mktemp("shared") / "settings.json")
    window = _open(settings, theme, FAKE_ENGINE)
    yield window
    window.close()
    window.deleteLater()


@pytest.fixture
def window(_shared_window: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The main window of the test's module, on the fake engine, as it was when it opened."""
    workspace = _shared_window.workspace
    qtbot.waitUntil(lambda: bool(workspace.models), timeout=20_000)
    yield _shared_window
    _shared_window.service.cancel(workspace.translations)
    _shared_window.bar.hide()
    for translation in workspace.translations:
        translation.set_model(None)
    workspace.set_models(workspace.models)
    workspace.set_source_text(EXAMPLE_SENTENCE)
    workspace.set_decoding(DecodingChoice())
    _shared_window.go("translate")
