"""A line of short texts: all where there is room, the last ones where there is little."""

import pytest
from PySide6.QtGui import QColor, QFontMetricsF

from explorer.widgets.read_out import GAP, ReadOut

PARTS = [("update 10", QColor("gray")), ("train 1.5", QColor("blue")), ("dev 2.5", QColor("black"))]


@pytest.fixture
def line(qtbot) -> ReadOut:
    widget = ReadOut()
    qtbot.addWidget(widget)
    widget.set_parts(PARTS)
    return widget


def test_all_texts_are_shown_where_there_is_room(line: ReadOut) -> None:
    line.resize(line.sizeHint())
    assert line.shown() == tuple(PARTS)
    assert line.text() == GAP.join(text for text, _ in PARTS)
    assert line.minimumSizeHint().width() == 0


def test_the_first_texts_give_way(line: ReadOut) -> None:
    metrics = QFontMetricsF(line.font())
    line.resize(round(metrics.horizontalAdvance(f"train 1.5{GAP}dev 2.5")) + 2, 20)
    assert line.shown() == tuple(PARTS[1:])
    line.resize(8, 20)
    assert line.shown() == (PARTS[2],)


def test_each_text_has_its_colour(line: ReadOut) -> None:
    line.set_parts([("MMM", QColor("#ff0000")), ("MMM", QColor("#0000ff"))])
    line.resize(300, 20)
    image = line.grab().toImage()
    hues = [
        image.pixelColor(x, y).rgb() & 0xFFFFFF
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).saturation() > 250
    ]
    assert hues.index(0xFF0000) < hues.index(0x0000FF)


def test_what_has_no_room_is_told_where_it_is_pointed_at(line: ReadOut) -> None:
    line.show()
    line.resize(line.sizeHint())
    assert line.toolTip() == ""
    line.resize(40, 20)
    assert line.toolTip() == line.text()
