"""A matrix of weights as grey cells: 0 black, 1 white, no interpolation, whatever the zoom (B, figure 3)."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from explorer.plots.matrix_geometry import MatrixGeometry


def grey_levels(weights: NDArray[np.floating]) -> NDArray[np.uint8]:
    """rows x columns weights between 0 and 1 as levels between 0 and 255; the scale never stretches."""
    return np.rint(np.clip(weights, 0.0, 1.0) * 255.0).astype(np.uint8)


def paint_heatmap(painter: QPainter, levels: NDArray[np.uint8], geometry: MatrixGeometry) -> None:
    """Draw the visible cells, one image pixel for each pixel of the painter's device."""
    scale = painter.deviceTransform().m11()
    rect = geometry.matrix_rect()
    if rect.isEmpty():
        return
    left, right = math.floor(rect.left() * scale), math.ceil(rect.right() * scale)
    top, bottom = math.floor(rect.top() * scale), math.ceil(rect.bottom() * scale)
    origin, cell = geometry.origin * scale, geometry.cell * scale
    seen_rows = _along_axis(levels, (top, bottom), origin.y(), cell)
    pixels = np.ascontiguousarray(_along_axis(seen_rows.T, (left, right), origin.x(), cell).T)
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, width, QImage.Format.Format_Grayscale8)
    image.setDevicePixelRatio(scale)
    painter.drawImage(QPointF(left / scale, top / scale), image)


def _along_axis(
    levels: NDArray[np.uint8], pixels: tuple[int, int], origin: float, cell: float
) -> NDArray[np.uint8]:
    """The levels along the first axis, one for each device pixel from pixels[0] up to pixels[1].

    A pixel shows the cell under its centre. Where a pixel covers several cells it shows the largest of
    them, so that a single high weight in a matrix larger than the screen is still seen.
    """
    begin, end = pixels[0], max(pixels[1], pixels[0] + 1)
    last = len(levels) - 1
    if cell >= 1.0:
        under_centre = np.floor((np.arange(begin, end) + 0.5 - origin) / cell).astype(np.intp)
        return levels[np.clip(under_centre, 0, last)]
    edges = np.clip(np.floor((np.arange(begin, end + 1) - origin) / cell), 0, last + 1).astype(np.intp)
    firsts = np.minimum(edges[:-1], last)
    behind = max(int(edges[-1]), int(firsts[-1]) + 1)
    return np.maximum.reduceat(levels[:behind], firsts, axis=0)
