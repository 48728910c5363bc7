"""The picture of a curve: it shows every kind of value, and what is under its smoothed line."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt

from explorer.plots.curve import Curve
from explorer.plots.curve_items import Look
from explorer.plots.curve_plot import CurvePlot, Quantity
from explorer.plots.resume_lines import Resume

VALUES = np.array([3.2, np.nan, 2.9, np.inf, 2.5, -np.inf])
X = np.arange(10.0, 70.0, 10.0)
RAW = Look("linear", 1)


@pytest.fixture
def plot(qtbot):
    widget = CurvePlot(Quantity("Loss", "", ".3f"))
    qtbot.addWidget(widget)
    widget.resize(800, 320)
    widget.show()
    return widget


def draw(plot, *curves, look=RAW, seen=(0, 70), resumes=()):
    plot.set_look(look)
    plot.set_curves(curves, resumes)
    plot.see(*seen)


def curve(values, x=X, part="train", run="a", **more):
    return Curve(run, part, np.asarray(x, dtype=float), np.asarray(values, dtype=float), **more)


def marked(plot, kind):
    return plot._items[0].marked(kind).tolist()


def picture(plot):
    """The plot as x, y, red, green and blue of each pixel."""
    image = plot._plot.grab().toImage()
    spots = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return np.array([(x, y, *image.pixelColor(x, y).getRgb()[:3]) for x, y in spots])


def pixels(plot, colour):
    """Places in pixels of the plot that have nearly this colour."""
    shown = picture(plot)
    return shown[np.abs(shown[:, 2:] - colour.getRgb()[:3]).max(axis=1) < 24][:, :2]


def inked(plot):
    """Places in pixels of the plot on which something is drawn."""
    shown = picture(plot)
    return shown[np.abs(shown[:, 2:] - plot.palette().window().color().getRgb()[:3]).max(axis=1) > 24][:, :2]


def at(plot, x, y):
    """Where a point of the curve is in the pixels of the plot."""
    place = plot._plot.mapFromScene(plot._plot.getViewBox().mapViewToScene(QPointF(x, y)))
    return np.array([place.x(), place.y()])


def test_nan_and_infinities_are_marked_and_the_rest_is_drawn(plot):
    draw(plot, curve(VALUES))
    assert (marked(plot, "nan"), marked(plot, "up"), marked(plot, "down")) == ([20], [40], [60])
    low, high = plot._plot.viewRange()[1]
    assert low < 2.5 < 3.2 < high
    for kind in ("nan", "up", "down"):
        heights = plot._items[0]._marks[kind].getData()[1]
        assert ((heights > low) & (heights < high)).all()
    assert plot.note() == ""


def test_a_lone_value_between_two_nan_is_seen_in_the_picture(plot):
    draw(plot, curve([1.0, 1.0, np.nan, 5.0, np.nan, 1.0]))
    accent = plot.palette().accent().color()
    near = np.abs(pixels(plot, accent) - at(plot, 40, 5.0)).max(axis=1)
    assert near.min() <= 2


def test_the_line_is_broken_at_a_gap(plot):
    draw(plot, curve([1.0, 1.0, np.nan, np.nan, 1.0, 1.0]))
    shown = inked(plot)
    line = shown[np.abs(shown[:, 1] - at(plot, 10, 1.0)[1]) <= 2][:, 0]
    line = line[line >= at(plot, 10, 1.0)[0]]  # beside it stands the axis
    left, right = at(plot, 20, 1.0)[0], at(plot, 50, 1.0)[0]
    assert ((line > left + 4) & (line < right - 4)).sum() == 0
    assert (line < left - 4).sum() > 20
    assert (line > right + 4).sum() > 20


def test_the_raw_line_stays_visible_under_the_smoothed_one(plot):
    values = np.ones(60)
    values[30] = 9.0
    draw(plot, curve(values, np.arange(60.0)), look=Look("linear", 32), seen=(0, 60))
    raw = plot._items[0]._raw.opts["pen"].color()
    ground = plot.palette().window().color()
    assert max(abs(a - b) for a, b in zip(raw.getRgb(), ground.getRgb(), strict=True)) > 60
    shown = pixels(plot, raw)
    assert np.abs(shown - at(plot, 30, 9.0)).max(axis=1).min() <= 2
    smooth = plot._items[0]._smooth.getData()[1]
    assert np.nanmax(smooth) < 3


def test_a_curve_without_a_number_says_so(plot):
    draw(plot, curve(np.full(6, np.nan)))
    assert plot.note() == "No value so far is a number."
    assert len(marked(plot, "nan")) == 6
    draw(plot, curve([], []))
    assert plot.note() == "No values yet."


def test_zero_on_a_logarithmic_axis_is_an_arrow_downwards(plot):
    look = Look("log", 1)
    draw(plot, curve([0.0, 10.0, 1000.0], [1, 2, 3], kind="measured"), look=look, seen=(0, 4))
    assert marked(plot, "down") == [1.0]
    low, high = plot._plot.viewRange()[1]
    assert low < 1 < 3 < high < 4


def test_the_legend_tells_the_newest_values_then_those_under_the_crosshair(plot):
    train, dev = curve(VALUES), curve([2.75, 2.25], [20, 60], "dev", kind="measured")
    draw(plot, train, dev)
    assert plot.values.text() == "a: train -∞, dev 2.250"
    plot.point_at(21.0)
    assert plot.values.text() == "a: train NaN, dev 2.750"
    plot.point_at(12.0)
    assert plot.values.text() == "a: train 3.200, dev –"


def test_the_legend_has_a_row_for_every_run(plot):
    draw(plot, curve(np.full(6, 2.0)), curve(np.full(6, 4.0), run="b", colour=1), look=Look("linear", 4))
    assert plot.values.text() == "a: train 2.000, ≈ 2.000; b: train 4.000, ≈ 4.000"
    first, second = plot.values._rows
    assert first.colour == plot._items[0]._smooth.opts["pen"].color()
    assert second.colour == plot._items[1]._smooth.opts["pen"].color() != first.colour


def test_a_resume_is_a_line_and_its_branch_stays(plot):
    branch = (np.array([30.0, 40.0]), np.array([8.0, 9.0]))
    draw(plot, curve(np.ones(6), branches=(branch,)), resumes=[Resume(30.0, 0)])
    assert plot._resumes.places() == [30.0]
    assert set(branch[1]) <= set(plot._items[0]._branch.getData()[1])
    assert plot._items[0]._raw.getData()[1].tolist() == [1.0] * 6
    assert plot._plot.viewRange()[1][1] > 9
    draw(plot, curve(np.ones(6)))
    assert plot._resumes.places() == []
    assert plot._items[0]._branch.getData()[0].size == 0


def test_two_branches_are_not_joined(plot):
    branches = tuple((np.array([begin, begin + 5]), np.array([2.0, 3.0])) for begin in (20.0, 40.0))
    draw(plot, curve(np.ones(6), branches=branches))
    x, values = plot._items[0]._branch.getData()
    joined = [(a, b) for a, b, v, w in zip(x, x[1:], values, values[1:], strict=False) if np.isfinite(v + w)]
    assert joined == [(20.0, 25.0), (40.0, 45.0)]


def test_what_is_appended_is_worked_on_alone(plot, monkeypatch):
    source, values = object(), np.random.default_rng(0).normal(size=1000)
    x = np.arange(1000.0)
    draw(plot, curve(values[:900], x[:900], source=source), look=Look("linear", 8), seen=(0, 1000))
    seen = []
    extend = plot._items[0]._average.extend
    monkeypatch.setattr(
        plot._items[0]._average, "extend", lambda new: (seen.append(len(new)), extend(new))[1]
    )
    plot.set_curves([curve(values, x, source=source)])
    plot.see(0, 1000)
    assert seen == [100]
    grown = [item.getData()[1].copy() for item in (plot._items[0]._raw, plot._items[0]._smooth)]
    plot.set_curves([curve(values, x, source=object())])
    plot.see(0, 1000)
    for before, item in zip(grown, (plot._items[0]._raw, plot._items[0]._smooth), strict=True):
        np.testing.assert_allclose(before, item.getData()[1], rtol=1e-9)


def test_other_curves_take_the_place_of_those_before(plot):
    draw(plot, curve(np.ones(6)), curve(np.full(6, 50.0), part="dev", kind="measured"))
    draw(plot, curve(np.full(6, 7.0), part="dev", kind="measured"))
    assert plot.values.text() == "a: dev 7.000"
    assert plot._items[0]._points.getData()[1].tolist() == [7.0] * 6
    assert plot._items[0]._smooth.getData()[0].size == 0
    assert plot._plot.viewRange()[1][1] < 8


def test_a_plot_is_drawn_in_the_colours_of_another_palette(plot):
    draw(plot, curve(VALUES))
    palette = plot.palette()
    palette.setColor(palette.ColorRole.Window, "#101010")
    plot.setPalette(palette)
    assert plot.grab().toImage().pixelColor(300, 40).lightness() < 40


def test_the_keys_do_not_stop_at_a_picture_that_has_none(plot):
    assert plot._plot.focusPolicy() == Qt.FocusPolicy.NoFocus
