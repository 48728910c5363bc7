"""Labels beside their cells: as many as can be told apart."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter

from explorer.plots.matrix_geometry import MatrixGeometry
from explorer.plots.token_axis import TokenLabel, label_pitch, paint_row_label, row_labels


@pytest.fixture
def font(qapp) -> QFont:
    font = QFont(qapp.font())
    font.setPixelSize(13)
    return font


def inked_rows(label: TokenLabel, font: QFont) -> set[int]:
    """The rows of pixels that the label touches."""
    image = QImage(300, 100, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.setFont(font)
    paint_row_label(painter, label)
    painter.end()
    dark = 96
    return {y for y in range(100) if any(image.pixelColor(x, y).lightness() < dark for x in range(300))}


def test_a_tail_does_not_touch_the_capitals_below(font: QFont) -> None:
    pitch = label_pitch(QFontMetricsF(font))
    upper = TokenLabel(0, "gypq", QRectF(10, 30 - pitch / 2, 60, pitch))
    lower = TokenLabel(1, "HET", QRectF(10, 30 + pitch / 2, 60, pitch))
    assert inked_rows(upper, font)
    assert not inked_rows(upper, font) & inked_rows(lower, font)


def test_cells_as_high_as_the_text_have_all_their_labels(font: QFont) -> None:
    geometry = MatrixGeometry(QRectF(100, 50, 260, 260), 13.0, 20, 20, QPointF())
    labels = row_labels([f"mot{row}" for row in range(20)], geometry, QFontMetricsF(font))
    assert [label.index for label in labels] == list(range(20))
