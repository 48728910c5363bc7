"""A whole alignment matrix as a picture on paper: every cell and every label, black on white."""

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.alignment_painter import paint_figure, paint_foot
from explorer.plots.legend_item import BAR_WIDTH, legend_height
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.pictures import Drawing, paper_font
from explorer.plots.token_axis import header_size, label_pitch

CELL = 24.0
LARGEST_MATRIX = 2400.0  # more cells than fit into it at their full size become smaller


@dataclass(frozen=True)
class AlignmentPaper:
    """A figure as it goes on paper: all of it, without the marks of who points where."""

    figure: AlignmentFigure
    font: QFont

    def drawing(self) -> Drawing:
        """What goes on paper."""
        return Drawing(self.size(), self.paint)

    def geometry(self) -> MatrixGeometry:
        """Where the cells stand, in logical pixels."""
        metrics = QFontMetricsF(paper_font(self.font))
        rows, columns = len(self.figure.target), len(self.figure.source)
        cell = max(math.ceil(label_pitch(metrics)), min(CELL, LARGEST_MATRIX // max(rows, columns, 1)))
        left = math.ceil(header_size(self.figure.target, metrics, math.inf))
        top = math.ceil(header_size(self.figure.source, metrics, math.inf))
        return MatrixGeometry(QRectF(left, top, columns * cell, rows * cell), cell, rows, columns, QPointF())

    def size(self) -> QSizeF:
        """The whole picture's, in logical pixels."""
        seen, metrics = self.geometry().viewport, QFontMetricsF(paper_font(self.font))
        width = seen.left() + max(seen.width(), BAR_WIDTH + 4 * MARGIN) + MARGIN
        return QSizeF(width, seen.bottom() + legend_height(metrics) + 3 * MARGIN)

    def paint(self, painter: QPainter) -> None:
        """Draw in black on white, whatever the window's theme."""
        size, geometry, palette = self.size(), self.geometry(), QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(0, 0, 0))
        painter.setFont(paper_font(self.font))
        painter.fillRect(QRectF(QPointF(), size), QColor(255, 255, 255))
        figure = replace(self.figure, marked_row=None, marked_column=None, hovered=None)
        paint_figure(painter, figure, geometry, palette)
        left, top = geometry.viewport.left(), geometry.viewport.bottom() + 2 * MARGIN
        paint_foot(painter, figure, QRectF(left, top, size.width() - MARGIN - left, 3 * MARGIN), palette)
