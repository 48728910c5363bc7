"""The picture of a soft alignment as in B, figure 3: source upright on top, target down the left."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.plots.alignment_figure import AlignmentFigure, cell_in_words, refusal
from explorer.plots.alignment_painter import paint_figure, paint_foot
from explorer.plots.alignment_paper import AlignmentPaper
from explorer.plots.legend_item import legend_height
from explorer.plots.matrix_geometry import LARGEST_ZOOMED_CELL, MARGIN, MatrixGeometry, fitted_cell
from explorer.plots.token_axis import TokenLabel, column_labels, header_size, row_labels

ZOOM_STEP = 1.2
CLICK_SLACK = 4  # pixels that the pointer may move in a click
HIGHEST_HEADER = 0.35  # of the widget's height


class AlignmentMatrix(QWidget):
    """Weights as grey squares, target rows by source columns, with labels that stay at the edges.

    The wheel zooms at the pointer, a drag scrolls, a double click shows the whole matrix again; the keys
    + - 0 and the arrows do the same. Zoom and scroll are kept while rows are added for one source.
    """

    cell_hovered = Signal(int, int)  # step, position; -1, -1 when the pointer leaves the cells
    row_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = AlignmentFigure()
        self._message = ""
        self._growing = False
        self._cell: float | None = None  # set by zooming; None: fitted
        self._pan = QPointF()
        self._press: tuple[QPointF, QPointF] | None = None  # the pointer and the pan when a button went down
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
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
            self._figure = replace(AlignmentFigure(), source=tuple(source_labels))
        else:
            self._figure = self._figure.with_alignment(np.array(weights), source_labels, target_labels)
        self.update()

    def set_pieces(self, source: Sequence[int], target: Sequence[int]) -> None:
        """Tell of how many tokens each column is the sum and each row the mean, for the read-out."""
        if not self._message:
            self._figure = replace(self._figure, source_pieces=tuple(source), target_pieces=tuple(target))

    def clear(self) -> None:
        """Show nothing."""
        self._figure, self._message = AlignmentFigure(), ""
        self.show_all()

    def paper(self) -> AlignmentPaper:
        """The whole matrix, for a file."""
        return AlignmentPaper(self._figure, self.font())

    def set_marked_row(self, step: int | None) -> None:
        """Mark the row of a step and its label; None marks none."""
        self._figure = replace(self._figure, marked_row=step)
        self.update()

    def set_marked_column(self, position: int | None) -> None:
        """Mark the column of a source position and its label; None marks none."""
        self._figure = replace(self._figure, marked_column=position)
        self.update()

    def message(self) -> str:
        """Why nothing is drawn, or an empty text."""
        return self._message

    def read_out(self) -> str:
        """The line under the matrix: both tokens, the weight, its rank in the row."""
        return self._figure.read_out()

    # ---- where it stands

    def matrix_geometry(self) -> MatrixGeometry:
        """Where the cells stand now, in the widget's coordinates."""
        metrics = QFontMetricsF(self.font())
        rows, columns = len(self._figure.target), len(self._figure.source)
        left = header_size(self._figure.target, metrics, self.width() / 3)
        top = header_size(self._figure.source, metrics, self.height() * HIGHEST_HEADER)
        foot = legend_height(metrics) + 3 * MARGIN
        room = QSizeF(max(self.width() - left - MARGIN, 1.0), max(self.height() - top - foot, 1.0))
        kept = max(rows, columns) if self._growing else rows
        cell = self._cell or fitted_cell(room, kept, columns)
        seen_width = min(columns * cell, room.width())
        seen_height = min(kept * cell, room.height())
        begin = max(left, left + (room.width() + MARGIN - left - seen_width) / 2)
        viewport = QRectF(round(begin), round(top), seen_width, seen_height)
        return MatrixGeometry(viewport, cell, rows, columns, QPointF()).panned(self._pan)

    def shown_row_labels(self) -> list[TokenLabel]:
        """The labels at the left as they are drawn."""
        metrics = QFontMetricsF(self.font())
        return row_labels(self._figure.target, self.matrix_geometry(), metrics, self._figure.kept_rows())

    def shown_column_labels(self) -> list[TokenLabel]:
        """The labels on top as they are drawn."""
        metrics = QFontMetricsF(self.font())
        return column_labels(
            self._figure.source, self.matrix_geometry(), metrics, self._figure.kept_columns()
        )

    def sizeHint(self) -> QSize:
        return QSize(560, 480)

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 200)

    def show_all(self) -> None:
        """Fit the whole matrix into the widget again."""
        self._cell, self._pan = None, QPointF()
        self.update()

    def zoom(self, factor: float, at: QPointF) -> None:
        """Make the cells larger by `factor`; the place under `at` stays where it is."""
        before = self.matrix_geometry()
        smallest = self._fitted_cell()
        cell = min(max(before.cell * factor, smallest), max(LARGEST_ZOOMED_CELL, smallest))
        self._cell = None if cell == smallest else cell
        place = (at - before.origin) / before.cell
        after = self.matrix_geometry()
        self._scroll_to(place * after.cell - (at - after.viewport.topLeft()))

    def _fitted_cell(self) -> float:
        held, self._cell = self._cell, None
        fitted = self.matrix_geometry().cell
        self._cell = held
        return fitted

    def _scroll_to(self, pan: QPointF) -> None:
        self._pan = self.matrix_geometry().panned(pan).pan
        self.update()

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
        paint_figure(painter, self._figure, geometry, self.palette())
        foot = geometry.viewport.bottom() + 2 * MARGIN
        width = self.width() - MARGIN - geometry.viewport.left()
        paint_foot(
            painter, self._figure, QRectF(geometry.viewport.left(), foot, width, 3 * MARGIN), self.palette()
        )

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._press and self._is_drag(event.position()):
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._scroll_to(self._press[1] - (event.position() - self._press[0]))
            return
        geometry = self.matrix_geometry()
        row, column = geometry.row_at(event.position().y()), geometry.column_at(event.position().x())
        self._hover(None if row is None or column is None else (row, column))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = (event.position(), self._pan)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or not self._press:
            return
        dragged = self._is_drag(event.position())
        self._press = None
        self.unsetCursor()
        row = self.matrix_geometry().row_at(event.position().y())
        if not dragged and row is not None:
            self.row_clicked.emit(row)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        centre = self.matrix_geometry().viewport.center()
        steps = {
            Qt.Key.Key_Left: QPoint(-1, 0),
            Qt.Key.Key_Right: QPoint(1, 0),
            Qt.Key.Key_Up: QPoint(0, -1),
            Qt.Key.Key_Down: QPoint(0, 1),
        }
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(ZOOM_STEP, centre)
        elif event.key() == Qt.Key.Key_Minus:
            self.zoom(1 / ZOOM_STEP, centre)
        elif event.key() == Qt.Key.Key_0:
            self.show_all()
        elif event.key() in steps and self._cell is not None:
            self._scroll_to(self._pan + QPointF(steps[Qt.Key(event.key())]) * 2 * self._cell)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.token_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def token_at(self, point: QPointF) -> str:
        """The whole token whose row or column label stands at `point`; empty elsewhere."""
        geometry = self.matrix_geometry()
        row, column = geometry.row_at(point.y()), geometry.column_at(point.x())
        if row is not None and point.x() < geometry.viewport.left():
            return self._figure.target[row]
        if column is not None and point.y() < geometry.viewport.top():
            return self._figure.source[column]
        return ""

    def _is_drag(self, position: QPointF) -> bool:
        return self._press is not None and (position - self._press[0]).manhattanLength() > CLICK_SLACK

    def _hover(self, cell: tuple[int, int] | None) -> None:
        if cell == self._figure.hovered:
            return
        self._figure = replace(self._figure, hovered=cell)
        self.setAccessibleDescription(cell_in_words(self._figure, *cell) if cell else "")
        self.cell_hovered.emit(*(cell or (-1, -1)))
        self.update()
