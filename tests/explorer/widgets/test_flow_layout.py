"""A row that goes on in another line: where each widget stands is reckoned by hand."""

import pytest
from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from explorer.widgets.flow_layout import FlowLayout


class Block(QWidget):
    """Asks for a size, and can do with a part of its width."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self) -> QSize:
        return self._size

    def minimumSizeHint(self) -> QSize:
        return QSize(20, self._size.height())


@pytest.fixture
def place(qtbot) -> QWidget:
    widget = QWidget()
    qtbot.addWidget(widget)
    layout = FlowLayout(widget)
    for block in (Block(100, 20), Block(60, 40), Block(50, 20)):
        layout.addWidget(block)
    return widget


def laid_out(place: QWidget, width: int) -> list[tuple[int, int, int, int]]:
    place.resize(width, 200)
    place.show()
    QApplication.processEvents()
    layout = place.layout()
    return [layout.itemAt(index).geometry().getRect() for index in range(layout.count())]


def test_what_has_room_stands_in_one_line_in_its_middle(place: QWidget) -> None:
    assert laid_out(place, 226) == [(0, 10, 100, 20), (108, 0, 60, 40), (176, 10, 50, 20)]
    assert place.layout().heightForWidth(226) == 40
    assert place.layout().sizeHint() == QSize(226, 40)


def test_what_has_no_room_goes_on_in_another_line(place: QWidget) -> None:
    assert laid_out(place, 225) == [(0, 10, 100, 20), (108, 0, 60, 40), (0, 48, 50, 20)]
    assert place.layout().heightForWidth(225) == 68
    assert place.layout().heightForWidth(90) == 20 + 8 + 40 + 8 + 20


def test_nothing_is_wider_than_the_place(place: QWidget) -> None:
    assert [rect[2] for rect in laid_out(place, 80)] == [80, 60, 50]


def test_what_expands_takes_the_rest_of_its_line(place: QWidget) -> None:
    last = place.layout().itemAt(2).widget()
    last.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    assert laid_out(place, 300)[2] == (176, 10, 124, 20)
    assert laid_out(place, 180)[2] == (0, 48, 180, 20), "20 do not fit behind 168"


def test_what_is_hidden_takes_no_room(place: QWidget) -> None:
    place.layout().itemAt(1).widget().hide()
    assert laid_out(place, 158)[2] == (108, 0, 50, 20)
    assert place.layout().heightForWidth(158) == 20


def test_a_widget_can_be_put_before_another_one(place: QWidget) -> None:
    first = Block(30, 20)
    place.layout().insertWidget(0, first)
    assert place.layout().count() == 4
    laid_out(place, 400)
    assert first.geometry() == QRect(0, 10, 30, 20)
