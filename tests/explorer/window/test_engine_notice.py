"""An engine that does not answer: said after a while, restarted on a wish, and taken back when it answers."""

import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton

from explorer.services import engine_process
from explorer.services.engine_process import EngineProcess
from explorer.widgets.notification_bar import NotificationBar
from explorer.window.engine_notice import EngineNotice
from tests.explorer.conftest import FAKE_ENGINE

Made = tuple[EngineProcess, NotificationBar]


@pytest.fixture
def silent_at_first(tmp_path: Path) -> list[str]:
    """An engine whose first process never says a word; those after it are like any other."""
    code = f"""
        import os, sys, time
        mark = {str(tmp_path / "mark")!r}
        if os.path.exists(mark):
            os.execv(sys.executable, {FAKE_ENGINE!r})
        open(mark, "w").close()
        time.sleep(600)
    """
    return [sys.executable, "-c", textwrap.dedent(code)]


@pytest.fixture
def make(qtbot, monkeypatch) -> Iterator[Callable[[list[str]], Made]]:
    monkeypatch.setattr(engine_process, "HELLO_PATIENCE_MS", 1000)
    engines: list[EngineProcess] = []

    def build(command: list[str]) -> Made:
        engine, bar = EngineProcess(command), NotificationBar()
        engines.append(engine)
        qtbot.addWidget(bar)
        EngineNotice(engine, bar, engine)
        return engine, bar

    yield build
    for engine in engines:
        engine.shutdown()
        engine.deleteLater()


def test_a_silent_engine_is_told_and_restarted(qtbot, make, silent_at_first) -> None:
    engine, bar = make(silent_at_first)
    models: list[list] = []
    engine.models_received.connect(models.append)
    engine.list_models([])
    qtbot.waitUntil(lambda: bar.text() != "", timeout=60_000)
    assert bar.text() == (
        "The engine was started 1 seconds ago and has not answered yet. "
        "It may need more time; if nothing happens, restart it."
    )
    first = engine.pid
    (button,) = bar.findChildren(QPushButton)
    assert button.text() == "Restart the engine"
    button.click()
    assert bar.text() == ""
    qtbot.waitUntil(lambda: bool(models), timeout=60_000)  # what was asked of the first is asked again
    assert engine.pid != first
    assert engine.state == "ready"


def test_an_engine_that_answers_late_takes_the_message_back(qtbot, make) -> None:
    engine, bar = make(
        [
            sys.executable,
            "-c",
            f"import os, time; time.sleep(2); os.execv({FAKE_ENGINE[0]!r}, {FAKE_ENGINE!r})",
        ]
    )
    engine.start()
    qtbot.waitUntil(lambda: "has not answered" in bar.text(), timeout=60_000)
    qtbot.waitUntil(lambda: engine.state == "ready", timeout=60_000)
    assert bar.text() == ""


def test_an_engine_that_answers_in_time_says_nothing(qtbot, make, monkeypatch) -> None:
    monkeypatch.setattr(engine_process, "HELLO_PATIENCE_MS", 20_000)
    engine, bar = make(FAKE_ENGINE)
    engine.start()
    qtbot.waitUntil(lambda: engine.state == "ready", timeout=60_000)
    assert not engine._patience.isActive()
    assert bar.text() == ""
