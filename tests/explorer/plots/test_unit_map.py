"""The map of units against its own pixels, loops over the numbers, and what pointing and keys do."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt

from explorer.plots.colour_map import SIGNED_LIGHT, VIRIDIS, rgb_at
from explorer.plots.pictures import Picture, svg_bytes
from explorer.plots.unit_figure import AS_THEY_ARE, BY_ACTIVITY, BY_SIMILARITY, UnitFigure, unit_order
from explorer.plots.unit_geometry import UnitGeometry
from explorer.plots.unit_heat import heat_pixels
from explorer.plots.unit_map import UnitMap
from explorer.plots.widget_drawing import widget_drawing

VALUES = np.array([[-1.0, 0.0, 1.0], [0.5, -0.5, 0.25], [0.0, 0.75, -0.75], [1.0, 1.0, -1.0]])
WORDS = ("one", "two", "three")
PARTS = (("forward", 2), ("backward", 2))


def figure_of(values, *, order=None, is_signed=True, parts=PARTS):
    columns = tuple(f"w{column}" for column in range(values.shape[1]))
    rows = np.arange(len(values)) if order is None else np.array(order)
    return UnitFigure(np.asarray(values), columns, rows, parts, is_signed)


@pytest.fixture
def shown(qtbot, theme):
    widget = UnitMap()
    qtbot.addWidget(widget)
    widget.resize(400, 500)
    widget.show()
    return widget


def middle(shown, row, column):
    return shown.geometry_now().cell_rect(row, column).center().toPoint()


@pytest.mark.parametrize(("is_signed", "colours"), [(True, SIGNED_LIGHT), (False, VIRIDIS)])
def test_every_cell_has_the_colour_of_its_number(shown, is_signed, colours):
    values = VALUES if is_signed else np.abs(VALUES)
    order = [2, 0, 3, 1]
    shown.set_figure(figure_of(values, order=order, is_signed=is_signed))
    image = shown.grab().toImage()
    for row, unit in enumerate(order):
        for column in range(3):
            share = (values[unit, column] + 1) / 2 if is_signed else values[unit, column]
            wanted = rgb_at(np.array(share), colours)
            seen = image.pixelColor(middle(shown, row, column))
            assert np.abs(np.array(seen.getRgb()[:3]) - wanted).max() <= 1, (row, column)


def test_numbers_beyond_one_widen_the_scale_on_both_sides():
    figure = figure_of(np.array([[-3.0, 1.0]]))
    assert figure.limits == (-3.0, 3.0)
    assert figure.shares(np.array([-3.0, 0.0, 3.0])).tolist() == [0.0, 0.5, 1.0]
    assert [text for _, text in figure.ticks()] == ["\u22123", "0", "3"]
    assert figure_of(VALUES / 10).limits == (-1.0, 1.0)


def test_where_units_share_a_pixel_the_one_farthest_from_zero_is_seen():
    values = np.random.default_rng(5).uniform(-1, 1, (1000, 4))
    figure, port = figure_of(values, parts=(("all", 1000),)), QRectF(10, 20, 40, 130)
    pixels = heat_pixels(figure, UnitGeometry(port, 1000, 4), SIGNED_LIGHT, 1.0)
    assert pixels.shape == (130, 40)
    for y in range(130):
        first, behind = math.floor(y * 1000 / 130), math.floor((y + 1) * 1000 / 130)
        for x in range(40):
            under = values[first:behind, x // 10]
            wanted = rgb_at((under[np.argmax(np.abs(under))] + 1) / 2, SIGNED_LIGHT)
            seen = np.array([pixels[y, x] >> shift & 255 for shift in (16, 8, 0)], np.float64)
            assert np.abs(seen - wanted).max() <= 1, (x, y)


def test_units_are_ordered_within_their_group():
    values = np.random.default_rng(1).normal(size=(40, 6))
    assert unit_order(values, (25, 15), AS_THEY_ARE).tolist() == list(range(40))
    order = unit_order(values, (25, 15), BY_ACTIVITY).tolist()
    activity = [sum(abs(value) for value in row) for row in values.tolist()]
    for group, whole in ((order[:25], range(25)), (order[25:], range(25, 40))):
        assert sorted(group) == list(whole)
        assert [activity[unit] for unit in group] == sorted((activity[unit] for unit in whole), reverse=True)


def test_like_units_stand_beside_each_other():
    draw = np.random.default_rng(3)
    kinds = draw.integers(0, 4, 60)
    values = draw.normal(size=(4, 8))[kinds]
    order = unit_order(values, (60,), BY_SIMILARITY)
    changes = np.count_nonzero(np.diff(kinds[order]))
    assert changes == len(set(kinds.tolist())) - 1


def test_the_mean_and_one_units_line_are_where_their_numbers_are(shown, qtbot):
    values = np.array([[0.8, 0.8, 0.8], [-0.4, -0.4, -0.4]])
    shown.set_figure(figure_of(values, parts=(("decoder", 2),)))
    lines = shown.geometry_now().lines

    def colour_at(value):
        y = lines.bottom() - (value + 1) / 2 * lines.height()
        return shown.grab().toImage().pixelColor(round(lines.center().x()) + 20, math.floor(y)).name()

    accent, ink = shown.palette().accent().color().name(), shown.palette().windowText().color().name()
    assert colour_at(0.2) == accent
    assert colour_at(0.8) != ink
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=middle(shown, 0, 1))
    assert shown.marks.unit == 0
    assert colour_at(0.8) == ink
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=middle(shown, 0, 1))
    assert shown.marks.unit is None


def test_pointing_reads_out_the_cell_and_names_its_word_once(shown, qtbot):
    shown.set_figure(figure_of(VALUES))
    heard = []
    shown.column_pointed.connect(heard.append)
    qtbot.mouseMove(shown, middle(shown, 3, 2))
    assert shown.read_out().startswith("\u22121.000")
    assert shown.read_out().endswith("backward, unit 2")
    assert shown.accessibleDescription() == shown.read_out()
    assert heard == [2]
    shown.set_marked(2)
    qtbot.mouseMove(shown, middle(shown, 2, 2))
    assert heard == [2]
    qtbot.mouseMove(shown, QPoint(1, 1))
    assert "mean \u22120.125   least \u22121.000   largest 1.000" in shown.read_out()


def test_the_unit_that_is_read_out_is_the_one_that_is_seen(shown, qtbot):
    values = np.random.default_rng(2).uniform(-1, 1, (2000, 3))
    shown.set_figure(figure_of(values, parts=(("decoder", 2000),)))
    image, port = shown.grab().toImage(), shown.geometry_now().viewport
    for y in range(math.ceil(port.top()) + 3, math.floor(port.bottom()) - 3, 17):
        at = QPoint(round(port.left()) + 20, y)
        shown.point_at(QPointF(at))
        unit, column = shown.marks.pointed
        wanted = rgb_at((values[unit, column] + 1) / 2, SIGNED_LIGHT)
        assert np.abs(np.array(image.pixelColor(at).getRgb()[:3]) - wanted).max() <= 1


def test_keys_go_from_cell_to_cell_zoom_and_keep_a_unit(shown, qtbot):
    shown.set_figure(figure_of(VALUES, order=[3, 2, 1, 0]))
    shown.set_marked(1)
    shown.setFocus()
    qtbot.keyClick(shown, Qt.Key.Key_Down)
    assert shown.marks.pointed == (3, 1)
    qtbot.keyClick(shown, Qt.Key.Key_Down)
    qtbot.keyClick(shown, Qt.Key.Key_Right)
    assert shown.marks.pointed == (2, 2)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert shown.marks.unit == 2
    before = shown.geometry_now().height
    qtbot.keyClick(shown, Qt.Key.Key_Plus)
    assert shown.geometry_now().height > before
    qtbot.keyClick(shown, Qt.Key.Key_0)
    assert shown.geometry_now().height == before


def test_zooming_keeps_the_place_and_a_marked_word_is_scrolled_to(shown):
    shown.set_figure(figure_of(np.random.default_rng(4).uniform(-1, 1, (100, 200)), parts=(("all", 100),)))
    at = QPointF(200, 200)
    before = shown.geometry_now()
    shown.zoom(8, at)
    after = shown.geometry_now()
    assert (at - before.origin).x() * 8 == pytest.approx((at - after.origin).x())
    assert (at - before.origin).y() * 8 == pytest.approx((at - after.origin).y())
    shown.set_marked(199)
    cell = shown.geometry_now().cell_rect(50, 199)
    port = shown.geometry_now().viewport
    assert port.left() <= cell.left()
    assert cell.right() <= port.right() + 0.01


def test_in_little_room_the_lines_give_way_and_one_word_is_drawn(shown):
    shown.set_figure(figure_of(VALUES[:, :1]))
    assert not shown.geometry_now().lines.isEmpty()
    shown.grab()
    shown.resize(shown.minimumSizeHint())
    assert shown.geometry_now().lines.isEmpty()
    assert shown.geometry_now().viewport.height() > 30
    shown.grab()


def test_a_file_of_shapes_holds_no_pixels(shown):
    shown.set_figure(figure_of(VALUES))
    svg = svg_bytes(Picture(widget_drawing(shown), "states", "{}")).decode()
    assert "<image" not in svg
    assert svg.count("<rect") >= VALUES.size


def test_what_stands_under_the_cells_is_told_whole_where_it_is_pointed_at(shown):
    shown.set_figure(figure_of(VALUES))
    shown.set_marked(1)
    tip = shown.tip_at(QPointF(50, 495)).split("\n")
    assert tip[:2] == [shown.read_out(), "mean of all units; band: least to largest"]
    assert shown.tip_at(QPointF(middle(shown, 0, 0))) == ""
    assert shown.tip_at(QPointF(2, middle(shown, 0, 0).y())) == "forward: 2 units\nbackward: 2 units"
