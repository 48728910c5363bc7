"""The matrix by keys alone: another cell, scrolled to, told to a screen reader, with the focus seen."""

import time

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.matrix_style import MatrixStyle

CONTROL = Qt.KeyboardModifier.ControlModifier
STEPS, POSITIONS = 3, 4


@pytest.fixture
def matrix(qtbot):
    widget = AlignmentMatrix()
    qtbot.addWidget(widget)
    widget.resize(600, 500)
    widget.pointed.connect(widget.set_marked)
    return widget


def filled(matrix, rows=STEPS, columns=POSITIONS):
    weights = np.random.default_rng(1).random((rows, columns))
    weights /= weights.sum(axis=1, keepdims=True)
    matrix.set_alignment(weights, [f"s{j}" for j in range(columns)], [f"t{i}" for i in range(rows)])
    return weights


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ([Qt.Key.Key_Right], (1, 2)),
        ([Qt.Key.Key_Left], (1, 0)),
        ([Qt.Key.Key_Up], (0, 1)),
        ([Qt.Key.Key_Down], (2, 1)),
        ([Qt.Key.Key_Left] * 9, (1, 0)),
        ([Qt.Key.Key_Down] * 9 + [Qt.Key.Key_End], (2, 3)),
        ([Qt.Key.Key_End, Qt.Key.Key_Home], (1, 0)),
    ],
)
def test_an_arrow_goes_one_cell_on_and_stops_at_the_edge(matrix, qtbot, keys, expected) -> None:
    filled(matrix)
    heard = []
    matrix.pointed.connect(lambda *place: heard.append(place))
    matrix.set_marked(1, 1)
    for key in keys:
        qtbot.keyClick(matrix, key)
    assert heard[-1] == expected


def test_control_goes_to_the_corners_of_all(matrix, qtbot) -> None:
    filled(matrix)
    heard = []
    matrix.pointed.connect(lambda *place: heard.append(place))
    matrix.set_marked(1, 1)
    qtbot.keyClick(matrix, Qt.Key.Key_End, CONTROL)
    qtbot.keyClick(matrix, Qt.Key.Key_Home, CONTROL)
    assert heard == [(STEPS - 1, POSITIONS - 1), (0, 0)]


def test_transposed_an_arrow_goes_where_it_points_on_the_screen(matrix, qtbot) -> None:
    filled(matrix)
    matrix.set_style(MatrixStyle(is_transposed=True))
    heard = []
    matrix.pointed.connect(lambda *place: heard.append(place))
    matrix.set_marked(1, 1)
    qtbot.keyClick(matrix, Qt.Key.Key_Down)  # the source goes down
    qtbot.keyClick(matrix, Qt.Key.Key_Left)
    assert heard == [(1, 2), (0, 2)]


def test_the_first_key_goes_to_the_cell_that_is_read_out(matrix, qtbot) -> None:
    weights = filled(matrix)
    heard = []
    matrix.pointed.connect(lambda *place: heard.append(place))
    matrix.set_marked(1, None)
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    assert heard == [(1, int(weights[1].argmax()))]


def test_a_key_lets_go_of_the_cell_under_the_pointer(matrix, qtbot) -> None:
    weights = filled(matrix)
    matrix.show()
    qtbot.mouseMove(matrix, matrix.matrix_geometry().cell_rect(2, 3).center().toPoint())
    qtbot.keyClick(matrix, Qt.Key.Key_Up)
    assert f"{weights[1, 3]:.3f}" in matrix.read_out()


@pytest.mark.parametrize("key", [Qt.Key.Key_Right, Qt.Key.Key_Down])
def test_a_cell_that_is_gone_to_is_scrolled_to(matrix, qtbot, key) -> None:
    filled(matrix, 60, 60)
    matrix.zoom(8, QPointF(300, 250))
    matrix.set_marked(30, 30)
    for _ in range(29):
        qtbot.keyClick(matrix, key)
        geometry = matrix.matrix_geometry()
        row, column = matrix._figure.marked_step, matrix._figure.marked_position
        assert geometry.viewport.adjusted(-1, -1, 1, 1).contains(geometry.cell_rect(row, column))


def test_a_step_from_elsewhere_is_scrolled_to_unless_the_pointer_is_at_a_cell(matrix, qtbot) -> None:
    filled(matrix, 60, 60)
    matrix.show()
    matrix.zoom(8, QPointF(300, 250))
    before = matrix.matrix_geometry().pan
    qtbot.mouseMove(matrix, matrix.matrix_geometry().viewport.center().toPoint())
    matrix.set_marked(0, 0)
    assert matrix.matrix_geometry().pan == before
    matrix.point_at(None)
    matrix.set_marked(0, 1)
    assert matrix.matrix_geometry().pan.y() == 0


def test_the_description_says_the_cell(matrix, qtbot) -> None:
    weights = filled(matrix)
    assert matrix.accessibleName()
    matrix.set_marked(0, 2)
    assert all(words in matrix.accessibleDescription() for words in ("t0", "s2", f"{weights[0, 2]:.3f}"))
    qtbot.keyClick(matrix, Qt.Key.Key_Down)
    assert all(words in matrix.accessibleDescription() for words in ("t1", "s2", f"{weights[1, 2]:.3f}"))


def test_the_focus_is_seen(qtbot) -> None:
    window, matrix, other = QWidget(), AlignmentMatrix(), QLineEdit()
    layout = QVBoxLayout(window)
    layout.addWidget(matrix)
    layout.addWidget(other)
    qtbot.addWidget(window)
    window.resize(500, 500)
    filled(matrix)
    window.show()
    window.activateWindow()
    shots = []
    for widget in (other, matrix):
        widget.setFocus()
        qtbot.waitUntil(widget.hasFocus)
        rect = matrix.matrix_geometry().matrix_rect()
        pixel = matrix.grab().toImage().pixelColor(int(rect.left()) - 2, int(rect.center().y()))
        shots.append(pixel.name())
    assert shots[0] != shots[1] == matrix.palette().accent().color().name()


def test_a_large_matrix_is_painted_anew_within_a_frame(matrix) -> None:
    """200 x 200 cells, after each scroll; the best of many, for the machine has other things to do too."""
    matrix.resize(1200, 900)
    filled(matrix, 200, 200)
    matrix.zoom(2, QPointF(600, 450))
    screen, seconds = QPixmap(matrix.size()), []
    for _ in range(20):
        matrix.scroll_to(matrix.matrix_geometry().pan + QPointF(3, 5))
        begin = time.perf_counter()
        matrix.render(screen)
        seconds.append(time.perf_counter() - begin)
    assert min(seconds) < 1 / 60
