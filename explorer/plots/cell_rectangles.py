"""The cells of a matrix as one rectangle each, for what is drawn with lines and no pixels: SVG and PDF."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF

from explorer.plots.heatmap_item import paint_heatmap
from explorer.plots.matrix_geometry import MatrixGeometry


def paint_rectangles(painter: QPainter, levels: NDArray[np.uint8], geometry: MatrixGeometry) -> None:
    """Draw every cell, in the colours that the heatmap has on the screen, one colour after the other.

    Under them lies the commonest colour, so that no light line shows between two cells where a reader
    smooths edges.
    """
    colours = _cell_colours(levels)
    if not colours.size:
        return
    cells: dict[int, list[QRectF]] = {}
    for (row, column), colour in np.ndenumerate(colours):
        cells.setdefault(int(colour), []).append(geometry.cell_rect(row, column))
    painter.save()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor.fromRgb(Counter(colours.ravel().tolist()).most_common(1)[0][0]))
    painter.drawPolygon(QPolygonF(geometry.matrix_rect()))
    for colour, rects in cells.items():
        painter.setBrush(QColor.fromRgb(colour))
        painter.drawRects(rects)
    painter.restore()


def _cell_colours(levels: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """The colour of each cell as 0xffRRGGBB: the heatmap drawn with one pixel a cell."""
    rows, columns = levels.shape[:2]
    image = QImage(columns, rows, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    paint_heatmap(painter, levels, MatrixGeometry(QRectF(0, 0, columns, rows), 1.0, rows, columns, QPointF()))
    painter.end()
    return np.frombuffer(image.constBits(), np.uint32).reshape(rows, columns).copy()
