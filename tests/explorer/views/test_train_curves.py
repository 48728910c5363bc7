"""The panel of curves: the plots that were chosen, each run in its colour, on the axis that was chosen."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.runs.condition import Seen
from engine.runs.notes import RunNotes
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
    assert len(PLOTS) == 12
    assert titles(panel) == ["Loss (nats a target token)", "Dev BLEU (%)", "Gradient norm"]
    assert panel.stack.plots[2].values.text() == "a: before 5.000, clipped –"
    assert panel.choice.boxes["gpu"].text() == "GPU use – no values here"
    assert panel.choice.boxes["loss"].text() == "Loss"
    for box in panel.choice.boxes.values():
        box.setChecked(False)
    assert titles(panel) == []
    assert panel.nothing.isVisible()
    assert "No curve is chosen" in panel.nothing.text()


def test_the_alignment_error_rate_is_drawn_at_first_where_a_run_has_it(panel):
    exact = made_curves({"update": UPDATES, "loss": UPDATES}, {"update": [20.0, 40.0], "aer": [60.0, 20.0]})
    panel.show_runs([replace(run("/runs/exact"), curves=exact), run(returns=(20.0,))])
    loss, bleu, aer = panel.stack.plots
    assert aer.values.text() == "exact: dev 20.0"
    assert bleu.values.text() == "a: dev 9.0"
    assert (loss._resumes.places(), bleu._resumes.places(), aer._resumes.places()) == ([20.0], [20.0], [])


def test_of_a_run_that_has_just_begun_what_is_sure_to_come_has_its_place(panel):
    panel.show_runs([replace(run(), curves=made_curves())])
    assert titles(panel) == ["Loss (nats a target token)", "Dev BLEU (%)"]
    assert [plot.note() for plot in panel.stack.plots] == ["No values yet."] * 2


def test_the_axis_can_be_logarithmic(panel):
    panel.show_runs([run(returns=(20.0,))])
    panel.choice.is_log_axis.setChecked(True)
    loss = panel.stack.plots[0]
    np.testing.assert_allclose(10.0 ** loss._items[0]._raw.getData()[0], UPDATES)
    np.testing.assert_allclose(10.0 ** np.array(loss._resumes.places()), [20.0])
    panel.stack.point_at(float(np.log10(30.0)))
    assert panel.choice.place.text() == "update 30"
    assert loss.values.text() == "a: train 2.000, dev 1.500"
    assert panel.measures()[0].measure.x.tolist() == UPDATES  # a file has what was recorded
    panel.choice.is_log_axis.setChecked(False)
    np.testing.assert_array_equal(loss._items[0]._raw.getData()[0], UPDATES)


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
    assert text == "a (/here/a): train 1.000, dev 1.500; a (/there/a): train 5.000, dev 1.500"


def test_a_run_that_is_renamed_while_it_is_drawn_is_called_by_its_new_name(panel):
    shown = run()
    panel.show_runs([shown])
    panel.show_runs([replace(shown, notes=RunNotes("Lesson one"))])
    assert panel.stack.plots[1].values.text() == "Lesson one: dev 9.0"
    assert {measure.run for measure in panel.measures()} == {"Lesson one"}


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
    assert panel.stack.plots == []
    assert "no values of what is chosen over this axis: target tokens" in panel.nothing.text()


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
def test_the_picture_is_never_squeezed_out(panel, width, qtbot):
    panel.resize(width, 420)
    panel.show_runs([run(), run("/runs/b")])
    plot = panel.stack.plots[0]
    qtbot.waitUntil(lambda: plot.width() > width / 3, timeout=5000)
    assert plot._plot.width() > plot.width() * 0.66
    assert plot._plot.height() > plot.height() * 0.5
