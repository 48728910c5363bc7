"""A whole alignment matrix as a picture on paper: every cell and every label, black on white."""

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.alignment_painter import paint_figure, paint_foot
from explorer.plots.heatmap_item import Heatmap
from explorer.plots.legend_item import bar_width, legend_height
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.matrix_layout import Axes, measured_axes, placed_labels
from explorer.plots.pictures import Drawing, paper_font

CELL = 24.0
LEAST_NOTE = 400.0  # where the cells are less wide, a note begins at the left edge of the paper
NOTE_FLAGS = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
LARGEST_MATRIX = 2400.0  # more cells than fit into it at their full size become smaller


@dataclass(frozen=True)
class AlignmentPaper:
    """A figure as it goes on paper: all of it, without the marks of who points where.

    note: what it leaves out, in words; it stands under the legend, in as many lines as it takes.
    """

    figure: AlignmentFigure
    font: QFont
    note: str = ""

    def drawing(self) -> Drawing:
        """What goes on paper."""
        return Drawing(self.size(), self.paint)

    def _axes(self) -> Axes:
        return measured_axes(self.figure, QFontMetricsF(paper_font(self.font)))

    def geometry(self) -> MatrixGeometry:
        """Where the cells stand, in logical pixels."""
        axes, is_slanted = self._axes(), self.figure.style.is_slanted
        rows, columns = len(self.figure.down), len(self.figure.across)
        pitch = max(axes.down.pitch, axes.across.slanted_pitch if is_slanted else axes.across.pitch)
        cell = max(math.ceil(pitch), min(CELL, LARGEST_MATRIX // max(rows, columns, 1)))
        left = math.ceil(axes.down.header(math.inf))
        across = axes.across.slanted_header if is_slanted else axes.across.header
        viewport = QRectF(left, math.ceil(across(math.inf)), columns * cell, rows * cell)
        return MatrixGeometry(viewport, cell, rows, columns, QPointF())

    def size(self) -> QSizeF:
        """The whole picture's, in logical pixels."""
        seen, metrics = self.geometry().viewport, QFontMetricsF(paper_font(self.font))
        beside = metrics.horizontalAdvance(self.figure.in_words()) + 4 * MARGIN
        overhang = seen.top() if self.figure.style.is_slanted else MARGIN
        width = seen.left() + max(seen.width() + overhang, bar_width(metrics) + beside + MARGIN)
        foot = seen.bottom() + legend_height(metrics) + 3 * MARGIN
        left, room = self._note_place(seen.left(), width)
        note = metrics.boundingRect(QRectF(left, foot, room, math.inf), NOTE_FLAGS, self.note)
        return QSizeF(width, foot + math.ceil(note.height()) + MARGIN if self.note else foot)

    def paint(self, painter: QPainter) -> None:
        """Draw in black on white, whatever the window's theme."""
        size, geometry, palette = self.size(), self.geometry(), QPalette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(0, 0, 0))
        painter.setFont(paper_font(self.font))
        painter.fillRect(QRectF(QPointF(), size), QColor(255, 255, 255))
        palette.setColor(QPalette.ColorRole.PlaceholderText, QColor(96, 96, 96))
        figure = replace(
            self.figure, marked_step=None, marked_position=None, hovered_step=None, hovered_position=None
        )
        Heatmap(figure.cells, figure.style).paint(painter, geometry)
        labels = placed_labels(figure, self._axes(), geometry)
        paint_figure(painter, figure, geometry, labels, palette)
        left, top = geometry.viewport.left(), geometry.viewport.bottom() + 2 * MARGIN
        foot = QRectF(left, top, size.width() - MARGIN - left, 3 * MARGIN)
        paint_foot(painter, figure, foot, palette, is_stacked=False)
        left, room = self._note_place(left, size.width())
        top += legend_height(QFontMetricsF(painter.font())) + MARGIN
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        painter.drawText(QRectF(left, top, room, size.height() - top), NOTE_FLAGS, self.note)

    def _note_place(self, left: float, width: float) -> tuple[float, float]:
        """Where the note begins and how wide it may be: as wide as the cells, or as the whole paper."""
        begin = left if width - left > LEAST_NOTE else MARGIN
        return begin, max(width - MARGIN - begin, 1.0)
