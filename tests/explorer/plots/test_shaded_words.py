"""Shaded words: the colour of a word, read back from pixels, is its weight."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPalette

from explorer.plots.shaded_words import ShadedWords

WORDS = ("one", "two", "three", "four", "five")
WEIGHTS = np.array([0.0, 0.1, 0.25, 0.5, 1.0])


@pytest.fixture(params=["light", "dark"])
def text(request, qtbot, theme):
    theme.choose(request.param)
    widget = ShadedWords("Source")
    qtbot.addWidget(widget)
    widget.resize(400, 60)
    widget.set_words(WORDS, from_right=False)
    widget.show()
    yield widget
    theme.choose("light")


def shade(widget, index: int) -> float:
    """How far the ground of a word is from the window's colour to the accent, at a place without ink."""
    box = widget.boxes()[index]
    colour = widget.grab().toImage().pixelColor(int(box.left()) + 2, int(box.center().y()))
    ground = widget.palette().color(QPalette.ColorRole.Window)
    accent = widget.palette().color(QPalette.ColorRole.Accent)
    return (colour.red() - ground.red()) / (accent.red() - ground.red())


@pytest.mark.parametrize("index", range(5))
def test_the_shade_of_a_word_is_its_weight(text, index: int) -> None:
    text.set_weights(WEIGHTS)
    assert shade(text, index) == pytest.approx(WEIGHTS[index], abs=0.012)


def test_without_weights_no_word_is_shaded(text) -> None:
    text.set_weights(WEIGHTS)
    text.set_weights(None)
    assert [shade(text, index) for index in range(5)] == [0.0] * 5


def test_the_marked_word_alone_has_a_frame(text) -> None:
    text.set_marked(2)
    image = text.grab().toImage()
    accent = text.palette().color(QPalette.ColorRole.Accent)
    framed = [
        index
        for index, box in enumerate(text.boxes())
        if image.pixelColor(int(box.center().x()), round(box.top()) + 1) == accent
    ]
    assert framed == [2]


@pytest.mark.parametrize("weight", [0.0, 0.3, 0.5, 0.7, 1.0])
def test_a_word_is_read_on_every_shade(text, weight: float) -> None:
    ground = text.palette().color(QPalette.ColorRole.Window)
    accent = text.palette().color(QPalette.ColorRole.Accent)
    mixed = [a + (b - a) * weight for a, b in zip(ground.getRgbF()[:3], accent.getRgbF()[:3], strict=True)]
    ink = text.text_colour(weight).getRgbF()[:3]
    light, dark = sorted((_luminance(mixed), _luminance(ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2.1, level AA


def test_pointing_and_tooltip_are_about_the_word_under_the_pointer(text, qtbot) -> None:
    text.set_weights(WEIGHTS)
    with qtbot.waitSignal(text.word_pointed) as caught:
        qtbot.mouseMove(text, text.boxes()[3].center().toPoint())
    assert caught.args == [3]
    assert "four" in text.read_out(3)
    assert text.read_out(3).endswith("0.500")
    with qtbot.assertNotEmitted(text.word_pointed):
        qtbot.mouseMove(text, QPoint(390, 55))


@pytest.mark.parametrize(
    ("from_right", "key", "reached"),
    [
        (False, Qt.Key.Key_Right, 2),
        (False, Qt.Key.Key_Left, 0),
        (True, Qt.Key.Key_Right, 0),
        (True, Qt.Key.Key_Left, 2),
        (False, Qt.Key.Key_Home, 0),
        (False, Qt.Key.Key_End, 4),
    ],
)
def test_arrows_go_where_they_show(text, qtbot, from_right: bool, key: Qt.Key, reached: int) -> None:
    text.set_words(WORDS, from_right=from_right)
    text.set_marked(1)
    with qtbot.waitSignal(text.word_pointed) as caught:
        qtbot.keyClick(text, key)
    assert caught.args == [reached]


def test_up_and_down_go_to_the_nearest_word_of_the_next_line(text, qtbot) -> None:
    text.resize(round(text.boxes()[2].right()) + 4, 90)  # three words, then two under them
    assert {round(box.top()) for box in text.boxes()[3:]} != {round(text.boxes()[0].top())}
    text.set_marked(1)
    with qtbot.waitSignal(text.word_pointed) as caught:
        qtbot.keyClick(text, Qt.Key.Key_Down)
    here = text.boxes()[1].center().x()
    nearest = min((3, 4), key=lambda place: abs(text.boxes()[place].center().x() - here))
    assert caught.args == [nearest]
    text.set_marked(4)
    with qtbot.waitSignal(text.word_pointed) as caught:
        qtbot.keyClick(text, Qt.Key.Key_Down)
    assert caught.args == [4]


def test_the_height_holds_all_lines(text) -> None:
    text.resize(120, text.heightForWidth(120))
    assert max(box.bottom() for box in text.boxes()) <= text.height()
    assert max(box.right() for box in text.boxes()) <= 120


def test_the_text_that_has_the_keys_has_an_edge(text, qtbot) -> None:
    def edge():
        return text.grab().toImage().pixelColor(0, text.height() // 2)

    accent = text.palette().color(QPalette.ColorRole.Accent)
    text.clearFocus()
    assert edge() == text.palette().color(QPalette.ColorRole.Window)
    text.activateWindow()
    text.setFocus()
    qtbot.waitUntil(text.hasFocus)
    assert edge() == accent


def _luminance(parts) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
