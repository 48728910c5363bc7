"""The picture of a curve: it shows every kind of value, and keeps its place while values come in."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from explorer.plots.curve import Curve
from explorer.plots.curve_plot import CurvePlot

ROOT = Path(__file__).resolve().parents[3]
VALUES = np.array([3.2, np.nan, 2.9, np.inf, 2.5, -np.inf])
UPDATES = np.arange(10.0, 70.0, 10.0)


@pytest.fixture
def plot(qtbot):
    widget = CurvePlot("Loss")
    qtbot.addWidget(widget)
    widget.resize(640, 320)
    widget.show()
    return widget


def marked(plot, kind):
    return plot._items[0].marked_updates(kind).tolist()


def test_nan_and_infinities_are_marked_and_the_rest_is_drawn(plot):
    plot.set_curves([Curve("train", UPDATES, VALUES)])
    assert (marked(plot, "nan"), marked(plot, "up"), marked(plot, "down")) == ([20], [40], [60])
    updates, values = plot._items[0]._raw.getData()
    assert updates.tolist() == UPDATES.tolist()
    np.testing.assert_array_equal(values, [3.2, np.nan, 2.9, np.nan, 2.5, np.nan])
    low, high = plot._plot.viewRange()[1]
    assert low < 2.5 < 3.2 < high
    assert plot.note() == ""


def test_marks_stand_inside_the_picture(plot):
    plot.set_curves([Curve("train", UPDATES, VALUES)])
    low, high = plot._plot.viewRange()[1]
    for kind in ("nan", "up", "down"):
        heights = plot._items[0]._marks[kind].getData()[1]
        assert ((heights > low) & (heights < high)).all()


def test_a_curve_without_a_number_says_so(plot):
    plot.set_curves([Curve("train", UPDATES, np.full(6, np.nan))])
    assert plot.note() == "No value so far is a number."
    assert len(marked(plot, "nan")) == 6
    plot.set_curves([Curve("train", np.zeros(0), np.zeros(0))])
    assert plot.note() == "No values yet."


def test_zero_on_a_logarithmic_axis_is_an_arrow_downwards(plot):
    plot.set_scale("log")
    plot.set_curves([Curve("dev", np.array([1.0, 2.0, 3.0]), np.array([0.0, 10.0, 1000.0]), "measured")])
    assert marked(plot, "down") == [1.0]
    low, high = plot._plot.viewRange()[1]
    assert low < 1 < 3 < high < 4


def test_the_read_out_tells_the_newest_values_then_those_under_the_pointer(plot):
    dev = Curve("dev", np.array([20.0, 60.0]), np.array([2.75, 2.25]), "measured")
    plot.set_curves([Curve("train", UPDATES, VALUES), dev])
    assert plot.read_out().split("   ") == ["update 60", "train -∞", "dev 2.250"]
    box = plot._plot.getViewBox()
    plot._on_pointed(box.mapViewToScene(QPointF(21.0, 3.0)))
    assert plot.read_out().split("   ") == ["update 20", "train NaN", "dev 2.750"]


def test_new_values_widen_the_picture_unless_a_person_looks_elsewhere(plot):
    grown = np.arange(1.0, 201.0)
    plot.set_curves([Curve("train", grown[:100], grown[:100])])
    plot.set_curves([Curve("train", grown, grown)])
    assert plot._plot.viewRange()[0][1] >= 200
    plot.see_updates(20, 40)
    plot.set_curves([Curve("train", np.arange(1.0, 301.0), np.arange(1.0, 301.0))])
    assert plot._plot.viewRange()[0] == [20, 40]
    plot.show_all()
    assert plot._plot.viewRange()[0][1] >= 300


def test_a_resume_is_a_line_and_its_branch_stays(plot):
    branch = (np.array([30.0, 40.0]), np.array([8.0, 9.0]))
    plot.set_curves([Curve("train", UPDATES, np.ones(6), branches=(branch,))], resumes=[30.0])
    assert plot.resumes() == [30.0]
    assert set(branch[1]) <= set(plot._items[0]._branch.getData()[1])
    assert plot._plot.viewRange()[1][1] > 9
    plot.set_curves([Curve("train", UPDATES, np.ones(6))])
    assert plot.resumes() == []
    assert plot._items[0]._branch.getData()[0].size == 0


def test_other_curves_take_the_place_of_those_before(plot):
    plot.set_curves(
        [Curve("train", UPDATES, np.ones(6)), Curve("dev", UPDATES, np.full(6, 50.0), "measured")]
    )
    plot.set_curves([Curve("dev", UPDATES, np.full(6, 7.0), "measured")])
    assert plot.read_out().split("   ") == ["update 60", "dev 7.000"]
    assert plot._items[0]._points.getData()[1].tolist() == [7.0] * 6
    assert plot._items[0]._smooth.getData()[0].size == 0
    assert plot._plot.viewRange()[1][1] < 8


def test_a_spike_among_a_million_values_is_drawn_in_time(plot):
    values = np.random.default_rng(0).normal(size=1_000_000)
    values[314_159] = 50.0
    updates = np.arange(1_000_000.0)
    plot.set_curves([Curve("train", updates, values)])
    assert 50.0 in plot._items[0]._raw.getData()[1]
    begin = time.process_time()
    for step in range(5):
        plot.see_updates(1000.0 * step, 900_000.0)
    assert (time.process_time() - begin) / 5 < 0.15  # seconds a picture, on a slow core


def test_a_plot_is_drawn_in_the_colours_of_another_palette(plot):
    plot.set_curves([Curve("train", UPDATES, VALUES)])
    palette = plot.palette()
    palette.setColor(palette.ColorRole.Window, "#101010")
    plot.setPalette(palette)
    assert plot.grab().toImage().pixelColor(400, 200).lightness() < 40


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_program_that_has_drawn_a_plot_ends_without_a_word(is_closed):
    script = f"""
import numpy as np
from PySide6.QtWidgets import QApplication
from explorer.plots.curve import Curve
from explorer.plots.curve_plot import CurvePlot
application = QApplication([])
plot = CurvePlot("Loss")
plot.set_curves([Curve("train", np.arange(9.0), np.arange(9.0))], resumes=[3.0])
plot.grab()
if {is_closed}:
    plot.close()
    plot.deleteLater()
    application.processEvents()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_value_without_a_neighbour_is_a_point(plot):
    plot.set_curves([Curve("train", np.array([10.0]), np.array([3.0]))])
    assert plot._items[0]._points.getData()[0].tolist() == [10]
    values = np.array([1.0, np.nan, 2.0, np.nan, 3.0, 3.5])
    plot.set_curves([Curve("train", UPDATES, values)])
    assert plot._items[0]._points.getData()[0].tolist() == [10, 30]


def test_the_read_out_has_the_colours_of_its_curves(plot):
    plot.set_curves(
        [Curve("train", UPDATES, VALUES), Curve("dev", np.array([20.0]), np.array([2.7]), "measured")]
    )
    _, train, dev = plot._read_out.shown()
    assert train[1] == plot._items[0]._smooth.opts["pen"].color()
    assert dev[1] == plot._items[1]._points.opts["brush"].color()
    assert train[1] != dev[1]


def test_the_keys_do_not_stop_at_a_picture_that_has_none(plot):
    assert plot._plot.focusPolicy() == Qt.FocusPolicy.NoFocus
