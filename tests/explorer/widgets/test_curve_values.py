"""The legend beside a plot: what it says, and that it shows as many rows as have room."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from explorer.widgets.curve_values import CurveValues, ValueRow

RED, BLUE = QColor("#c00000"), QColor("#0000c0")


def row(name, colour, *cells):
    return ValueRow(name, colour, Qt.PenStyle.SolidLine, cells)


@pytest.fixture
def legend(qtbot):
    made = CurveValues()
    qtbot.addWidget(made)
    made.resize(320, 120)
    return made


def rows_with(legend, colour):
    """The heights of the pixels of this very colour."""
    image = legend.grab().toImage()
    return {y for y in range(image.height()) for x in range(24) if image.pixelColor(x, y) == colour}


def test_it_can_be_read_aloud(legend):
    legend.set_rows(("train", "dev"), [row("a", RED, "1.2", "1.5"), row("b", BLUE, "NaN", "")])
    assert legend.text() == "a: train 1.2, dev 1.5; b: train NaN"
    assert legend.accessibleDescription() == legend.text()


def test_each_run_has_a_line_of_its_colour(legend):
    legend.set_rows(("dev",), [row("a", RED, "1"), row("b", BLUE, "2")])
    red, blue = rows_with(legend, RED), rows_with(legend, BLUE)
    assert red
    assert blue
    assert max(red) < min(blue)


def test_words_from_right_to_left_move_no_number(legend):
    legend.set_rows(("dev",), [row("a", RED, "1.25")])
    before = legend.grab().toImage()
    legend.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert legend.grab().toImage() == before


def test_what_has_no_room_is_counted(legend):
    legend.set_rows(("dev",), [row(f"run {n}", RED, "1") for n in range(40)])
    assert 2 <= len(rows_with(legend, RED)) / 3 <= 8
    assert legend.sizeHint().width() > 200


def test_an_empty_legend_is_painted(legend):
    legend.set_rows((), [])
    assert not legend.grab().isNull()
