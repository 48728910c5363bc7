"""Paints what stands round the cells of an alignment: labels, marks, crosshair, legend and read-out."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPalette, QPen

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.cell_ring import paint_rings
from explorer.plots.legend_item import bar_width, legend_height, outline_colour, paint_legend
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.matrix_layout import PlacedLabels
from explorer.plots.token_axis import (
    paint_column_label,
    paint_column_pointer,
    paint_row_label,
    paint_row_pointer,
)

LEAST_LINED_CELL = 5.0  # lines along smaller cells would hide them


def paint_figure(
    painter: QPainter,
    figure: AlignmentFigure,
    geometry: MatrixGeometry,
    labels: PlacedLabels,
    palette: QPalette,
) -> None:
    """Draw the frame, the marks and the labels round the cells; the painter carries the font."""
    painter.setPen(outline_colour(palette))
    painter.drawRect(geometry.matrix_rect().toAlignedRect().adjusted(-1, -1, 0, 0))
    paint_rings(painter, figure.rings, geometry, is_transposed=figure.style.is_transposed)
    _paint_lines(painter, figure, geometry, palette)
    _paint_labels(painter, figure, labels, palette)


def paint_foot(
    painter: QPainter, figure: AlignmentFigure, foot: QRectF, palette: QPalette, *, is_stacked: bool
) -> None:
    """The legend at the left of `foot`; beside it the value pointed at, and how the picture is drawn.

    is_stacked: these words stand under the legend instead.
    """
    metrics = QFontMetricsF(painter.font())
    lines = figure.foot_lines()
    over = metrics.horizontalAdvance(figure.ticks()[-1][1]) / 2  # of the last number over the bar's end
    beside = 0.0 if is_stacked else bar_width(metrics) + max(3 * MARGIN, over + 2 * MARGIN)
    foot = with_room(foot, beside + max(metrics.horizontalAdvance(line) for line in lines) + 1)
    paint_legend(painter, foot.topLeft(), figure.style.colours, figure.ticks(), palette)
    roles = (QPalette.ColorRole.WindowText, QPalette.ColorRole.PlaceholderText)
    for index, (line, role) in enumerate(zip(lines, roles, strict=True)):
        top = foot.top() + index * metrics.height() + (legend_height(metrics) if is_stacked else 0.0)
        text = QRectF(foot.left() + beside, top, foot.width() - beside, metrics.height())
        painter.setPen(palette.color(role))
        shown = metrics.elidedText(line, Qt.TextElideMode.ElideRight, text.width())
        painter.drawText(text, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)


def paint_focus(painter: QPainter, geometry: MatrixGeometry, palette: QPalette) -> None:
    """A line round the cells while the keys go to them."""
    painter.setPen(QPen(palette.accent(), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(geometry.matrix_rect().adjusted(-2, -2, 2, 2))


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
    marked_row, marked_column = figure.turned(figure.marked_step, figure.marked_position)
    rows = {row: 2 if row == marked_row else 1 for row in figure.kept_rows()}
    columns = {column: 2 if column == marked_column else 1 for column in figure.kept_columns()}
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
    painter: QPainter, figure: AlignmentFigure, labels: PlacedLabels, palette: QPalette
) -> None:
    plain, accent = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Accent)
    rows, columns = labels
    kept_rows, kept_columns = figure.kept_rows(), figure.kept_columns()
    for label in rows:
        painter.setPen(accent if label.index in kept_rows else plain)
        paint_row_label(painter, label)
        if not figure.style.is_transposed and label.index == figure.marked_step:
            paint_row_pointer(painter, label, accent)
    for label in columns:
        painter.setPen(accent if label.index in kept_columns else plain)
        paint_column_label(painter, label)
        if figure.style.is_transposed and label.index == figure.marked_step:
            paint_column_pointer(painter, label, accent)
