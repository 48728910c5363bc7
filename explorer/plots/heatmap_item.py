"""A matrix of weights as coloured cells, no interpolation, whatever the zoom (B, figure 3)."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from explorer.plots.cell_rectangles import paint_rectangles
from explorer.plots.colour_map import LEVELS, colour_table
from explorer.plots.matrix_geometry import MatrixGeometry
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.pictures import is_vector
from explorer.plots.weight_scale import shares

Pixels = NDArray[np.uint32]


class Heatmap:
    """Cells of rows x columns `weights`; the image drawn last is kept while the cells do not move."""

    def __init__(self, weights: NDArray[np.floating], style: MatrixStyle) -> None:
        shown = np.where(weights < style.threshold, 0.0, weights)
        self._levels = np.rint(shares(shown, style.scale) * (LEVELS - 1)).astype(np.uint16)
        self._table = colour_table(style.colours)
        self._colours: Pixels = self._table[self._levels]
        self._drawn: tuple[MatrixGeometry, float] | None = None
        self._image = QImage()
        self._pixels: Pixels = self._colours  # those of the image, which does not hold them itself

    def paint(self, painter: QPainter, geometry: MatrixGeometry) -> None:
        """Draw the visible cells, one image pixel for each pixel of the device, or one shape each."""
        rect = geometry.matrix_rect()
        if rect.isEmpty():
            return
        if is_vector(painter):
            paint_rectangles(painter, self._colours, geometry)
            return
        scale = painter.deviceTransform().m11()
        if self._drawn != (geometry, scale):
            self._keep(self._render(geometry, scale), scale)
            self._drawn = (geometry, scale)
        corner = QPointF(math.floor(rect.left() * scale) / scale, math.floor(rect.top() * scale) / scale)
        painter.drawImage(corner, self._image)

    def _keep(self, pixels: Pixels, scale: float) -> None:
        height, width = pixels.shape
        self._image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
        self._image.setDevicePixelRatio(scale)
        self._pixels = pixels

    def _render(self, geometry: MatrixGeometry, scale: float) -> Pixels:
        rect, origin, cell = geometry.matrix_rect(), geometry.origin * scale, geometry.cell * scale
        left, right = math.floor(rect.left() * scale), math.ceil(rect.right() * scale)
        top, bottom = math.floor(rect.top() * scale), math.ceil(rect.bottom() * scale)
        if cell >= 1.0:
            across = np.take(self._colours, _under(left, right, origin.x(), cell, geometry.columns), axis=1)
            pixels = np.take(across, _under(top, bottom, origin.y(), cell, geometry.rows), axis=0)
        else:
            down = _largest(self._levels, (top, bottom), origin.y(), cell)
            pixels = self._table[_largest(down.T, (left, right), origin.x(), cell).T]
        return np.ascontiguousarray(pixels)


def _under(begin: int, end: int, origin: float, cell: float, count: int) -> NDArray[np.intp]:
    """The cell under the centre of each device pixel from `begin` up to `end`."""
    under_centre = np.floor((np.arange(begin, max(end, begin + 1)) + 0.5 - origin) / cell)
    return np.clip(under_centre, 0, count - 1).astype(np.intp)


def _largest(
    levels: NDArray[np.uint16], pixels: tuple[int, int], origin: float, cell: float
) -> NDArray[np.uint16]:
    """The largest level along the first axis under each device pixel from pixels[0] up to pixels[1].

    A pixel that covers several cells shows the largest, so that a single high weight in a matrix larger than
    the screen is still seen.
    """
    begin, end = pixels[0], max(pixels[1], pixels[0] + 1)
    last = len(levels) - 1
    edges = np.clip(np.floor((np.arange(begin, end + 1) - origin) / cell), 0, last + 1).astype(np.intp)
    firsts = np.minimum(edges[:-1], last)
    behind = max(int(edges[-1]), int(firsts[-1]) + 1)
    return np.maximum.reduceat(levels[:behind], firsts, axis=0)
