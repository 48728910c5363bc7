"""The chart of a sentence that grows: points where their values are, breaks crossed, pointing chooses."""

import pytest
from PySide6.QtCore import QPointF, Qt

from explorer.plots.growth_chart import GrowthChart, Series
from explorer.plots.run_colours import run_colour

LENGTHS = (5, 10, 20)


@pytest.fixture
def chart(qtbot) -> GrowthChart:
    chart = GrowthChart()
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    chart.set_names("words", "chrF")
    chart.set_series(LENGTHS, [Series("A", 0, (100.0, 80.0, 90.0)), Series("B", 1, (90.0, None, 20.0), 2)])
    chart.show()
    return chart


def test_places_are_as_far_apart_as_their_lengths_and_values_as_high_as_they_are(chart: GrowthChart) -> None:
    zero, half, full = (chart.point(0, value).y() for value in (0.0, 50.0, 100.0))
    assert half - full == pytest.approx(zero - half) == pytest.approx((zero - full) / 2)
    assert chart.point(0, 130.0).y() == full
    left, middle, right = (chart.point(place, 0).x() for place in range(3))
    assert right - middle == pytest.approx(2 * (middle - left))
    assert [chart.place_at(x) for x in (0, middle + 3, 600)] == [0, 1, 2]


def test_points_have_the_colour_of_their_series_and_a_break_has_a_line(chart: GrowthChart) -> None:
    image = chart.grab().toImage()

    def colour(at: QPointF):
        return image.pixelColor((at * chart.devicePixelRatioF()).toPoint())

    assert colour(chart.point(1, 80.0)) == run_colour(0, chart.palette())
    assert colour(chart.point(0, 90.0)) == run_colour(1, chart.palette())
    whole = Series("B", 1, (90.0, None, 20.0))
    column = round(chart.point(2, 0).x())
    rows = range(round(chart.point(2, 60.0).y()), round(chart.point(2, 30.0).y()))
    with_break = [image.pixelColor(column, row) for row in rows]
    chart.set_series(LENGTHS, [Series("A", 0, (100.0, 80.0, 90.0)), whole])
    assert [chart.grab().toImage().pixelColor(column, row) for row in rows] != with_break


def test_what_is_pointed_at_is_told_and_chosen(chart: GrowthChart, qtbot) -> None:
    assert chart.in_words(1) == "10 words: A 80"
    assert chart.accessibleDescription().endswith("20 words: A 90, B 20")
    with qtbot.waitSignal(chart.place_pressed, timeout=100) as pressed:
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=chart.point(1, 40.0).toPoint())
    assert pressed.args == [1]


def test_nothing_is_drawn_of_no_length(chart: GrowthChart) -> None:
    chart.set_series((), ())
    chart.grab()
    assert chart.place_at(10.0) is None
