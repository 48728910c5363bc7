"""Where the cells and the labels of an alignment stand in a widget of a given size and font."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QFontMetricsF

from explorer.plots.alignment_figure import AlignmentFigure
from explorer.plots.legend_item import foot_height
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry, fitted_cell
from explorer.plots.measured_labels import MeasuredLabels, measured
from explorer.plots.token_axis import TokenLabel, column_labels, row_labels, slanted_labels, unslanted

PlacedLabels = tuple[list[TokenLabel], list[TokenLabel]]
HIGHEST_HEADER = 0.35  # of the widget's height


@dataclass(frozen=True)
class Axes:
    """The labels of the rows and of the columns, measured."""

    down: MeasuredLabels
    across: MeasuredLabels


def measured_axes(figure: AlignmentFigure, metrics: QFontMetricsF) -> Axes:
    """The labels of a figure in a font."""
    return Axes(measured(figure.down, metrics), measured(figure.across, metrics))


def placed_labels(figure: AlignmentFigure, axes: Axes, geometry: MatrixGeometry) -> PlacedLabels:
    """The labels at the left and those on top as they are drawn."""
    on_top = slanted_labels if figure.style.is_slanted else column_labels
    rows = row_labels(axes.down, geometry, figure.kept_rows())
    return rows, on_top(axes.across, geometry, figure.kept_columns())


@dataclass(frozen=True)
class MatrixLayout:
    """size: the widget's; corner: what is kept free in its upper left.

    is_growing: more rows will come, and there is room kept for as many as make a square.
    """

    figure: AlignmentFigure
    axes: Axes
    size: QSize
    corner: QSize
    is_growing: bool

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        down, across, is_slanted = self.axes.down, self.axes.across, self.figure.style.is_slanted
        rows, columns = len(down.texts), len(across.texts)
        left = max(down.header(self.size.width() / 3), self.corner.width() + MARGIN)
        most = self.size.height() * HIGHEST_HEADER
        top = across.slanted_header(most) if is_slanted else across.header(most)
        right = top if is_slanted else MARGIN
        top = max(top, self.corner.height() + MARGIN)
        foot = foot_height(across.metrics, self.size.width(), self.figure.lasting_words()) + 2 * MARGIN
        width, height = self.size.width() - left - right, self.size.height() - top - foot
        room = QSizeF(max(width, 1.0), max(height, 1.0))
        kept_rows, kept_columns = self._kept_free(rows, columns)
        edge = cell or fitted_cell(room, kept_rows, kept_columns)
        seen = QSizeF(min(kept_columns * edge, room.width()), min(kept_rows * edge, room.height()))
        centred = (self.size.width() - seen.width()) / 2
        begin = max(left, min(centred, left + room.width() - seen.width()))
        viewport = QRectF(QPointF(round(begin), round(top)), seen)
        return MatrixGeometry(viewport, edge, rows, columns, QPointF())

    def _kept_free(self, rows: int, columns: int) -> tuple[int, int]:
        """How many rows and columns there is room for while target tokens are added."""
        if not self.is_growing:
            return rows, columns
        most = max(rows, columns)
        return (rows, most) if self.figure.style.is_transposed else (most, columns)

    def place_at(self, point: QPointF, geometry: MatrixGeometry) -> tuple[int | None, int | None]:
        """The step and the source position at a point; at a label only the one that it names."""
        if self.figure.style.is_slanted:
            point = unslanted(point, geometry, self.axes.across)
        row, column = geometry.row_at(point.y()), geometry.column_at(point.x())
        is_beside = column is None and point.x() >= geometry.viewport.left()
        is_under = row is None and point.y() >= geometry.viewport.top()
        if is_beside or is_under:
            return None, None
        return self.figure.turned(row, column)
