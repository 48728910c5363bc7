"""One line with marked words: what is left out where there is no room, and where the marks are drawn."""

import random

import pytest
from PySide6.QtGui import QColor, QPalette

from explorer.views.marked_line import LEFT_OUT, MarkedLine, excerpt
from explorer.views.word_difference import words_of

RED = QColor(200, 0, 0)


@pytest.mark.parametrize(
    ("text", "span", "room", "shown", "marked"),
    [
        ("a red book", (2, 5), 10, "a red book", ["red"]),
        ("one two three red book", (14, 17), 14, "…three red…", ["red"]),
        ("one two three red book", (0, 3), 9, "one two…", ["one"]),
        ("unbreakable", (0, 11), 4, "unbreakable", ["unbreakable"]),
        ("", None, 4, "", []),
    ],
)
def test_the_first_marked_word_and_the_one_before_it_are_seen(text, span, room, shown, marked) -> None:
    found, spans = excerpt(text, [span] if span else [], room, len)
    assert (found, [found[a:b] for a, b in spans]) == (shown, marked)


def test_what_is_shown_fits_and_the_marks_stay_on_their_words() -> None:
    draw = random.Random(5)
    for _ in range(200):
        text = " ".join("abcdefghij"[: draw.randint(1, 9)] for _ in range(draw.randint(1, 12)))
        marks = [span for span in words_of(text) if draw.random() < 0.3]
        room = draw.randint(4, 60)
        shown, spans = excerpt(text, marks, room, len)
        assert len(shown) <= room or " " not in shown
        assert shown.strip(LEFT_OUT) in text
        wanted = [text[a:b] for a, b in marks]
        assert [shown[a:b] for a, b in spans] == wanted[: len(spans)]


def test_a_mark_is_drawn_under_its_word_alone(qtbot, theme) -> None:
    line = MarkedLine("Now")
    qtbot.addWidget(line)
    line.set_text("iiii llll", [(5, 9)], RED)
    line.resize(line.sizeHint())
    image, metrics = line.grab().toImage(), line.fontMetrics()
    ground = line.palette().color(QPalette.ColorRole.Window)
    tinted = {
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).red() - image.pixelColor(x, y).blue() > 20 + ground.red() - ground.blue()
    }
    begin = metrics.horizontalAdvance("iiii ")
    assert begin - 2 <= min(tinted) <= begin + 2
    assert max(tinted) <= begin + metrics.horizontalAdvance("llll") + 2
    assert line.marked() == ["llll"]
    assert "iiii llll" in line.accessibleName()
