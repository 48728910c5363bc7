"""The picture of a soft alignment as in B, figure 3, or transposed, with what the pointer is at in words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from explorer.plots.alignment_figure import AlignmentFigure, refusal
from explorer.plots.alignment_painter import paint_figure, paint_foot
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.heatmap_item import Heatmap
from explorer.plots.legend_item import legend_height
from explorer.plots.matrix_canvas import MatrixCanvas
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry, fitted_cell
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.token_axis import (
    TokenLabel,
    column_labels,
    header_size,
    row_labels,
    slanted_header_size,
    slanted_labels,
    unslanted,
)

HIGHEST_HEADER = 0.35  # of the widget's height


class AlignmentMatrix(MatrixCanvas):
    """Weights as squares in the colours of a style, with labels that stay at the edges.

    All indices that go in and out are steps and source positions, whichever way round the picture is. Zoom
    and scroll are kept while rows are added for one source.
    """

    pointed = Signal(object, object)  # step, position under the pointer; one is None where it is at a label
    step_clicked = Signal(int)
    menu_requested = Signal(QPoint, object, object)  # where on the screen, step, position; None beside them

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = AlignmentFigure()
        self._heatmap = Heatmap(self._figure.cells, self._figure.style)
        self._message = ""
        self._growing = False
        self._corner = QSize()
        self.setAccessibleName(self.tr("Soft alignment"))

    # ---- what is shown

    def set_alignment(
        self,
        weights: NDArray[np.floating],
        source_labels: Sequence[str],
        target_labels: Sequence[str],
        *,
        growing: bool = False,
    ) -> None:
        """Show `weights`, a row a target label and a column a source label.

        growing: more rows will come; a square is kept free, so that the rows do not shrink one by one.
        What is not a soft alignment (not a number, all zero, the wrong size) is told in words instead.
        """
        if tuple(source_labels) != self._figure.source:
            self._cell, self._pan = None, QPointF()
        self._growing = growing
        self._message = refusal(weights, len(target_labels), len(source_labels))
        if self._message:
            empty = AlignmentFigure(source=tuple(source_labels), style=self._figure.style)
            self._show(empty)
        else:
            self._show(self._figure.with_alignment(np.array(weights), source_labels, target_labels))

    def set_pieces(self, source: Sequence[int], target: Sequence[int]) -> None:
        """Tell of how many tokens each label is the sum (source) and the mean (target), for the read-out."""
        if not self._message:
            self._figure = replace(self._figure, source_pieces=tuple(source), target_pieces=tuple(target))

    def set_style(self, style: MatrixStyle) -> None:
        """Draw in another way; the whole matrix is shown again where it is turned."""
        if style.is_transposed != self._figure.style.is_transposed:
            self._cell, self._pan = None, QPointF()
        if style != self._figure.style:
            self._show(replace(self._figure, style=style))

    def clear(self) -> None:
        """Show nothing."""
        self._message = ""
        self._show(AlignmentFigure(style=self._figure.style))
        self.show_all()

    def paper(self) -> AlignmentPaper:
        """The whole matrix, for a file."""
        return AlignmentPaper(self._figure, self.font())

    def set_marked(self, step: int | None, position: int | None) -> None:
        """Mark the step and the source position, each with its label; None marks none."""
        if (step, position) != (self._figure.marked_step, self._figure.marked_position):
            self._figure = replace(self._figure, marked_step=step, marked_position=position)
            self.update()

    def message(self) -> str:
        """Why nothing is drawn, or an empty text."""
        return self._message

    def read_out(self) -> str:
        """The line under the matrix: both tokens, the weight, its rank in the row."""
        return self._figure.read_out()

    def _show(self, figure: AlignmentFigure) -> None:
        self._figure = figure
        self._heatmap = Heatmap(figure.cells, figure.style)
        self.update()

    # ---- where it stands

    def set_corner(self, size: QSize) -> None:
        """Keep this much free in the upper left corner, between the labels."""
        self._corner = size
        self.update()

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        metrics, figure = QFontMetricsF(self.font()), self._figure
        rows, columns = len(figure.down), len(figure.across)
        left = header_size(figure.down, metrics, self.width() / 3)
        left = max(left, self._corner.width() + MARGIN)
        header = slanted_header_size if figure.style.is_slanted else header_size
        top = header(figure.across, metrics, self.height() * HIGHEST_HEADER)
        overhang = top - MARGIN if figure.style.is_slanted else 0.0
        top = max(top, self._corner.height() + MARGIN)
        foot = legend_height(metrics) + 2 * MARGIN
        width = self.width() - left - MARGIN - overhang
        room = QSizeF(max(width, 1.0), max(self.height() - top - foot, 1.0))
        kept_rows, kept_columns = self._kept_free(rows, columns)
        edge = cell or fitted_cell(room, kept_rows, kept_columns)
        seen_width = min(kept_columns * edge, room.width())
        seen_height = min(kept_rows * edge, room.height())
        begin = max(left, left + (room.width() + MARGIN - left - seen_width) / 2)
        viewport = QRectF(round(begin), round(top), seen_width, seen_height)
        return MatrixGeometry(viewport, edge, rows, columns, QPointF())

    def _kept_free(self, rows: int, columns: int) -> tuple[int, int]:
        """How many rows and columns there is room for while target tokens are added."""
        if not self._growing:
            return rows, columns
        most = max(rows, columns)
        return (rows, most) if self._figure.style.is_transposed else (most, columns)

    def shown_row_labels(self) -> list[TokenLabel]:
        """The labels at the left as they are drawn."""
        metrics = QFontMetricsF(self.font())
        return row_labels(self._figure.down, self.matrix_geometry(), metrics, self._figure.kept_rows())

    def shown_column_labels(self) -> list[TokenLabel]:
        """The labels on top as they are drawn."""
        metrics = QFontMetricsF(self.font())
        on_top = slanted_labels if self._figure.style.is_slanted else column_labels
        return on_top(self._figure.across, self.matrix_geometry(), metrics, self._figure.kept_columns())

    def place_at(self, point: QPointF) -> tuple[int | None, int | None]:
        """The step and the source position at a point; at a label only the one that it names."""
        geometry = self.matrix_geometry()
        if self._figure.style.is_slanted:
            point = unslanted(point, geometry, QFontMetricsF(self.font()))
        row, column = geometry.row_at(point.y()), geometry.column_at(point.x())
        is_beside = column is None and point.x() >= geometry.viewport.left()
        is_under = row is None and point.y() >= geometry.viewport.top()
        if is_beside or is_under:
            return None, None
        return self._figure.turned(row, column)

    def token_at(self, point: QPointF) -> str:
        """The whole token whose label stands at `point`; empty elsewhere."""
        step, position = self.place_at(point)
        if step is not None and position is None:
            return self._figure.target[step]
        if position is not None and step is None:
            return self._figure.source[position]
        return ""

    def point_at(self, position: QPointF | None) -> None:
        """Draw the crosshair and read out at once; `pointed` where it is another word than before."""
        step, place = (None, None) if position is None else self.place_at(position)
        if (step, place) == (self._figure.hovered_step, self._figure.hovered_position):
            return
        self._figure = replace(self._figure, hovered_step=step, hovered_position=place)
        is_pointing = (step, place) != (None, None)
        self.setAccessibleDescription(self.read_out() if is_pointing else "")
        self.update()
        if is_pointing:
            self.pointed.emit(step, place)

    def click_at(self, position: QPointF) -> None:
        """Tell the step that was clicked at, in its cells or at its label."""
        step, _ = self.place_at(position)
        if step is not None:
            self.step_clicked.emit(step)

    # ---- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        if self._message:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(32, 32, -32, -32), flags, self._message)
            return
        if not self._figure.target:
            return
        geometry = self.matrix_geometry()
        self._heatmap.paint(painter, geometry)
        paint_figure(painter, self._figure, geometry, self.palette())
        left, top = geometry.viewport.left(), geometry.viewport.bottom() + MARGIN
        height = legend_height(QFontMetricsF(self.font()))
        foot = QRectF(left, top, self.width() - MARGIN - left, height)
        paint_foot(painter, self._figure, foot, self.palette())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """At the pointer; by the key at the cell that is marked."""
        figure = self._figure
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            step, position = figure.marked_step, figure.marked_position
            row, column = figure.turned(step or 0, position or 0)
            geometry = self.matrix_geometry()
            cell = geometry.cell_rect(row or 0, column or 0).intersected(geometry.viewport)
            self.menu_requested.emit(self.mapToGlobal(cell.center().toPoint()), step, position)
        else:
            self.menu_requested.emit(event.globalPos(), *self.place_at(QPointF(event.pos())))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.token_at(QPointF(event.pos())), self)
            return True
        return super().event(event)
