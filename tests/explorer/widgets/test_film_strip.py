"""The strip of frames: places and frames agree, and what is drawn is where it should be."""

import itertools
import math

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QPalette
from PySide6.QtTest import QTest

from explorer.widgets.film_strip import CURVE, EDGE, FilmStrip


@pytest.fixture
def strip(qtbot):
    made = FilmStrip()
    qtbot.addWidget(made)
    made.resize(424, made.sizeHint().height())
    made.set_frames((10, 20, 50, 100, 200), (math.nan, math.nan, 5.0, 10.0, 20.0))
    made.show()
    return made


def test_frames_stand_evenly_and_are_found_where_they_stand(strip):
    assert [strip.place(frame) for frame in range(5)] == [EDGE + 100 * frame for frame in range(5)]
    assert [strip.frame_at(EDGE + 100 * frame + 49) for frame in range(5)] == [0, 1, 2, 3, 4]
    assert (strip.frame_at(-50), strip.frame_at(5000)) == (0, 4)


def test_a_press_and_a_drag_go_to_the_frame_under_the_pointer(strip):
    QTest.mousePress(strip, Qt.MouseButton.LeftButton, pos=QPointF(EDGE + 205, 20).toPoint())
    assert strip.value() == 2
    QTest.mouseMove(strip, QPointF(EDGE + 310, 20).toPoint())
    QTest.mouseRelease(strip, Qt.MouseButton.LeftButton, pos=QPointF(EDGE + 310, 20).toPoint())
    assert strip.value() in (2, 3)  # off screen the pointer may not move


def test_the_handle_is_drawn_at_the_frame(strip):
    strip.setValue(3)
    image = strip.grab().toImage()
    accent = strip.palette().color(QPalette.ColorRole.Accent)
    ground = round(CURVE + 2)
    assert image.pixelColor(round(strip.place(3)), ground) == accent
    assert image.pixelColor(round(strip.place(1)) + 20, ground - 10) != accent


def test_labels_do_not_touch_and_the_shown_frame_has_one(strip):
    metrics = QFontMetricsF(strip.font())
    assert list(strip.label_rects(metrics)) == [0, 4, 1, 2, 3]
    strip.set_frames(range(100, 60_100, 100), [1.0] * 600)
    strip.setValue(301)
    strip.set_base(303)
    placed = strip.label_rects(metrics)
    assert 301 in placed
    assert 303 not in placed  # its label would cover that of the shown frame
    assert {0, 599} <= set(placed)
    rects = sorted(placed.values(), key=lambda rect: rect.left())
    assert all(one.right() <= other.left() for one, other in itertools.pairwise(rects))
    assert rects[0].left() >= 0
    assert rects[-1].right() <= strip.width()
    assert len(placed) > 4


def test_the_shown_frame_is_told_in_words(strip):
    strip.setValue(3)
    assert strip.accessibleDescription() == "Update 100, dev BLEU 10.0"
    assert strip.in_words(1) == "Update 20"


def test_the_curve_reaches_its_height_at_the_best_frame(strip):
    """5, 10 and 20 percent: the last frame is the highest, and the line is drawn there alone."""
    strip.setValue(0)
    image = strip.grab().toImage()
    ground = strip.palette().color(QPalette.ColorRole.Window)
    columns = [round(strip.place(frame)) for frame in (2, 4)]
    heights = [
        next(y for y in range(4, round(CURVE) + 2) if image.pixelColor(x, y) != ground) for x in columns
    ]
    assert heights[1] == pytest.approx(8, abs=2)
    assert heights[0] == pytest.approx(CURVE + 2 - (CURVE - 6) / 4, abs=2)


def test_hundreds_of_frames_and_none_are_drawn(strip):
    strip.set_frames(range(0, 80_000, 100), [float(n % 7) for n in range(800)])
    strip.setValue(799)
    assert not strip.grab().isNull()
    strip.set_frames((), ())
    assert not strip.isEnabled()
    assert not strip.grab().isNull()
    strip.set_frames((10,), (math.nan,))
    assert strip.place(0) == strip.width() / 2
    assert strip.frame_at(3) == 0
