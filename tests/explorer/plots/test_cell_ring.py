"""Rings: read back from the pixels, in either layout, and told in the legend."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.cell_ring import GOLD, Ring
from explorer.plots.matrix_geometry import MatrixGeometry
from explorer.plots.matrix_style import MatrixStyle

WEIGHTS = np.array([[1.0, 0.0, 0.0], [0.0, 0.5, 0.5]])


@pytest.fixture
def matrix(qtbot):
    made = AlignmentMatrix()
    qtbot.addWidget(made)
    made.resize(600, 480)
    made.set_alignment(WEIGHTS, ("a", "b", "c"), ("x", "y"))
    return made


def golden_cells(matrix) -> set[tuple[int, int]]:
    """The (row, column) of each cell in which a gold pixel lies."""
    image = matrix.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    far = np.abs(pixels[:, :, 2::-1].astype(int) - (GOLD.red(), GOLD.green(), GOLD.blue())).max(axis=2)
    geometry = matrix.matrix_geometry()
    return {
        (geometry.row_at(y + 0.5), geometry.column_at(x + 0.5)) for y, x in np.argwhere(far < 40).tolist()
    }


def test_without_rings_nothing_is_golden(matrix):
    assert golden_cells(matrix) == set()
    assert "gold" not in matrix._figure.in_words()


def test_a_ring_lies_in_its_cells_on_white_and_on_black(matrix):
    matrix.set_rings([Ring(0, 0, 0, 0), Ring(1, 1, 0, 0)])
    assert golden_cells(matrix) == {(0, 0), (1, 0)}
    assert matrix._figure.in_words().startswith("gold ring: gold link \u00b7")


def test_a_ring_that_is_only_possible_is_broken_and_that_is_said(matrix):
    """Along the upper edge of its cell a sure ring is gold all the way, a possible one is not."""

    def along_the_edge() -> np.ndarray:
        cell = matrix.matrix_geometry().cell_rect(0, 0)
        line = matrix.grab().copy(cell.adjusted(14, 1, -14, -40).toAlignedRect()).toImage()
        return np.array([line.pixelColor(x, 1).red() > 200 for x in range(line.width())])

    matrix.set_alignment(np.zeros((2, 3)) + 0.001, ("a", "b", "c"), ("x", "y"))
    matrix.set_rings([Ring(0, 0, 0, 0)])
    assert along_the_edge().all()
    matrix.set_rings([Ring(0, 0, 0, 0, is_sure=False)])
    assert 0 < along_the_edge().sum() < len(along_the_edge())
    assert matrix._figure.in_words().startswith("gold ring: gold link, dashed: possible \u00b7")


def test_a_turned_picture_has_turned_rings(matrix):
    matrix.set_style(MatrixStyle(is_transposed=True))
    matrix.set_rings([Ring(1, 1, 2, 2)])
    assert golden_cells(matrix) == {(2, 1)}


def test_one_ring_goes_round_a_block(matrix):
    matrix.set_rings([Ring(0, 1, 1, 2)])
    assert golden_cells(matrix) == {(0, 1), (0, 2), (1, 1), (1, 2)}
    geometry = MatrixGeometry(QRectF(10, 20, 60, 40), 20.0, 2, 3, QPointF())
    assert Ring(0, 1, 1, 2).rect(geometry, is_transposed=False) == QRectF(30, 20, 40, 40)


def test_other_weights_come_without_the_rings_of_the_last_ones(matrix):
    matrix.set_rings([Ring(0, 0, 0, 0)])
    matrix.set_alignment(WEIGHTS, ("a", "b", "c"), ("x", "z"))
    assert golden_cells(matrix) == set()


def test_the_paper_has_the_rings_too(matrix):
    matrix.set_rings([Ring(0, 0, 0, 0)])
    assert matrix.paper().figure.rings == (Ring(0, 0, 0, 0),)
