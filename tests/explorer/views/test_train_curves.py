"""The panel of curves: the plots that were chosen, each run in its colour, on the axis that was chosen."""

from pathlib import Path

import numpy as np
import pytest

from engine.runs.condition import Seen
from explorer.services.run_snapshot import RunSnapshot
from explorer.views.curve_quantities import PLOTS
from explorer.views.train_curves import RunCurvesPanel
from tests.explorer.made_curves import made_curves

UPDATES = [10.0, 20.0, 30.0, 40.0]


def run(path="/runs/a", loss=(4.0, 3.0, 2.0, 1.0), **more):
    train = {
        "update": UPDATES,
        "loss": list(loss),
        "wall": [1.0, 2.0, 30.0, 31.0],
        "gradient_norm": [5.0] * 4,
    }
    validation = {"update": [20.0, 40.0], "loss": [3.5, 1.5], "bleu": [7.0, 9.0], "wall": [2.5, 31.5]}
    curves = made_curves(train, validation, source=object(), **more)
    return RunSnapshot(Path(path), Seen("running", None, 0.0), None, curves)


@pytest.fixture
def panel(qtbot):
    made = RunCurvesPanel()
    qtbot.addWidget(made)
    made.resize(1000, 420)
    made.show()
    made.choice.smoothing.setValue(0)
    return made


def titles(panel):
    return [plot.accessibleName() for plot in panel.stack.plots]


def test_loss_and_bleu_are_drawn_at_first(panel):
    panel.show_runs([run()])
    assert titles(panel) == ["Loss (nats a target token)", "Dev BLEU (%)"]
    loss, bleu = panel.stack.plots
    assert loss.values.text() == "a: train 1.000, dev 1.500"
    assert bleu.values.text() == "a: dev 9.0"


def test_each_quantity_can_be_chosen(panel):
    panel.show_runs([run()])
    for box in panel.choice.boxes.values():
        box.setChecked(True)
    assert len(titles(panel)) == len(PLOTS) == 12
    by_title = {plot.accessibleName(): plot for plot in panel.stack.plots}
    assert by_title["Gradient norm"].values.text() == "a: before 5.000, clipped –"
    assert by_title["GPU use (%)"].note() == "No values yet."
    assert all(plot.height() >= 96 for plot in panel.stack.plots)
    for box in panel.choice.boxes.values():
        box.setChecked(False)
    assert titles(panel) == []


def test_runs_are_laid_over_each_other_and_keep_their_colours(panel):
    first, second, third = run("/runs/a"), run("/runs/b", loss=(8, 7, 6, 5)), run("/runs/c")
    panel.show_runs([first, second])
    loss = panel.stack.plots[0]
    assert loss.values.text() == "a: train 1.000, dev 1.500; b: train 5.000, dev 1.500"
    colours = {row.name: row.colour for row in loss.values._rows}
    panel.show_runs([second, third])
    after = {row.name: row.colour for row in loss.values._rows}
    assert after["b"] == colours["b"]
    assert after["c"] == colours["a"]


def test_two_runs_of_one_name_are_told_apart(panel):
    panel.show_runs([run("/here/a"), run("/there/a", loss=(8, 7, 6, 5))])
    text = panel.stack.plots[0].values.text()
    assert text == "a (/here): train 1.000, dev 1.500; a (/there): train 5.000, dev 1.500"


def test_the_axis_can_be_the_time(panel):
    panel.show_runs([run(returns=(20.0,))])
    panel.choice.axis.setCurrentIndex(3)
    loss = panel.stack.plots[0]
    np.testing.assert_array_equal(loss._items[0]._raw.getData()[0], [1, 2, 30, 31])
    assert loss._resumes.places() == [2.0]
    panel.stack.point_at(30.0)
    assert panel.choice.place.text() == "time 0:00:30"
    panel.choice.axis.setCurrentIndex(1)
    assert panel.choice.place.text() == ""
    assert loss.note() == "No values yet."


def test_scale_and_smoothing_reach_every_plot(panel):
    panel.show_runs([run(loss=(1000.0, 100.0, 10.0, 1.0))])
    loss = panel.stack.plots[0]
    panel.choice.is_log.setChecked(True)
    np.testing.assert_allclose(loss._items[0]._raw.getData()[1], [3, 2, 1, 0])
    panel.choice.smoothing.setValue(1)
    smooth = 10.0 ** loss._items[0]._smooth.getData()[1]
    # over 2 records each value counts a third of the one after it
    np.testing.assert_allclose(smooth[:2], [1000.0, (1000 / 3 + 100) / (1 / 3 + 1)])
    assert panel.choice._span.text() == "2 records"


def test_follow_is_offered_once_a_person_has_moved_the_picture(panel):
    panel.show_runs([run()])
    assert not panel.choice.follow.isEnabled()
    panel.stack.plots[0].range_wished.emit(15.0, 25.0)
    assert panel.choice.follow.isEnabled()
    panel.choice.follow.click()
    assert panel.stack.follows
    assert not panel.choice.follow.isEnabled()


def test_nothing_is_drawn_for_curves_that_are_drawn_already(panel, monkeypatch):
    shown = run()
    panel.show_runs([shown])
    monkeypatch.setattr(panel.stack, "show_curves", lambda drawn: pytest.fail("drawn again"))
    panel.show_runs([RunSnapshot(shown.path, shown.seen, None, shown.curves, speed=3.0)])


@pytest.mark.parametrize("width", [520, 1000])
def test_the_picture_is_never_squeezed_out(panel, width):
    panel.resize(width, 420)
    panel.show_runs([run()])
    assert panel.stack.plots[0]._plot.width() > width / 3
