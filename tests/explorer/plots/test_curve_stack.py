"""Plots over one axis: they see, follow and point together, and a million values move without a stutter."""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QScrollArea

from explorer.plots.curve import Curve
from explorer.plots.curve_items import Look
from explorer.plots.curve_plot import Quantity
from explorer.plots.curve_stack import CurveStack, Drawn

ROOT = Path(__file__).resolve().parents[3]
QUANTITIES = {name: Quantity(name, "", ".1f") for name in ("loss", "bleu", "speed")}


@pytest.fixture
def stack(qtbot):
    made = CurveStack(QUANTITIES)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    return made


def drawn(count, source=None):
    return Drawn((Curve("a", "train", np.arange(float(count)), np.arange(float(count)), source=source),))


def ranges(stack):
    return [tuple(plot._plot.viewRange()[0]) for plot in stack.plots]


def test_all_plots_see_the_same_and_only_the_last_one_writes_it(stack):
    stack.set_axis("count", "update")
    stack.show_curves({"loss": drawn(100), "bleu": drawn(400)})
    first, second = ranges(stack)
    assert first == second
    assert first[0] < 0 < 399 < first[1]
    assert [plot._axis.label.isVisible() for plot in stack.plots] == [False, True]
    lefts = [plot._plot.getViewBox().sceneBoundingRect().left() for plot in stack.plots]
    widths = [plot._plot.getViewBox().sceneBoundingRect().width() for plot in stack.plots]
    assert lefts[0] == lefts[1]
    assert widths[0] == widths[1]


def test_a_move_in_one_plot_moves_all_and_ends_following(stack, qtbot):
    stack.show_curves({"loss": drawn(100), "bleu": drawn(100)})
    box = stack.plots[0]._plot.getViewBox()
    with qtbot.waitSignal(stack.follows_changed) as told:
        box.setXRange(20, 40, padding=0)
        box.sigRangeChangedManually.emit([True, False])
    assert told.args == [False]
    assert ranges(stack) == [(20, 40)] * 2


def test_new_values_widen_the_picture_unless_a_person_looks_elsewhere(stack):
    source = object()
    stack.show_curves({"loss": drawn(100, source)})
    stack.show_curves({"loss": drawn(200, source)})
    assert ranges(stack)[0][1] > 199
    stack.see(20, 40)
    stack.show_curves({"loss": drawn(300, source)})
    assert ranges(stack) == [(20, 40)]
    stack.follow()
    assert ranges(stack)[0][1] > 299


def test_the_place_stays_while_other_plots_are_chosen_and_the_picture_flashes_at_none(stack):
    stack.show_curves({"loss": drawn(100), "bleu": drawn(100)})
    stack.see(20, 40)
    before = list(stack.plots)
    stack.show_curves({"loss": drawn(100), "speed": drawn(100), "bleu": drawn(100)})
    assert ranges(stack) == [(20, 40)] * 3
    assert [stack.plots[0], stack.plots[2]] == before
    assert [plot.isVisible() for plot in stack.plots] == [True] * 3
    stack.show_curves({"bleu": drawn(100)})
    assert not before[0].isVisible()


def test_another_axis_is_seen_as_a_whole(stack):
    stack.show_curves({"loss": drawn(100)})
    stack.see(20, 40)
    stack.set_axis("seconds", "time")
    assert stack.follows
    assert ranges(stack)[0][1] > 99


def test_the_crosshair_goes_through_all_plots(stack, qtbot):
    stack.show_curves({"loss": drawn(100), "bleu": drawn(100)})
    with qtbot.waitSignal(stack.pointed) as told:
        stack.plots[0].pointed.emit(30.0)
    assert told.args == ["30"]
    assert [plot._crosshair.value() for plot in stack.plots] == [30.0] * 2
    assert [plot.values.text() for plot in stack.plots] == ["a: train 30.0"] * 2
    stack.plots[0].pointed.emit(None)
    assert not any(plot._crosshair.isVisible() for plot in stack.plots)


def test_no_curves_at_all_are_drawn_too(stack):
    stack.show_curves({"loss": Drawn(())})
    assert stack.plots[0].note() == "No values yet."
    stack.show_curves({})
    assert stack.plots == []


@pytest.mark.parametrize("width", [450_000.0, 900_000.0, 4000.0])
def test_a_million_values_are_moved_without_a_stutter(stack, qapp, width):
    """Raw and smoothed, in two plots; seconds of one core from the wish to the pixels."""
    values = np.random.default_rng(0).normal(size=1_000_000)
    x = np.arange(1_000_000.0)
    stack.set_look(Look("linear", 64))
    of_plot = Drawn((Curve("a", "train", x, values, source=object()),))
    stack.show_curves({"loss": of_plot, "bleu": of_plot})
    qapp.processEvents()
    took = []
    for step in range(12):
        begin = time.process_time()
        stack.see(1000.0 * step, 1000.0 * step + width)
        qapp.processEvents()
        took.append(time.process_time() - begin)
    assert np.median(took) < 0.033


@pytest.mark.parametrize("scale", ["1", "1.25", "2"])
def test_screens_of_many_pixels_are_as_fast(scale):
    """Five curves of 200,000 values in one plot; seconds of one core a picture."""
    script = """
import time
import numpy as np
from PySide6.QtWidgets import QApplication
from tests.explorer.plots.test_curve_stack import QUANTITIES, Curve, CurveStack, Drawn, Look
application = QApplication([])
stack = CurveStack(QUANTITIES)
stack.resize(900, 400)
stack.set_look(Look("linear", 64))
stack.show()
x, values = np.arange(200_000.0), np.random.default_rng(0).normal(size=200_000)
curves = tuple(Curve(str(run), "train", x, run + values, colour=run) for run in range(5))
stack.show_curves({"loss": Drawn(curves)})
application.processEvents()
begin = time.process_time()
for step in range(8):
    stack.see(1000.0 * step, 1000.0 * step + 150_000)
    application.processEvents()
print((time.process_time() - begin) / 8)
"""
    environment = {**os.environ, "QT_SCALE_FACTOR": scale}
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT, env=environment
    )
    assert float(ended.stdout) < 0.08


@pytest.mark.parametrize("is_closed", [True, False])
def test_a_program_that_has_drawn_curves_ends_without_a_word(is_closed):
    script = f"""
import numpy as np
from PySide6.QtWidgets import QApplication
from tests.explorer.plots.test_curve_stack import QUANTITIES, CurveStack, drawn
application = QApplication([])
stack = CurveStack(QUANTITIES)
stack.show_curves({{"loss": drawn(9), "bleu": drawn(9)}})
stack.grab()
if {is_closed}:
    stack.close()
    stack.deleteLater()
    application.processEvents()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_plot_that_is_not_shown_keeps_no_values(stack):
    stack.show_curves({"loss": drawn(100), "bleu": drawn(100)})
    (bleu,) = stack.plots[1:]
    stack.show_curves({"loss": drawn(100)})
    assert bleu.ends() == []
    stack.show_curves({"loss": drawn(100), "bleu": drawn(300)})
    assert max(bleu.ends()) == 299


def test_a_curve_without_anything_new_is_not_drawn_again(stack, qapp, monkeypatch):
    """Of two runs one goes on: only its lines are set anew, for the picture has room for what is new."""
    sources = object(), object()

    def runs(count):
        x = np.arange(float(count)), np.arange(1000.0)
        return Drawn(tuple(Curve(str(n), "train", x[n], x[n], source=sources[n], colour=n) for n in (0, 1)))

    stack.show_curves({"loss": runs(500)})
    seen = ranges(stack)
    set_data = [item._raw.setData for item in stack.plots[0]._items]
    told = []
    for number, item in enumerate(stack.plots[0]._items):
        monkeypatch.setattr(
            item._raw, "setData", lambda *a, n=number, **k: (told.append(n), set_data[n](*a, **k))
        )
    stack.show_curves({"loss": runs(510)})
    assert told == [0]
    assert ranges(stack) == seen
    assert stack.plots[0]._items[0]._raw.getData()[0][-1] == 509
    stack.show_curves({"loss": runs(1100)})
    assert told == [0, 0, 1]


def test_a_plot_is_drawn_once_it_is_on_screen(qtbot, qapp):
    area, stack = QScrollArea(), CurveStack(QUANTITIES)
    qtbot.addWidget(area)
    area.setWidget(stack)
    area.setWidgetResizable(True)
    area.resize(600, 130)
    area.show()
    qapp.processEvents()
    stack.show_curves({name: drawn(50) for name in QUANTITIES})
    qapp.processEvents()
    stack.show_curves({name: drawn(80) for name in QUANTITIES})
    qapp.processEvents()
    first, _, last = stack.plots
    assert len(first._items[0]._raw.getData()[0]) == 80
    assert len(last._items[0]._raw.getData()[0]) == 50
    assert last.values.text() == "a: train 79.0"
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    qapp.processEvents()
    assert len(last._items[0]._raw.getData()[0]) == 80


def test_side_by_side_the_last_full_row_and_what_is_under_it_write_the_axis(stack):
    stack.set_axis("count", "update")
    stack.show_curves({name: drawn(10) for name in QUANTITIES})
    line, digit = stack.fontMetrics().height(), stack.fontMetrics().horizontalAdvance("0") + 1  # whole pixels
    stack.set_room(QSize(digit * 42 * 2, line))
    assert [stack._grid.getItemPosition(place)[:2] for place in range(3)] == [(0, 0), (0, 1), (1, 0)]
    assert [plot._axis.label.isVisible() for plot in stack.plots] == [True] * 3
    stack.set_room(QSize(digit * 42, line))
    assert [stack._grid.getItemPosition(place)[:2] for place in range(3)] == [(0, 0), (1, 0), (2, 0)]
    assert [plot._axis.label.isVisible() for plot in stack.plots] == [False, False, True]
