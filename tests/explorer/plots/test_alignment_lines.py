"""Lines between words: their thickness is measured in pixels, their ends against the boxes of the words."""

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QPalette

from explorer.plots.alignment_lines import FADED, PLAIN, THICKEST, AlignmentLines
from explorer.plots.lines_geometry import LEAST_SHARE
from explorer.plots.weight_legend import BAR_WIDTH, ShadeLegend, ThicknessLegend

WEIGHTS = np.array([[0.9, 0.08, 0.02], [0.25, 0.75, 0.0]], np.float32)
SOURCE, TARGET = ("alpha", "beta", "gamma"), ("ALPHA", "BETA")
ACROSS, NARROW = QSizeF(600, 300), QSizeF(160, 300)


@pytest.fixture
def lines(qtbot, theme):
    widget = AlignmentLines()
    qtbot.addWidget(widget)
    widget.set_room(ACROSS)
    widget.set_alignment(WEIGHTS, SOURCE, TARGET)
    widget.show()
    return widget


def ink(widget, points) -> float:
    """How many of these pixels the accent's colour covers; one that is half covered counts half."""
    image = widget.grab().toImage()
    ground = widget.palette().color(QPalette.ColorRole.Window)
    accent = widget.palette().color(QPalette.ColorRole.Accent)
    full = ground.red() - accent.red()
    return sum((ground.red() - image.pixelColor(x, y).red()) / full for x, y in points)


@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("column", [0, 1, 2])
def test_a_line_is_as_thick_as_its_weight(lines, row, column) -> None:
    alone = np.zeros_like(WEIGHTS)
    alone[row, column] = WEIGHTS[row, column]
    lines.set_alignment(alone, SOURCE, TARGET)
    lines.set_marked(row, None)
    source = lines.lines_geometry().source[column]
    y = int(source.bottom()) + 2  # where the line still runs straight down
    middle = int(source.center().x())
    across = [(x, y) for x in range(middle - 15, middle + 16)]
    assert ink(lines, across) == pytest.approx(float(WEIGHTS[row, column]) * THICKEST, abs=0.25)


def test_a_line_ends_at_its_two_words(lines) -> None:
    geometry = lines.lines_geometry()
    for row in range(2):
        for column in range(3):
            begin, end = geometry.link_ends(row, column)
            assert geometry.source_at(begin - QPointF(0, 1)) == column
            assert geometry.target_at(end + QPointF(0, 1)) == row


def test_weak_lines_are_not_drawn_and_their_weight_is_counted(lines) -> None:
    lines.set_threshold(0.1)
    assert set(lines.drawn_links()) == {(0, 0), (1, 0), (1, 1)}
    hidden = [
        sum(weight for weight in row if weight < 0.1) for row in WEIGHTS.astype(float).tolist()
    ]  # 0.08 + 0.02 and 0
    assert lines.hidden_mass() == pytest.approx(sum(hidden) / 2)
    lines.set_threshold(0.0)
    assert set(lines.drawn_links()) == {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}  # a weight of 0 is no line
    assert lines.hidden_mass() == 0.0


def test_pointing_at_a_word_leaves_its_lines_alone_in_colour(lines, qtbot) -> None:
    centre = lines.lines_geometry().source[0].center()
    with qtbot.waitSignal(lines.source_pointed) as caught:
        qtbot.mouseMove(lines, centre.toPoint())
    assert caught.args == [0]
    assert {pair for pair in lines.drawn_links() if lines.is_raised(*pair)} == {(0, 0), (1, 0)}
    other = lines.lines_geometry().source[1]
    beside = [(x, int(other.bottom()) + 2) for x in range(int(other.left()), int(other.right()))]
    muted = lines.palette().color(QPalette.ColorRole.PlaceholderText).red()
    accent = lines.palette().color(QPalette.ColorRole.Accent).red()
    plain = PLAIN / 255 * (252 - muted) / (252 - accent)  # the ink of a plain pixel, the ground being 252
    thickness = (0.75 + 0.08) * THICKEST
    assert ink(lines, beside) == pytest.approx(FADED * plain * thickness, abs=0.3)
    assert ink(lines, beside) > 0.1
    target = lines.lines_geometry().target[1].center()
    with qtbot.waitSignal(lines.target_pointed) as caught:
        qtbot.mouseMove(lines, target.toPoint())
    assert caught.args == [1]
    assert "beta\u2069 0.750" in lines.read_out()


def test_the_words_of_a_narrow_place_stand_in_two_columns(lines) -> None:
    assert lines.lines_geometry().is_across
    lines.set_room(NARROW)
    geometry = lines.lines_geometry()
    assert not geometry.is_across
    assert max(box.right() for box in geometry.source) + LEAST_SHARE * NARROW.width() <= min(
        box.left() for box in geometry.target
    )
    assert geometry.size.width() <= NARROW.width()
    lines.set_room(QSizeF(160, 60))  # flat: across again, and scrolled
    assert lines.lines_geometry().is_across
    assert lines.lines_geometry().size.width() > 160


def test_a_line_between_columns_is_as_thick_as_its_weight(lines) -> None:
    lines.set_room(NARROW)
    lines.set_marked(0, None)
    lines.set_threshold(0.5)
    source = lines.lines_geometry().source[0]
    x, middle = int(source.right()) + 2, int(source.center().y())
    down = [(x, y) for y in range(middle - 12, middle + 13)]
    assert ink(lines, down) == pytest.approx(0.9 * THICKEST, abs=0.25)


@pytest.mark.parametrize("count", [1, 10, 60, 200])
@pytest.mark.parametrize("room", [ACROSS, QSizeF(360, 500), QSizeF(900, 200)])
def test_no_word_stands_over_another(lines, count, room) -> None:
    words = tuple(f"word{'s' * (number % 9)}" for number in range(count))
    lines.set_room(room)
    lines.set_threshold(0.01)  # so that 200 words have no lines, which take a second to draw
    lines.set_alignment(np.full((count, count), 1 / count, np.float32), words, words)
    geometry = lines.lines_geometry()
    for boxes in (geometry.source, geometry.target):
        assert all(lines.rect().toRectF().contains(box) for box in boxes)
        for before, after in pairwise(boxes):
            shared = before.intersected(after)
            assert min(shared.width(), shared.height()) < 0.01


def test_a_side_that_is_read_from_the_right_begins_there(lines) -> None:
    lines.set_directions(source_from_right=True, target_from_right=False)
    lefts = [box.left() for box in lines.lines_geometry().source]
    assert lefts == sorted(lefts, reverse=True)
    lefts = [box.left() for box in lines.lines_geometry().target]
    assert lefts == sorted(lefts)


def test_a_marked_word_is_set_apart(lines) -> None:
    lines.set_threshold(1.0)
    box = lines.lines_geometry().target[1]
    corner = (int(box.left()) + 5, int(box.top()) + 2)
    before = lines.grab().toImage().pixelColor(*corner)
    lines.set_marked(1, None)
    assert lines.grab().toImage().pixelColor(*corner) != before
    assert lines.accessibleDescription() == lines.read_out()


def test_larger_text_takes_more_room(lines) -> None:
    before = lines.lines_geometry().source[0].height()
    font = lines.font()
    font.setPointSizeF(font.pointSizeF() * 2)
    lines.setFont(font)
    assert lines.lines_geometry().source[0].height() > 1.5 * before


@pytest.mark.parametrize("share", [0.25, 0.5, 1.0])
def test_the_legend_is_as_thick_as_a_line_of_that_weight(qtbot, theme, share) -> None:
    legend = ThicknessLegend("thickness", THICKEST)
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    image, bar = legend.grab().toImage(), legend.bar()
    ground = legend.palette().color(QPalette.ColorRole.Window)
    full = ground.red() - legend.palette().color(QPalette.ColorRole.PlaceholderText).red()
    x = int(bar.left() + share * BAR_WIDTH) - 1
    covered = [(ground.red() - image.pixelColor(x, y).red()) / full for y in range(int(bar.bottom()) + 2)]
    assert sum(covered) == pytest.approx(share * THICKEST, abs=0.3)


def test_the_shade_legend_runs_from_the_ground_to_the_accent(qtbot, theme) -> None:
    legend = ShadeLegend("shade")
    qtbot.addWidget(legend)
    legend.resize(legend.sizeHint())
    image, bar = legend.grab().toImage(), legend.bar()
    ground = legend.palette().color(QPalette.ColorRole.Window)
    accent = legend.palette().color(QPalette.ColorRole.Accent)
    for share in (0.25, 0.5, 0.75):
        seen = image.pixelColor(round(bar.left() + share * BAR_WIDTH), int(bar.center().y()))
        assert seen.red() == pytest.approx(ground.red() + share * (accent.red() - ground.red()), abs=4)


def test_the_pointer_over_no_word_points_at_nothing(lines, qtbot) -> None:
    qtbot.mouseMove(lines, lines.lines_geometry().source[0].center().toPoint())
    qtbot.mouseMove(lines, QPointF(300, 150).toPoint())
    before = lines.grab().toImage()
    qtbot.mouseMove(lines, lines.lines_geometry().source[1].center().toPoint())
    assert lines.grab().toImage() != before
    qtbot.mouseMove(lines, QPointF(300, 150).toPoint())
    assert lines.grab().toImage() == before
