"""Evaluate in the window: work in a process of its own, stopped at once, its results read and remembered."""

import time
from pathlib import Path

import pytest

from engine.evaluation.evaluation import save
from explorer.new_evaluation import NewEvaluation
from explorer.services import json_command
from explorer.services.evaluation_service import EvaluationService
from tests.engine.evaluation.made_evaluation import made_evaluation

PROGRAM = """
import sys, time
print("one, beam 5: 64 of 1,000", file=sys.stderr, flush=True)
print("no progress", file=sys.stderr, flush=True)
if {waits}:
    time.sleep(60)
if {fails}:
    sys.exit("error: The models do not fit. Choose others.")
print("{{}}")
"""


@pytest.fixture
def service(qtbot):
    made = EvaluationService()
    yield made
    made.cancel()


@pytest.fixture
def wanted(tmp_path, monkeypatch):
    def make(*, waits=False, fails=False):
        program = tmp_path / "program.py"
        program.write_text(PROGRAM.format(waits=waits, fails=fails), encoding="utf-8")
        monkeypatch.setattr(json_command, "PROGRAM", program)
        return NewEvaluation(Path("s"), Path("r"), None, "", ("one",), "5", tmp_path / "out")

    return make


def test_what_was_evaluated_is_read(service, wanted, qtbot, tmp_path):
    (tmp_path / "out").mkdir()
    made = made_evaluation(tmp_path / "work")
    save(made, tmp_path / "out")
    told = []
    service.progress_made.connect(lambda *args: told.append(args))
    read = []
    service.loaded.connect(lambda *args: read.append(args))
    with qtbot.waitSignals([service.loaded, service.ended], timeout=20_000):
        service.start(wanted())
    assert read == [(made, tmp_path / "out")]
    assert told == [("one, beam 5", 64, 1000)]
    assert not service.is_running


def test_it_is_stopped_at_once(service, wanted, qtbot):
    with qtbot.waitSignal(service.progress_made, timeout=20_000):
        service.start(wanted(waits=True))
    began = time.monotonic()
    with qtbot.waitSignal(service.ended):
        service.cancel()
    assert time.monotonic() - began < 1.0  # 0.2 s on a quiet machine
    assert not service.is_running


def test_what_went_wrong_is_told_in_its_own_words(service, wanted, qtbot, tmp_path):
    with qtbot.waitSignal(service.failed, timeout=20_000) as failed:
        service.start(wanted(fails=True))
    assert str(failed.args[0]) == "The models do not fit. Choose others."
    with qtbot.waitSignal(service.failed) as failed:
        service.load(tmp_path / "nowhere")
    assert "cannot be read" in str(failed.args[0])
