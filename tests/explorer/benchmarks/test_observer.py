"""The observer of the benchmarks sees what there is to see, in the real program on the fake engine."""

import json
import time

import pytest
from PySide6.QtCore import QObject

from tests.benchmarks.observer import Gaps
from tests.benchmarks.startup import observe
from tests.explorer.conftest import FAKE_ENGINE


@pytest.fixture
def home(tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"engine_command": FAKE_ENGINE}), encoding="utf-8")
    return tmp_path


def test_a_start_is_seen_to_its_end(home):
    before = time.time()
    seen = observe(home, {"sentences": []})
    assert 0 < seen["first frame"] < seen["engine ready"] < time.time() - before


def test_every_translation_and_the_clock_are_seen(home):
    seen = observe(home, {"sentences": ["one two", "three slowly four"], "pause": 20, "watch": 300})
    first, slow = seen["visible"]
    assert first > 0
    assert slow > 100  # milliseconds: the fake engine waits between the steps
    assert len(seen["gaps translating"]) > 3
    assert len(seen["gaps watching"]) > 3


def test_a_gap_is_as_long_as_what_held_the_event_loop_up(qtbot):
    gaps = Gaps(parent := QObject())
    gaps.start()
    qtbot.wait(50)
    time.sleep(0.2)
    qtbot.wait(50)
    late = gaps.stop()
    assert max(late) >= 180
    assert len(late) > 3
    parent.deleteLater()
