"""Labels beside their cells: as many as can be told apart, and never the ink of one over that of another."""

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QTransform

from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.matrix_geometry import MatrixGeometry
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.measured_labels import SLANT, measured
from explorer.plots.token_axis import TokenLabel, paint_column_label, paint_row_label, row_labels

SCRIPTS = (
    *("le", "gypq", "HÉT", "Ångström", "私は", "東京", "مرحبا", "العالم", "क्षत्रिय", "हिन्दी", "😀", "שלום"),
    *("ไทยที่", "Việt", "لِمُسْتَشْفَى", "</s>"),
)
DARK = 128  # of 255; the smoothed edge of a letter is less


@pytest.fixture
def font(qapp) -> QFont:
    font = QFont(qapp.font())
    font.setPixelSize(13)
    return font


@pytest.fixture
def matrix(qtbot):
    widget = AlignmentMatrix()
    qtbot.addWidget(widget)
    widget.resize(900, 700)
    return widget


def filled(matrix, count: int, words=SCRIPTS) -> None:
    names = [words[index % len(words)] for index in range(count)]
    matrix.set_alignment(np.full((count, count), 1 / count), names, names[::-1])


def inked(label: TokenLabel, is_column: bool, matrix, scale: float) -> np.ndarray:
    """The pixels of a screen of this scale that the label blackens, drawn alone: height x width."""
    size = QSize(round(matrix.width() * scale), round(matrix.height() * scale))
    image = QImage(size, QImage.Format.Format_Grayscale8)
    image.fill(255)
    image.setDevicePixelRatio(scale)
    painter = QPainter(image)
    painter.setFont(matrix.font())
    (paint_column_label if is_column else paint_row_label)(painter, label)
    painter.end()
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return pixels[:, : image.width()] < DARK


def all_inked(matrix, scale: float = 1.0) -> np.ndarray:
    """How many labels blacken each pixel, every label drawn alone."""
    masks = [
        inked(label, bool(axis), matrix, scale)
        for axis, labels in enumerate(matrix.shown_labels())
        for label in labels
    ]
    assert masks
    assert all(mask.any() for mask in masks)
    return np.sum(masks, axis=0)


@pytest.mark.parametrize("is_slanted", [False, True])
@pytest.mark.parametrize("points", [9, 13.5, 18])
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_no_letter_of_any_script_is_drawn_over_another_label(matrix, is_slanted, points, scale) -> None:
    font = QFont(matrix.font())
    font.setPointSizeF(points)
    matrix.setFont(font)
    matrix.set_style(MatrixStyle(is_slanted=is_slanted))
    filled(matrix, 50)
    assert all_inked(matrix, scale).max() == 1


@pytest.mark.parametrize("is_slanted", [False, True])
@pytest.mark.parametrize("count", [10, 50, 200])
def test_the_labels_stay_apart_at_any_zoom(matrix, is_slanted, count) -> None:
    matrix.set_style(MatrixStyle(is_slanted=is_slanted))
    filled(matrix, count)
    for factor in (1.0, 1.6, 2.5):
        matrix.zoom(factor, QPointF(500, 400))
        assert all_inked(matrix).max() == 1


def level_box(label: TokenLabel) -> QRectF:
    return label.outline.boundingRect()


@pytest.mark.parametrize("is_slanted", [False, True])
@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize("count", [10, 50, 200])
@pytest.mark.parametrize("points", [9, 13.5, 18])
def test_label_boxes_do_not_overlap(matrix, is_slanted, is_transposed, count, points) -> None:
    font = QFont(matrix.font())
    font.setPointSizeF(points)
    matrix.setFont(font)
    matrix.set_style(MatrixStyle(is_slanted=is_slanted, is_transposed=is_transposed))
    filled(matrix, count)
    rows, columns = matrix.shown_labels()
    for one, other in itertools.pairwise([*rows]):
        assert one.box.bottom() <= other.box.top() + 1e-6
    turn = QTransform().rotate(SLANT if is_slanted else 90)  # back to level, where a box is a rectangle
    boxes = [turn.map(label.outline).boundingRect() for label in columns]
    if not is_slanted:
        boxes = [turn.mapRect(label.box) for label in columns]
    for one, other in itertools.combinations(boxes, 2):
        assert not one.adjusted(1e-6, 1e-6, -1e-6, -1e-6).intersects(other)
    for row, column in itertools.product(rows, columns):
        assert column.outline.intersected(row.outline).isEmpty()
    screen = QRectF(matrix.rect())
    assert all(screen.contains(level_box(label)) for label in rows + columns)


def test_labels_stay_at_the_edges_while_the_cells_scroll(matrix) -> None:
    filled(matrix, 200)
    matrix.zoom(6, QPointF(500, 400))
    viewport = matrix.matrix_geometry().viewport
    for pan in (QPointF(0, 0), QPointF(700, 300), QPointF(2000, 1500)):
        matrix.scroll_to(pan)
        rows, columns = matrix.shown_labels()
        assert len(rows) > 10
        assert {label.box.right() for label in rows} == {rows[0].box.right()}
        assert all(label.box.right() < viewport.left() for label in rows)
        assert all(label.box.bottom() < viewport.top() for label in columns)


def test_cells_as_high_as_the_text_have_all_their_labels(font: QFont) -> None:
    geometry = MatrixGeometry(QRectF(100, 50, 260, 260), 13.0, 20, 20, QPointF())
    labels = row_labels(measured([f"mot{row}" for row in range(20)], QFontMetricsF(font)), geometry)
    assert [label.index for label in labels] == list(range(20))


def test_measuring_takes_the_tallest_and_the_deepest_letters(font: QFont) -> None:
    metrics = QFontMetricsF(font)
    plain, mixed = measured(["le"], metrics), measured(["le", "ÅÉ", "क्षत्रिय"], metrics)
    assert mixed.pitch > plain.pitch
    assert plain.pitch < metrics.height()


def test_an_endless_token_is_cut_before_it_is_measured_at_every_painting(matrix) -> None:
    token = "a" + 20_000 * "na" + "s"
    filled(matrix, 3, (token, "b", "c"))
    label = matrix.shown_labels()[1][0]
    assert (label.text[0], label.text[-1]) == ("a", "s")
    assert "\u2026" in label.text
    matrix.set_marked(2, 0)
    assert len(matrix.read_out()) < 500
    assert matrix.token_at(label.box.center()) == token


@pytest.mark.parametrize("is_transposed", [False, True])
def test_pointing_along_a_leaning_label_is_pointing_at_its_token(matrix, is_transposed) -> None:
    matrix.set_style(MatrixStyle(is_slanted=True, is_transposed=is_transposed))
    names = [f"mot{index}" for index in range(30)]
    matrix.set_alignment(np.full((30, 30), 1 / 30), names, names)
    labels = matrix.shown_labels()[1]
    assert len(labels) > 10
    for label in labels:
        corners = [label.outline.at(corner) for corner in range(4)]
        for share in (0.2, 0.5, 0.8):
            left, right = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
            assert matrix.token_at(left + (right - left) * share) == names[label.index]
