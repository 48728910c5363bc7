"""The line of the chosen translation: one line high, the others by keys, and all of it as a tooltip."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.views.hypothesis_box import HypothesisBox
from tests.explorer.made_traces import made_trace

LONG = "a translation of many words that has no room in one line of this box " * 4
HEBREW = "הילד הקטן קורא ספר"


@pytest.fixture
def place(qtbot) -> QWidget:
    """The box inside of something that hears the keys which it leaves."""
    place = QWidget()
    place.keys, place.asked = [], []
    place.keyPressEvent = lambda event: place.keys.append(event.key())
    layout = QVBoxLayout(place)
    place.box = HypothesisBox()
    place.box.hypothesis_requested.connect(place.asked.append)
    layout.addWidget(place.box)
    qtbot.addWidget(place)
    place.resize(500, 100)
    place.show()
    return place


def fill(place: QWidget, *texts: str, is_live: bool = False) -> HypothesisBox:
    hypotheses = made_trace("a cat", slots=len(texts), n_best=len(texts)).hypotheses
    named = tuple(replace(each, text=text) for each, text in zip(hypotheses, texts, strict=True))
    place.box.set_hypotheses(named, is_live=is_live)
    return place.box


def inked(image: QImage, columns: range) -> bool:
    """Whether anything is drawn in these columns, apart from the ground."""
    ground = image.pixelColor(image.width() // 2, 4)
    rows = range(4, image.height() - 4)
    return any(differs(image.pixelColor(x, y), ground) for x in columns for y in rows)


def differs(one: QColor, other: QColor) -> bool:
    return abs(one.lightness() - other.lightness()) > 20


def test_it_is_as_high_with_a_long_text_as_with_a_short_one(place: QWidget) -> None:
    short = fill(place, "un chat").sizeHint().height()
    assert fill(place, LONG).sizeHint().height() == short
    assert place.box.minimumSizeHint().width() < 200


def test_without_hypotheses_it_is_not_there(place: QWidget) -> None:
    assert fill(place, "un chat").isVisible()
    place.box.set_hypotheses((), is_live=False)
    assert not place.box.isVisible()


def test_the_keys_up_and_down_ask_for_another_one(place: QWidget, qtbot) -> None:
    box = fill(place, "one", "two", "three")
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(box, key)
    assert place.asked == [1, 2, 1]


def test_alt_and_down_open_the_list(place: QWidget, qtbot) -> None:
    box = fill(place, "one", "two")
    qtbot.keyClick(box, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert box.view().isVisible()
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    assert place.asked == [1]
    assert not box.view().isVisible()


def test_keys_of_the_player_are_left_to_it(place: QWidget, qtbot) -> None:
    box = fill(place, "one", "two")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(box, key)
    assert len(place.keys) == 5
    assert box.currentIndex() == 0


def test_the_whole_text_is_its_tooltip_and_can_be_copied(place: QWidget, qtbot) -> None:
    box = fill(place, "short", LONG)
    box.set_chosen(1)
    assert LONG in box.toolTip()
    qtbot.keyClick(box, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == LONG


def test_a_short_text_leaves_the_middle_empty_and_a_long_one_fills_it(place: QWidget) -> None:
    middle = range(280, 340)
    assert not inked(fill(place, "un chat").grab().toImage(), middle)
    assert inked(fill(place, LONG).grab().toImage(), middle)


def test_a_right_to_left_text_stands_between_rank_and_score(place: QWidget) -> None:
    image = fill(place, HEBREW).grab().toImage()
    assert inked(image, range(5, 18))
    assert inked(image, range(40, 120))
    assert not inked(image, range(280, 340))


def test_a_live_one_is_not_called_cut(place: QWidget) -> None:
    hypothesis = replace(made_trace("a cat").hypotheses[0], finished=False)
    place.box.set_hypotheses((hypothesis,), is_live=True)
    assert "cut" not in place.box.currentText()
    place.box.set_hypotheses((hypothesis,), is_live=False)
    assert "cut" in place.box.currentText()
