"""The cells of a matrix as one rectangle each, for what is drawn with lines and no pixels: SVG and PDF."""

from collections import Counter

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from explorer.plots.matrix_geometry import MatrixGeometry


def paint_rectangles(painter: QPainter, colours: NDArray[np.uint32], geometry: MatrixGeometry) -> None:
    """Draw every cell in its colour 0xffRRGGBB, of rows x columns, one colour after the other.

    Under them lies the commonest colour, so that no light line shows between two cells where a reader
    smooths edges.
    """
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
