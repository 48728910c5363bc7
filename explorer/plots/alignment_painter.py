"""Paints an alignment figure: cells, labels, marks, crosshair, legend and read-out."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.cell_rectangles import paint_rectangles
from explorer.plots.heatmap_item import paint_heatmap
from explorer.plots.legend_item import BAR_WIDTH, outline_colour, paint_legend
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.pictures import is_vector
from explorer.plots.token_axis import (
    column_labels,
    paint_column_label,
    paint_pointer,
    paint_row_label,
    row_labels,
)

LEAST_LINED_CELL = 5.0  # lines along smaller cells would hide them


def paint_figure(
    painter: QPainter, figure: AlignmentFigure, geometry: MatrixGeometry, palette: QPalette
) -> None:
    """Draw everything but the legend; the painter carries the font."""
    paint_cells = paint_rectangles if is_vector(painter) else paint_heatmap
    paint_cells(painter, figure.levels(), geometry)
    painter.setPen(outline_colour(palette))
    painter.drawRect(geometry.matrix_rect().toAlignedRect().adjusted(-1, -1, 0, 0))
    _paint_lines(painter, figure, geometry, palette)
    _paint_labels(painter, figure, geometry, palette)


def paint_foot(painter: QPainter, figure: AlignmentFigure, foot: QRectF, palette: QPalette) -> None:
    """The legend at the left of `foot`, and beside it the value under the pointer."""
    metrics = QFontMetricsF(painter.font())
    beside = BAR_WIDTH + 3 * MARGIN
    foot = with_room(foot, beside + metrics.horizontalAdvance(figure.read_out()) + 1)
    paint_legend(painter, foot.topLeft(), palette)
    text = foot.adjusted(beside, -MARGIN, 0, 0)
    painter.setPen(palette.color(QPalette.ColorRole.WindowText))
    shown = metrics.elidedText(figure.read_out(), Qt.TextElideMode.ElideMiddle, text.width())
    painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def with_room(foot: QRectF, width: float) -> QRectF:
    """The foot, begun further left where it is narrower than its line, so that the value is read whole."""
    left = max(MARGIN, min(foot.left(), foot.right() - width))
    return QRectF(QPointF(left, foot.top()), foot.bottomRight())


def _paint_lines(
    painter: QPainter, figure: AlignmentFigure, geometry: MatrixGeometry, palette: QPalette
) -> None:
    if geometry.cell < LEAST_LINED_CELL:
        return
    painter.save()
    painter.setClipRect(geometry.matrix_rect().adjusted(-1, -1, 1, 1))
    rows = {row: 2 if row == figure.marked_row else 1 for row in figure.kept_rows()}
    columns = {column: 2 if column == figure.marked_column else 1 for column in figure.kept_columns()}
    matrix = geometry.matrix_rect()
    for row, width in rows.items():
        painter.setPen(QPen(palette.accent(), width))
        cell = geometry.cell_rect(row, 0)
        painter.drawLine(QLineF(matrix.left(), cell.top(), matrix.right(), cell.top()))
        painter.drawLine(QLineF(matrix.left(), cell.bottom(), matrix.right(), cell.bottom()))
    for column, width in columns.items():
        painter.setPen(QPen(palette.accent(), width))
        cell = geometry.cell_rect(0, column)
        painter.drawLine(QLineF(cell.left(), matrix.top(), cell.left(), matrix.bottom()))
        painter.drawLine(QLineF(cell.right(), matrix.top(), cell.right(), matrix.bottom()))
    painter.restore()


def _paint_labels(
    painter: QPainter, figure: AlignmentFigure, geometry: MatrixGeometry, palette: QPalette
) -> None:
    metrics = QFontMetricsF(painter.font())
    plain, accent = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Accent)
    for label in row_labels(figure.target, geometry, metrics, figure.kept_rows()):
        painter.setPen(accent if label.index in figure.kept_rows() else plain)
        paint_row_label(painter, label)
        if label.index == figure.marked_row:
            paint_pointer(painter, label, accent)
    for label in column_labels(figure.source, geometry, metrics, figure.kept_columns()):
        painter.setPen(accent if label.index in figure.kept_columns() else plain)
        paint_column_label(painter, label)
