"""Tests of the window: off screen, without torch, with settings of their own, and nothing left behind."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

import gc
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from explorer.main_window import MainWindow
from explorer.services import tasks
from explorer.services.tasks import Task
from explorer.settings import PATH_VARIABLE, Settings, settings_path
from explorer.theme import Theme

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


@pytest.fixture
def inline_tasks() -> Iterator[None]:
    """Slow work is done at once."""
    tasks.set_executor(InlineExecutor())
    yield
    tasks.set_executor(None)


@pytest.fixture(autouse=True)
def _nothing_left_over(qapp: QApplication) -> Iterator[None]:
    """Windows and threads that outlive their test fail it."""
    threads = set(threading.enumerate())
    yield
    tasks.finish_tasks()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    shown = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
    assert not shown, f"windows left over: {shown}"
    left = [thread for thread in threading.enumerate() if thread not in threads]
    assert not left, f"threads left over: {left}"


@pytest.fixture
def open_window(qapp: QApplication) -> Iterator[Callable[..., MainWindow]]:
    """Opens a main window on the fake engine; it is closed after the test."""
    windows: list[MainWindow] = []
    theme = Theme(qapp, "light")

    def open_one(command: list[str] | None = None) -> MainWindow:
        settings = Settings(settings_path())
        settings["engine_command"] = command or FAKE_ENGINE
        window = MainWindow(settings, theme)
        windows.append(window)
        window.show()
        return window

    yield open_one
    for window in windows:
        window.close()
        window.deleteLater()
    theme.deleteLater()


@pytest.fixture
def window(open_window: Callable[..., MainWindow]) -> MainWindow:
    """A main window on the fake engine."""
    return open_window()
