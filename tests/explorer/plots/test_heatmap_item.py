"""Cells in every colour map and scale, read back from the screen and held against the formulas."""

import itertools
import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage

from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.colour_map import ANCHORS, rgb_at
from explorer.plots.matrix_style import MatrixStyle

# a colour map as a published table, and a scale as a formula, each written down again here
KNOWN_COLOURS = {
    "grey": {0.0: (0, 0, 0), 0.2: (51, 51, 51), 1.0: (255, 255, 255)},
    "viridis": {0.0: (68, 1, 84), 0.5: (33, 145, 140), 1.0: (253, 231, 37)},
    "cividis": {0.0: (0, 32, 77), 0.5: (124, 123, 120), 1.0: (255, 234, 70)},
}
FORMULAS = {
    "linear": lambda weight: weight,
    "root": math.sqrt,
    "logarithm": lambda weight: 0.0 if weight < 1e-4 else 1 + math.log10(weight) / 4,
}
WEIGHTS = np.array(
    [[0.0, 1e-5, 0.0003, 0.02, 0.97969], [1.0, 0.0, 0.0, 0.0, 0.0], [0.3, 0.25, 0.2, 0.15, 0.1]]
)


@pytest.fixture
def matrix(qtbot):
    widget = AlignmentMatrix()
    qtbot.addWidget(widget)
    widget.resize(640, 480)
    return widget


def show(matrix, weights, style):
    rows, columns = weights.shape
    matrix.set_style(style)
    matrix.set_alignment(weights, [f"s{j}" for j in range(columns)], [f"t{i}" for i in range(rows)])


def picture(matrix) -> QImage:
    return matrix.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def picture_bytes(matrix) -> bytes:
    image = picture(matrix)  # held, for its bits are its own
    return bytes(image.constBits())


def colour(image, point) -> np.ndarray:
    pixel = image.pixelColor(point.toPoint())
    return np.array([pixel.red(), pixel.green(), pixel.blue()])


def expected_colour(weight, style) -> np.ndarray:
    """Found by a walk along the anchors."""
    anchors = [tuple(bytes.fromhex(text)) for text in ANCHORS[style.colours].split()]
    place = FORMULAS[style.scale](weight) * (len(anchors) - 1)
    left = min(int(place), len(anchors) - 2)
    return np.array(
        [a + (place - left) * (b - a) for a, b in zip(anchors[left], anchors[left + 1], strict=True)]
    )


@pytest.mark.parametrize("is_transposed", [False, True])
@pytest.mark.parametrize(("colours", "scale"), [*itertools.product(KNOWN_COLOURS, FORMULAS)])
def test_a_cell_has_the_colour_of_its_weight(matrix, colours, scale, is_transposed) -> None:
    style = MatrixStyle(colours, scale, is_transposed=is_transposed)
    show(matrix, WEIGHTS, style)
    image = picture(matrix)
    for (step, position), weight in np.ndenumerate(WEIGHTS):
        row, column = (position, step) if is_transposed else (step, position)
        centre = matrix.matrix_geometry().cell_rect(row, column).center()
        difference = np.abs(colour(image, centre) - expected_colour(float(weight), style))
        assert difference.max() <= 1, (step, position)


@pytest.mark.parametrize("name", KNOWN_COLOURS)
def test_the_maps_have_their_published_colours(name) -> None:
    for share, rgb in KNOWN_COLOURS[name].items():
        assert np.abs(rgb_at(np.array(share), name) - rgb).max() <= 1


@pytest.mark.parametrize("name", KNOWN_COLOURS)
def test_a_larger_weight_is_lighter(name) -> None:
    """CIE L*, from linear light, rises all the way, and never crawls."""
    rgb = rgb_at(np.linspace(0, 1, 101), name) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    lightness = np.where(luminance > 0.008856, 116 * np.cbrt(luminance) - 16, 903.3 * luminance)
    assert (np.diff(lightness) > 0.1).all()
    assert lightness[-1] - lightness[0] > 70


def test_turned_twice_every_byte_is_the_same(matrix) -> None:
    show(matrix, WEIGHTS, MatrixStyle("viridis"))
    before = picture_bytes(matrix)
    matrix.set_style(MatrixStyle("viridis", is_transposed=True))
    turned = picture_bytes(matrix)
    matrix.set_style(MatrixStyle("viridis"))
    assert picture_bytes(matrix) == before
    assert turned != before


@pytest.mark.parametrize("is_transposed", [False, True])
def test_a_reversed_target_is_the_other_diagonal_either_way_round(matrix, is_transposed) -> None:
    """Three words reversed, then a fourth source word that nothing looks at."""
    weights = np.eye(3, 4)[::-1]
    show(matrix, weights, MatrixStyle(is_transposed=is_transposed))
    image, geometry = picture(matrix), matrix.matrix_geometry()
    assert (geometry.rows, geometry.columns) == ((4, 3) if is_transposed else (3, 4))
    lit = {
        (row, column)
        for row in range(geometry.rows)
        for column in range(geometry.columns)
        if colour(image, geometry.cell_rect(row, column).center())[0] > 127
    }
    assert lit == {(0, 2), (1, 1), (2, 0)}


@pytest.mark.parametrize("scale", FORMULAS)
def test_the_legend_has_the_colours_of_the_cells_and_says_its_scale(matrix, scale) -> None:
    style = MatrixStyle("viridis", scale, threshold=0.05)
    words = style.in_words()
    assert "source across, translation down" in words
    assert "0.05" in words
    assert ("scale" in words) == (scale != "linear")
    show(matrix, WEIGHTS, style)
    image, viewport = picture(matrix), matrix.matrix_geometry().viewport
    below = [image.pixelColor(x, y) for y in range(int(viewport.bottom()) + 4, 480) for x in range(640)]
    wanted = [tuple(bytes.fromhex(text)) for text in ANCHORS["viridis"].split()]
    for rgb in (wanted[0], wanted[8], wanted[-1]):
        assert any(
            max(abs(p.red() - rgb[0]), abs(p.green() - rgb[1]), abs(p.blue() - rgb[2])) <= 6 for p in below
        )


def test_the_image_is_kept_while_nothing_moves(matrix) -> None:
    """A picture after a scroll and back is the picture before it: the kept one is never a stale one."""
    show(matrix, np.full((60, 60), 1 / 60) + 0.9 * np.eye(60), MatrixStyle())
    matrix.zoom(4, QPointF(300, 200))
    first = picture_bytes(matrix)
    matrix.zoom(2, QPointF(300, 200))
    second = picture_bytes(matrix)
    matrix.zoom(0.5, QPointF(300, 200))
    assert picture_bytes(matrix) == first != second
