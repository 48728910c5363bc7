"""Where the cells and the labels of an alignment stand in a widget of a given size and font."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QFontMetricsF

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.legend_item import legend_height
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry, fitted_cell
from explorer.plots.token_axis import (
    TokenLabel,
    column_labels,
    header_size,
    row_labels,
    slanted_header_size,
    slanted_labels,
    unslanted,
    widest_label,
)

HIGHEST_HEADER = 0.35  # of the widget's height


def widest_labels(figure: AlignmentFigure, metrics: QFontMetricsF) -> tuple[float, float]:
    """The widths of the widest label of a row and of a column."""
    return widest_label(figure.down, metrics), widest_label(figure.across, metrics)


@dataclass(frozen=True)
class MatrixLayout:
    """size: the widget's; corner: what is kept free in its upper left; widest: of `widest_labels`.

    is_growing: more rows will come, and there is room kept for as many as make a square.
    """

    figure: AlignmentFigure
    metrics: QFontMetricsF
    widest: tuple[float, float]
    size: QSize
    corner: QSize
    is_growing: bool

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        figure, metrics = self.figure, self.metrics
        rows, columns = len(figure.down), len(figure.across)
        left = header_size(self.widest[0], metrics, self.size.width() / 3)
        left = max(left, self.corner.width() + MARGIN)
        header = slanted_header_size if figure.style.is_slanted else header_size
        top = header(self.widest[1], metrics, self.size.height() * HIGHEST_HEADER)
        overhang = top - MARGIN if figure.style.is_slanted else 0.0
        top = max(top, self.corner.height() + MARGIN)
        foot = legend_height(metrics) + 2 * MARGIN
        width = self.size.width() - left - MARGIN - overhang
        room = QSizeF(max(width, 1.0), max(self.size.height() - top - foot, 1.0))
        kept_rows, kept_columns = self._kept_free(rows, columns)
        edge = cell or fitted_cell(room, kept_rows, kept_columns)
        seen_width = min(kept_columns * edge, room.width())
        seen_height = min(kept_rows * edge, room.height())
        begin = max(left, left + (room.width() + MARGIN - left - seen_width) / 2)
        viewport = QRectF(round(begin), round(top), seen_width, seen_height)
        return MatrixGeometry(viewport, edge, rows, columns, QPointF())

    def _kept_free(self, rows: int, columns: int) -> tuple[int, int]:
        """How many rows and columns there is room for while target tokens are added."""
        if not self.is_growing:
            return rows, columns
        most = max(rows, columns)
        return (rows, most) if self.figure.style.is_transposed else (most, columns)

    def row_labels(self, geometry: MatrixGeometry) -> list[TokenLabel]:
        """The labels at the left as they are drawn."""
        return row_labels(self.figure.down, geometry, self.metrics, self.figure.kept_rows())

    def column_labels(self, geometry: MatrixGeometry) -> list[TokenLabel]:
        """The labels on top as they are drawn."""
        on_top = slanted_labels if self.figure.style.is_slanted else column_labels
        return on_top(self.figure.across, geometry, self.metrics, self.figure.kept_columns())

    def place_at(self, point: QPointF, geometry: MatrixGeometry) -> tuple[int | None, int | None]:
        """The step and the source position at a point; at a label only the one that it names."""
        if self.figure.style.is_slanted:
            point = unslanted(point, geometry, self.metrics)
        row, column = geometry.row_at(point.y()), geometry.column_at(point.x())
        is_beside = column is None and point.x() >= geometry.viewport.left()
        is_under = row is None and point.y() >= geometry.viewport.top()
        if is_beside or is_under:
            return None, None
        return self.figure.turned(row, column)
