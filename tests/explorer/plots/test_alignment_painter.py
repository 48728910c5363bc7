"""The foot under the matrix: the line with the value is read whole wherever there is room for it."""

import pytest
from PySide6.QtCore import QRectF

from explorer.plots.alignment_painter import with_room
from explorer.plots.matrix_geometry import MARGIN


@pytest.mark.parametrize(
    ("left", "right", "line", "begin"),
    [(300.0, 700.0, 250.0, 300.0), (300.0, 500.0, 350.0, 150.0), (100.0, 200.0, 900.0, MARGIN)],
)
def test_the_foot_begins_where_its_line_fits(left: float, right: float, line: float, begin: float) -> None:
    foot = with_room(QRectF(left, 50.0, right - left, 24.0), line)
    assert foot == QRectF(begin, 50.0, right - begin, 24.0)
