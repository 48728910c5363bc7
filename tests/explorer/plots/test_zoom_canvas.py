"""Wheel, trackpad and pinch on a picture: which of them zoom, which scroll, and what is left to the place."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtWidgets import QApplication

from explorer.plots.alignment_matrix import AlignmentMatrix

MIDDLE = QPointF(200, 200)
NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def matrix(qtbot) -> AlignmentMatrix:
    widget = AlignmentMatrix()
    qtbot.addWidget(widget)
    widget.resize(400, 400)
    widget.set_alignment(np.eye(6), "abcdef", "ghijkl")
    widget.show()
    return widget


def wheel(matrix: AlignmentMatrix, pixels: QPoint, steps: QPoint, keys=NONE) -> bool:
    """Turn the wheel, or move two fingers; whether the picture took it."""
    event = QWheelEvent(
        MIDDLE,
        QPointF(matrix.mapToGlobal(MIDDLE.toPoint())),
        pixels,
        steps,
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    event.accept()
    matrix.wheelEvent(event)
    return event.isAccepted()


@pytest.mark.parametrize(
    ("pixels", "keys"), [(QPoint(), NONE), (QPoint(), CONTROL), (QPoint(0, 12), CONTROL)]
)
def test_a_wheel_zooms_and_so_does_ctrl_with_two_fingers(matrix, pixels: QPoint, keys) -> None:
    before = matrix.matrix_geometry().cell
    assert wheel(matrix, pixels, QPoint(0, 120), keys)
    assert matrix.matrix_geometry().cell == pytest.approx(matrix.zoom_step * before)


def test_two_fingers_scroll_what_is_larger_than_its_place(matrix) -> None:
    matrix.zoom(2.0, MIDDLE)
    before = matrix.matrix_geometry()
    assert wheel(matrix, QPoint(-7, 11), QPoint(-56, 88))
    after = matrix.matrix_geometry()
    assert after.cell == before.cell
    assert after.pan - before.pan == QPointF(7, -11)


def test_two_fingers_on_a_picture_that_is_seen_whole_are_left_to_the_place_around_it(matrix) -> None:
    before = matrix.matrix_geometry()
    assert not wheel(matrix, QPoint(0, -30), QPoint(0, -240))
    assert matrix.matrix_geometry() == before


def test_a_pinch_zooms(matrix) -> None:
    before = matrix.matrix_geometry().cell
    pinch = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        MIDDLE,
        MIDDLE,
        MIDDLE,
        0.25,
        QPointF(),
    )
    QApplication.sendEvent(matrix, pinch)
    assert matrix.matrix_geometry().cell == pytest.approx(1.25 * before)
