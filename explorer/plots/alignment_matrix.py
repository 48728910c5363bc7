"""The picture of a soft alignment as in B, figure 3, or transposed, with what the pointer is at in words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from explorer.plots.alignment_figure import AlignmentFigure, refusal
from explorer.plots.alignment_painter import paint_figure, paint_focus, paint_foot
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.cell_ring import Ring
from explorer.plots.heatmap_item import Heatmap
from explorer.plots.legend_item import foot_height, is_stacked
from explorer.plots.matrix_canvas import MatrixCanvas
from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.matrix_keys import cell_after
from explorer.plots.matrix_layout import Axes, MatrixLayout, PlacedLabels, measured_axes, placed_labels
from explorer.plots.matrix_style import MatrixStyle
from explorer.plots.measured_labels import shortened
from explorer.plots.merged_pieces import MergedPieces


class AlignmentMatrix(MatrixCanvas):
    """Weights as squares in the colours of a style, with labels that stay at the edges.

    All indices that go in and out are steps and source positions, whichever way round the picture is. Zoom
    and scroll are kept while rows are added for one source.
    """

    # step and position under the pointer, or gone to by a key; one is None where the pointer is at a label
    pointed = Signal(object, object)
    step_clicked = Signal(int)
    menu_requested = Signal(QPoint, object, object)  # where on the screen, step, position; None beside them

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = AlignmentFigure()
        self._heatmap = Heatmap(self._figure.cells, self._figure.style)
        self._message = ""
        self._growing = False
        self._corner = QSize()
        self._axes: Axes | None = None  # None until the labels are measured
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
            self._show(self._figure.emptied(source_labels))
        else:
            self._show(self._figure.with_alignment(np.array(weights), source_labels, target_labels))

    def set_pieces(self, pieces: MergedPieces | None) -> None:
        """Tell what the weights between whole words are made of, for the read-out."""
        if not self._message:
            self._change(replace(self._figure, pieces=pieces))

    def set_rings(self, rings: Sequence[Ring]) -> None:
        """Lay rings over cells of what is shown now."""
        self._change(replace(self._figure, rings=tuple(rings)))

    def set_style(self, style: MatrixStyle) -> None:
        """Draw in another way; the whole matrix is shown again where it is turned."""
        if style.is_transposed != self._figure.style.is_transposed:
            self._cell, self._pan = None, QPointF()
        if style != self._figure.style:
            self._show(replace(self._figure, style=style))

    def clear(self) -> None:
        """Show nothing."""
        self._message = ""
        self._show(self._figure.emptied())
        self.show_all()

    def paper(self, note: str = "") -> AlignmentPaper:
        """The whole matrix, for a file, with a note under it."""
        return AlignmentPaper(self._figure, self.font(), note)

    def set_marked(self, step: int | None, position: int | None) -> None:
        """Mark the step and the source position, each with its label; None marks none.

        A cell that is marked from elsewhere is scrolled to.
        """
        figure = self._figure
        if (step, position) == (figure.marked_step, figure.marked_position):
            return
        self._change(replace(figure, marked_step=step, marked_position=position))
        place = self._figure.place()
        if place is not None and (figure.hovered_step, figure.hovered_position) == (None, None):
            row, column = self._figure.turned(*place)
            self.reveal(row or 0, column or 0)

    def message(self) -> str:
        """Why nothing is drawn, or an empty text."""
        return self._message

    def cell(self) -> tuple[int, int] | None:
        """The step and the source position that are read out; None where none are."""
        return self._figure.place()

    def read_out(self) -> str:
        """The line under the matrix: both tokens, the weight, its rank in the row."""
        return self._figure.read_out()

    def _show(self, figure: AlignmentFigure) -> None:
        self._heatmap, self._axes = Heatmap(figure.cells, figure.style), None
        self._change(figure)

    def _change(self, figure: AlignmentFigure) -> None:
        """Draw other marks, and tell a screen reader of the cell that is read out now."""
        self._figure = figure
        self.update()
        words = figure.read_out()
        if words == self.accessibleDescription():
            return
        self.setAccessibleDescription(words)
        if words and self.hasFocus():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # ---- where it stands

    def set_corner(self, size: QSize) -> None:
        """Keep this much free in the upper left corner, between the labels."""
        self._corner = size
        self.update()

    def placed(self, cell: float | None) -> MatrixGeometry:
        """The cells, unscrolled, with edges of `cell` pixels; None: as large as all of them fit."""
        return self._layout().placed(cell)

    def _layout(self) -> MatrixLayout:
        if self._axes is None:
            self._axes = measured_axes(self._figure, QFontMetricsF(self.font()))
        return MatrixLayout(self._figure, self._axes, self.size(), self._corner, self._growing)

    def shown_labels(self) -> PlacedLabels:
        """The labels at the left and those on top as they are drawn."""
        return placed_labels(self._figure, self._layout().axes, self.matrix_geometry())

    def place_at(self, point: QPointF) -> tuple[int | None, int | None]:
        """The step and the source position at a point; at a label only the one that it names."""
        return self._layout().place_at(point, self.matrix_geometry())

    def token_at(self, point: QPointF) -> str:
        """The whole token whose label stands at `point`; empty elsewhere."""
        step, position = self.place_at(point)
        if step is not None and position is None:
            return self._figure.target[step]
        if position is not None and step is None:
            return self._figure.source[position]
        return ""

    def tip_at(self, position: QPointF) -> str:
        """The token of a label; under the cells all that stands beside the legend."""
        if self._figure.target and position.y() > self.matrix_geometry().viewport.bottom():
            return "\n".join(filter(None, self._figure.foot_lines()))
        return shortened(self.token_at(position))

    def point_at(self, position: QPointF | None) -> None:
        """Draw the crosshair and read out at once; `pointed` where it is another word than before."""
        step, place = (None, None) if position is None else self.place_at(position)
        if (step, place) == (self._figure.hovered_step, self._figure.hovered_position):
            return
        self._change(replace(self._figure, hovered_step=step, hovered_position=place))
        if (step, place) != (None, None):
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
        paint_figure(painter, self._figure, geometry, self.shown_labels(), self.palette())
        if self.hasFocus():
            paint_focus(painter, geometry, self.palette())
        left, top = geometry.viewport.left(), geometry.viewport.bottom() + MARGIN
        room = (QFontMetricsF(self.font()), self.width(), self._figure.lasting_words())
        foot = QRectF(left, top, self.width() - MARGIN - left, foot_height(*room))
        paint_foot(painter, self._figure, foot, self.palette(), is_stacked=is_stacked(*room))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to another cell; the first time, to the one that is read out."""
        figure = self._figure
        row, column = figure.turned(*(figure.place() or (0, 0)))
        cell = cell_after(event, (row or 0, column or 0), figure.cells.shape) if figure.target else None
        if cell is None:
            super().keyPressEvent(event)
            return
        is_whole = figure.marked_position is not None or figure.hovered_position is not None
        step, position = figure.turned(*(cell if is_whole else (row, column)))
        self._change(replace(figure, hovered_step=None, hovered_position=None))
        self.pointed.emit(step, position)

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

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._axes = None
        super().changeEvent(event)
