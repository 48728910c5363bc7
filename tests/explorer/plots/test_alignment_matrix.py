"""The matrix on the screen, read back pixel by pixel, and its labels against its cells."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QImage, QPixmap

from explorer.plots.alignment_matrix import AlignmentMatrix


def soft_alignment(rows, columns, seed=0):
    energies = np.random.default_rng(seed).normal(scale=3.0, size=(rows, columns))
    weights = np.exp(energies)
    return weights / weights.sum(axis=1, keepdims=True)


def labels(count, word="mot"):
    return [f"{word}{index}" for index in range(count - 1)] + ["</s>"]


@pytest.fixture
def matrix(qtbot):
    widget = AlignmentMatrix()
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    return widget


def filled(widget, rows, columns, seed=0):
    weights = soft_alignment(rows, columns, seed)
    widget.set_alignment(weights, labels(columns, "source"), labels(rows, "cible"))
    return weights


def picture(widget, scale=1.0):
    """The pixels of the widget, height x width x (red, green, blue), at so many pixels a unit."""
    pixmap = QPixmap(widget.size() * scale)
    pixmap.setDevicePixelRatio(scale)
    widget.render(pixmap)
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_RGBA8888)
    pixels = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), -1, 4)
    return pixels[:, : image.width(), :3].astype(int)


def whole_cells(widget):
    """Every cell that is seen whole, with its rectangle."""
    geometry = widget.matrix_geometry()
    for step, position in itertools.product(range(geometry.rows), range(geometry.columns)):
        rect = geometry.cell_rect(step, position)
        if geometry.viewport.contains(rect):
            yield step, position, rect


def at(pixels, point):
    """The colour of the pixel that holds a point."""
    return pixels[int(point.y()), int(point.x())]


def assert_true_pixels(widget, weights, scale=1.0):
    """Each whole cell's centre is 255 times its weight, in all three colours; how many there are."""
    pixels, seen = picture(widget, scale), 0
    for step, position, rect in whole_cells(widget):
        difference = at(pixels, rect.center() * scale) - round(255 * float(weights[step, position]))
        assert np.abs(difference).max() <= 1, (step, position)
        seen += 1
    return seen


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (3, 7), (13, 9), (60, 41)])
def test_every_cell_shows_its_weight(matrix, rows, columns, scale):
    weights = filled(matrix, rows, columns)
    assert assert_true_pixels(matrix, weights, scale) == rows * columns


@pytest.mark.parametrize("factor", [1.3, 2.7, 9.0])
def test_cells_stay_true_after_zoom_and_scroll(matrix, factor):
    weights = filled(matrix, 40, 40)
    matrix.zoom(factor, QPointF(500, 400))
    assert assert_true_pixels(matrix, weights) > 10


def test_marks_and_the_crosshair_leave_the_cells_true(matrix, qtbot):
    weights = filled(matrix, 12, 10)
    matrix.set_marked(3, 4)
    qtbot.mouseMove(matrix, matrix.matrix_geometry().cell_rect(6, 7).center().toPoint())
    assert assert_true_pixels(matrix, weights) == 120


def test_each_weight_is_black_to_white_whatever_the_others_are(matrix):
    weights = np.array([[0.2, 0.2, 0.2, 0.2, 0.2]])
    matrix.set_alignment(weights, labels(5), ["le"])
    assert assert_true_pixels(matrix, weights) == 5  # 51, not stretched to 255


def test_row_0_is_on_top_and_a_reversal_is_the_other_diagonal(matrix):
    size = 6
    matrix.set_alignment(np.eye(size)[::-1], labels(size), labels(size))
    pixels = picture(matrix)
    for step, position, rect in whole_cells(matrix):
        bright = at(pixels, rect.center())[0] > 127
        assert bright == (position == size - 1 - step)
    first = matrix.matrix_geometry().cell_rect(0, size - 1)
    last = matrix.matrix_geometry().cell_rect(size - 1, 0)
    assert first.left() > last.left()
    assert first.top() < last.top()


def test_one_high_weight_is_seen_where_cells_are_smaller_than_pixels(matrix):
    size = 1500
    for row, column in ((0, 0), (733, 211), (1499, 1499)):
        weights = np.zeros((size, size))
        weights[row, column] = 1.0
        matrix.set_alignment(weights, [""] * size, [""] * size)
        pixels, centre = picture(matrix), matrix.matrix_geometry().cell_rect(row, column).center()
        assert matrix.matrix_geometry().cell < 1
        x, y = int(centre.x()), int(centre.y())
        assert (pixels[y - 1 : y + 2, x - 1 : x + 2] == 255).all(axis=2).any()


@pytest.mark.parametrize("count", [2, 10, 50, 200])
@pytest.mark.parametrize("points", [9, 13.5, 18])
def test_labels_stand_at_their_cells_and_never_overlap(matrix, count, points):
    matrix.setFont(QFont(matrix.font().family(), int(points)))
    filled(matrix, count, count)
    for factor in (1.0, 1.5, 4.0):
        matrix.zoom(factor, QPointF(500, 400))
        geometry = matrix.matrix_geometry()
        rows, columns = matrix.shown_labels()
        assert rows
        assert columns
        for label in rows:
            assert label.box.center().y() == pytest.approx(geometry.cell_rect(label.index, 0).center().y())
            assert label.box.left() >= 0
            assert label.box.right() < geometry.viewport.left()
        for label in columns:
            assert label.box.center().x() == pytest.approx(geometry.cell_rect(0, label.index).center().x())
            assert label.box.top() >= 0
            assert label.box.bottom() < geometry.viewport.top()
        for one, other in itertools.combinations([label.box for label in rows + columns], 2):
            assert not one.intersects(other)


@pytest.mark.parametrize("count", [10, 50, 200])
def test_the_first_and_the_last_label_are_seen(matrix, count):
    filled(matrix, count, count)
    for shown in matrix.shown_labels():
        assert {shown[0].index, shown[-1].index} == {0, count - 1}


def test_a_marked_row_keeps_its_label_among_thinned_ones(matrix):
    filled(matrix, 200, 200)
    hidden = next(row for row in range(200) if row not in {label.index for label in matrix.shown_labels()[0]})
    matrix.set_marked(hidden, None)
    assert hidden in {label.index for label in matrix.shown_labels()[0]}


def ink(pixels, box):
    """How many pixels in a box are not of the ground's colour."""
    area = box.toAlignedRect()
    part = pixels[max(area.top(), 0) : area.bottom(), max(area.left(), 0) : area.right()]
    return int((part != pixels[1, 1]).any(axis=2).sum())


@pytest.mark.parametrize("token", ["Area", "私は", "مرحبا", "क्षत्रिय", "😀", "</s>"])
def test_labels_of_every_script_leave_ink_in_their_boxes(matrix, token):
    matrix.set_alignment(np.array([[0.9, 0.1]]), [token, "x"], [token])
    image = picture(matrix)
    assert ink(image, matrix.shown_labels()[0][0].box) > 5
    assert ink(image, matrix.shown_labels()[1][0].box) > 5


def test_the_label_of_a_row_is_drawn_at_that_row(matrix):
    names = ["il", "", "", "donc", ""]
    matrix.set_alignment(soft_alignment(5, 5), ["a"] * 5, names)
    image = picture(matrix)
    left = matrix.matrix_geometry().viewport.left()
    for row, name in enumerate(names):
        cell = matrix.matrix_geometry().cell_rect(row, 0)
        strip = QRectF(0, cell.top() + 2, left - 4, cell.height() - 4)
        assert (ink(image, strip) > 0) == bool(name)


def test_a_long_token_is_elided_in_the_middle_and_whole_as_a_tooltip(matrix):
    token = "Donaudampfschifffahrtsgesellschaftskapitän"
    matrix.set_alignment(np.array([[1.0]]), [token], [token])
    label = matrix.shown_labels()[0][0]
    assert "…" in label.text
    assert label.text[0] == token[0]
    assert label.text[-1] == token[-1]
    assert matrix.token_at(label.box.center()) == token
    assert matrix.token_at(matrix.shown_labels()[1][0].box.center()) == token


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        (np.array([[0.5, np.nan], [0.5, 0.5]]), "1 of 4 weights are not numbers"),
        (np.array([[0.5, np.inf], [0.5, 0.5]]), "not numbers"),
        (np.zeros((2, 2)), "All weights are zero"),
        (np.full((2, 2), 1.7), "not from 0 to 1"),
        (np.full((2, 3), 0.3), "2 × 3 weights for 2 target and 2 source tokens"),
    ],
)
def test_what_is_no_alignment_is_refused_in_words(matrix, weights, words):
    matrix.set_alignment(weights, ["a", "b"], ["c", "d"])
    assert words in matrix.message()
    geometry = matrix.matrix_geometry()
    assert geometry.rows == 0
    matrix.set_alignment(np.full((2, 2), 0.5), ["a", "b"], ["c", "d"])
    assert matrix.message() == ""
    assert assert_true_pixels(matrix, np.full((2, 2), 0.5)) == 4


def test_pointing_at_a_cell_reads_it_out(matrix, qtbot):
    weights = np.array([[0.125, 0.625, 0.25], [0.2, 0.3, 0.5]])
    matrix.set_alignment(weights, ["a", "b", "</s>"], ["c", "</s>"])
    matrix.show()
    heard = []
    matrix.pointed.connect(lambda *cell: heard.append(cell))
    qtbot.mouseMove(matrix, matrix.matrix_geometry().cell_rect(0, 2).center().toPoint())
    text = matrix.read_out()
    assert all(part in text for part in ("c", "</s>", "0.250", "rank 2 of 3"))
    qtbot.mouseMove(matrix, QPoint(2, 2))
    assert heard == [(0, 2)]
    assert matrix.read_out() == ""


def test_a_click_gives_the_row_and_a_drag_does_not(matrix, qtbot):
    filled(matrix, 30, 30)
    matrix.zoom(4, QPointF(400, 400))
    heard = []
    matrix.step_clicked.connect(heard.append)
    where = matrix.matrix_geometry().viewport.center().toPoint()
    row = matrix.matrix_geometry().row_at(where.y())
    qtbot.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=where)
    before = matrix.matrix_geometry().pan
    qtbot.mousePress(matrix, Qt.MouseButton.LeftButton, pos=where)
    qtbot.mouseMove(matrix, where - QPoint(40, 30))
    qtbot.mouseRelease(matrix, Qt.MouseButton.LeftButton, pos=where - QPoint(40, 30))
    assert heard == [row]
    assert matrix.matrix_geometry().pan == before + QPointF(40, 30)


def test_rows_that_are_added_move_nothing(matrix):
    source, target = labels(9, "source"), labels(8, "cible")
    weights = soft_alignment(8, 9)
    matrix.set_alignment(weights[:1], source, target[:1])
    first = matrix.matrix_geometry().cell_rect(0, 0)
    for count in range(2, 9):
        matrix.set_alignment(weights[:count], source, target[:count])
        assert matrix.matrix_geometry().cell_rect(0, 0) == first
    matrix.zoom(3, QPointF(400, 300))
    zoomed = matrix.matrix_geometry()
    matrix.set_alignment(weights, source, target)
    assert matrix.matrix_geometry() == zoomed


def test_zooming_keeps_the_place_under_the_pointer(matrix):
    filled(matrix, 60, 60)
    at = QPointF(450, 350)
    before = matrix.matrix_geometry()
    cell = (before.row_at(at.y()), before.column_at(at.x()))
    matrix.zoom(3, at)
    after = matrix.matrix_geometry()
    assert after.cell == pytest.approx(3 * before.cell)
    assert (after.row_at(at.y()), after.column_at(at.x())) == cell
    matrix.show_all()
    assert matrix.matrix_geometry() == before


def test_clear_shows_nothing(matrix):
    filled(matrix, 5, 5)
    matrix.clear()
    image = picture(matrix)
    assert ink(image, QRectF(matrix.rect())) == 0


def test_rows_keep_their_size_while_they_are_added_and_use_all_room_at_the_end(matrix):
    weights, source = soft_alignment(6, 40), labels(40, "s")
    sizes = []
    for rows in range(1, 7):
        matrix.set_alignment(weights[:rows], source, labels(rows, "t"), growing=True)
        sizes.append(matrix.matrix_geometry().cell)
    assert len(set(sizes)) == 1
    matrix.set_alignment(weights, source, labels(6, "t"))
    geometry = matrix.matrix_geometry()
    assert geometry.cell > sizes[0]
    assert 40 * (geometry.cell + 1) > matrix.width() - geometry.viewport.left() - 16


def test_the_words_beside_the_legend_are_told_whole_where_they_are_pointed_at(matrix):
    filled(matrix, 3, 4)
    matrix.set_marked(1, 2)
    under = QPointF(matrix.width() / 2, matrix.height() - 8)
    assert matrix.tip_at(under).split("\n") == [matrix.read_out(), "source across, translation down"]
    assert matrix.tip_at(matrix.matrix_geometry().cell_rect(1, 1).center()) == ""
