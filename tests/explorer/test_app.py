"""The exception hook: one honest dialog, a log entry, and a program that goes on."""

import logging
import sys
import threading
from pathlib import Path

import pytest

from engine.errors import EngineError
from explorer.app import FailureReporter, start_log


@pytest.fixture
def reporter(qapp, tmp_path: Path):
    reporter = FailureReporter(tmp_path / "explorer.log")
    yield reporter
    if reporter._dialog is not None:
        reporter._dialog.close()


def fail(reporter: FailureReporter, error: Exception) -> None:
    try:
        raise error
    except Exception:
        reporter.report(*sys.exc_info())


def test_a_defect_is_logged_and_shown_once(reporter: FailureReporter, caplog) -> None:
    fail(reporter, KeyError("first"))
    dialog = reporter._dialog
    fail(reporter, KeyError("second"))
    assert reporter._dialog is dialog
    assert dialog.isVisible()
    assert not dialog.isModal()
    assert "defect" in dialog.text()
    assert "explorer.log" in dialog.text()
    assert "KeyError: 'first'" in dialog.detailedText()
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    dialog.close()
    fail(reporter, KeyError("third"))
    assert "third" in reporter._dialog.detailedText()


def test_an_engine_error_speaks_for_itself(reporter: FailureReporter) -> None:
    fail(reporter, EngineError("The disk is full.", "Make room."))
    assert reporter._dialog.text() == "The disk is full. Make room."
    assert not reporter._dialog.detailedText()


def test_a_failure_on_another_thread_is_shown_on_the_ui_thread(reporter: FailureReporter, qtbot) -> None:
    reporter.install()
    try:
        thread = threading.Thread(target=lambda: [][1])
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: reporter._dialog is not None)
    finally:
        reporter.uninstall()
    assert "IndexError" in reporter._dialog.detailedText()


def test_the_log_is_written_where_it_can_be_and_never_in_the_way(tmp_path: Path) -> None:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    try:
        path = tmp_path / "folder" / "explorer.log"
        assert start_log(path) == path
        logging.getLogger("explorer").info("a line")
        assert "a line" in path.read_text()
        (tmp_path / "file").write_text("")
        assert start_log(tmp_path / "file" / "explorer.log") is None
    finally:
        for handler in [handler for handler in root.handlers if handler not in before]:
            root.removeHandler(handler)
            handler.close()
        root.setLevel(level)
