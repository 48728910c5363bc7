"""The cells of units over words as colours; where several share a pixel the largest is seen."""

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from explorer.plots.colour_map import LEVELS, colour_table
from explorer.plots.unit_figure import Floats, UnitFigure
from explorer.plots.unit_geometry import UnitGeometry

Pixels = NDArray[np.uint32]


def heat_pixels(figure: UnitFigure, geometry: UnitGeometry, colours: str, scale: float) -> Pixels:
    """The viewport in colours 0xffRRGGBB, `scale` pixels of the device for each logical one."""
    values = figure.values[figure.order]
    port, origin = geometry.viewport, geometry.origin
    down = _under((port.top(), port.bottom()), origin.y(), geometry.height, len(values), scale)
    across = _under((port.left(), port.right()), origin.x(), geometry.width, values.shape[1], scale)
    seen = _largest(_largest(values, *down).T, *across).T
    levels = np.rint(np.clip(figure.shares(seen), 0, 1) * (LEVELS - 1)).astype(np.intp)
    return np.ascontiguousarray(colour_table(colours)[levels])


def heat_image(pixels: Pixels, scale: float) -> QImage:
    """The pixels as an image of its own."""
    height, width = pixels.shape
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32).copy()
    image.setDevicePixelRatio(scale)
    return image


def paint_shapes(painter: QPainter, pixels: Pixels, corner: QPointF) -> None:
    """The pixels as rectangles, for a file that has none; equal rows and columns are one."""
    tops, lefts = _begins(pixels), _begins(pixels.T)
    ends_y, ends_x = [*tops[1:], len(pixels)], [*lefts[1:], pixels.shape[1]]
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    for top, bottom in zip(tops, ends_y, strict=True):
        for left, right in zip(lefts, ends_x, strict=True):
            painter.setBrush(QColor.fromRgb(int(pixels[top, left])))
            painter.drawRect(QRectF(corner.x() + left, corner.y() + top, right - left, bottom - top))
    painter.restore()


def _under(
    span: tuple[float, float], origin: float, cell: float, count: int, scale: float
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first cell of each pixel of the device, and the one behind its last."""
    pixels = np.arange(max(math.ceil((span[1] - span[0]) * scale), 1))
    begin = span[0] + pixels / scale
    if cell * scale >= 1:  # the cell under the pixel's middle
        first = np.clip(np.floor((begin + 0.5 / scale - origin) / cell), 0, count - 1).astype(np.intp)
        return first, first + 1
    first = np.clip(np.floor((begin - origin) / cell), 0, count - 1).astype(np.intp)
    behind = np.clip(np.floor((begin + 1 / scale - origin) / cell), 1, count).astype(np.intp)
    return first, np.maximum(behind, first + 1)


def _largest(values: Floats, first: NDArray[np.intp], behind: NDArray[np.intp]) -> Floats:
    """Of the rows from each `first` up to its `behind` the value farthest from 0, column by column."""
    found = values[first]
    for further in range(1, int((behind - first).max())):
        other = values[np.minimum(first + further, behind - 1)]
        found = np.where(np.abs(other) > np.abs(found), other, found)
    return found


def _begins(pixels: Pixels) -> list[int]:
    """The rows that differ from the one above."""
    return [0, *(1 + np.flatnonzero(np.any(pixels[1:] != pixels[:-1], axis=1))).tolist()]
