"""What is chosen of curves comes back as it was; junk in its place changes nothing."""

import json

import pytest

from explorer.plots.curve_items import Look
from explorer.views.curve_choice import CurveChoice


@pytest.fixture
def choice(qtbot):
    made = CurveChoice()
    qtbot.addWidget(made)
    return made


def test_a_choice_comes_back(choice, qtbot):
    other = CurveChoice()
    qtbot.addWidget(other)
    for change in (
        lambda: choice.boxes["chrf"].setChecked(True),
        lambda: choice.boxes["loss"].setChecked(False),
        lambda: choice.axis.setCurrentIndex(2),
        lambda: choice.is_log.setChecked(True),
        lambda: choice.is_log_axis.setChecked(True),
        lambda: choice.smoothing.setValue(6),
    ):
        with qtbot.waitSignal(choice.layout_changed):
            change()
    other.restore_layout(json.loads(json.dumps(choice.layout_to_plain())))
    assert other.plots() == ("bleu", "chrf", "aer")
    assert other.chosen_axis() == "passes"
    assert other.axis_scale() == "log"
    assert other.look() == Look("log", 64)


@pytest.mark.parametrize(
    "junk",
    [{}, {"plots": "loss", "axis": 3, "smoothing": "much", "is_log": 1}, {"axis": [], "smoothing": True}],
)
def test_junk_changes_nothing(choice, junk):
    before = choice.layout_to_plain()
    choice.restore_layout(junk)
    assert choice.layout_to_plain() == before


def test_what_is_unknown_is_left_out(choice):
    choice.restore_layout({"plots": ["loss", "invented later"], "smoothing": 99})
    assert choice.plots() == ("loss",)
    assert choice.look().span == 4096
