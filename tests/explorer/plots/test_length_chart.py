"""Scores by length: what is drawn is read back from the picture."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QPalette

from explorer.plots.length_chart import ChartLine, LengthChart

FIRST = ChartLine("first", ((8.0, 10.0, 12.0), (15.0, 20.0, 25.0), None, (30.0, 30.0, 30.0)))
SECOND = ChartLine("second", ((0.0, 1.0, 2.0), (0.0, 1.0, 2.0), None, (0.0, 1.0, 2.0)))


@pytest.fixture
def chart(qtbot):
    widget = LengthChart()
    qtbot.addWidget(widget)
    widget.resize(600, 400)
    widget.set_chart(("0–10", "11–20", "21–30", "31+"), ("n = 3", "n = 2", "n = 0", "n = 1"), (FIRST, SECOND))
    widget.show()
    return widget


def is_ink(image, point):
    """Whether the picture is dark within a pixel of this place."""
    around = [QPoint(round(point.x()) + x, round(point.y()) + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    return min(QColor(image.pixelColor(place)).lightness() for place in around) < 100


def test_points_stand_at_their_values(chart):
    plot = chart.plot()
    assert chart.top() == 30
    assert chart.place(1, 20.0) == QPointF(
        plot.left() + plot.width() * 1.5 / 4, plot.bottom() - plot.height() * 2 / 3
    )
    image = chart.grab().toImage()
    for number, value in ((0, 10.0), (1, 20.0), (3, 30.0)):
        assert is_ink(image, chart.place(number, value))
    between = (chart.place(0, 10.0) + chart.place(1, 20.0)) / 2
    assert is_ink(image, between)  # the first line is solid


def test_no_line_crosses_what_was_not_measured(chart):
    image = chart.grab().toImage()
    gap = (chart.place(1, 20.0) + chart.place(3, 30.0)) / 2
    assert not is_ink(image, gap)


def test_bands_are_as_wide_as_they_are(chart):
    image = chart.grab().toImage()
    ground = chart.palette().color(QPalette.ColorRole.Window).lightness()
    inside = (chart.place(0, 11.0) + chart.place(1, 24.0)) / 2
    outside = (chart.place(0, 13.5) + chart.place(1, 27.0)) / 2
    assert image.pixelColor(inside.toPoint()).lightness() < ground - 5
    assert image.pixelColor(outside.toPoint()).lightness() >= ground - 5


def test_the_band_of_a_bin_alone_is_a_bar(chart):
    chart.set_chart(("0–10", "11–20"), ("n = 3", "n = 0"), (ChartLine("one", ((10.0, 20.0, 40.0), None)),))
    image = chart.grab().toImage()
    assert is_ink(image, chart.place(0, 35.0))
    assert not is_ink(image, chart.place(0, 5.0))


def test_a_click_and_the_keys_choose_a_bin(chart, qtbot):
    chosen = []
    chart.chosen.connect(chosen.append)
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.place(3, 5.0).toPoint())
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))  # beside the picture
    assert chosen == [3, 2, 1]
    assert chart.accessibleDescription() == "11–20, n = 2\nfirst: 20.0 (15.0 – 25.0)\nsecond: 1.0 (0.0 – 2.0)"


def test_nothing_to_draw_is_drawn_too(qtbot):
    chart = LengthChart()
    qtbot.addWidget(chart)
    chart.resize(200, 200)
    assert not chart.grab().isNull()
    assert chart.number_at(QPointF(100, 50)) is None
