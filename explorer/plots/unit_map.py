"""The numbers of many units over a row of words: as cells in colours, and as lines under them."""

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from explorer.plots.colour_map import SIGNED_DARK, SIGNED_LIGHT, VIRIDIS
from explorer.plots.legend_item import is_stacked
from explorer.plots.matrix_geometry import MARGIN
from explorer.plots.matrix_keys import cell_after
from explorer.plots.measured_labels import measured
from explorer.plots.pictures import is_vector
from explorer.plots.unit_canvas import UnitCanvas
from explorer.plots.unit_figure import UnitFigure
from explorer.plots.unit_geometry import UnitGeometry
from explorer.plots.unit_heat import heat_image, heat_pixels, paint_shapes
from explorer.plots.unit_painter import (
    UnitMarks,
    lines_in_words,
    paint_frame,
    paint_legend_line,
    paint_lines,
    paint_text,
    paint_words,
    part_in_words,
)

CHART_HEIGHT, LEAST_HEAT = 64.0, 96.0  # pixels; the lines are there where the cells keep so much


class UnitMap(UnitCanvas):
    """Shows a UnitFigure. The wheel zooms at the pointer, a drag scrolls, a double click shows all.

    column_pointed: the word pointed at, or gone to by a key. A click keeps the line of a unit, or lets it go.
    """

    column_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure, self._marks = UnitFigure(), UnitMarks()
        self._heat: tuple[object, QPixmap] | None = None
        self._labels = measured((), QFontMetricsF(self.font()))

    @property
    def figure(self) -> UnitFigure:
        """What is shown."""
        return self._figure

    @property
    def marks(self) -> UnitMarks:
        """What is marked, pointed at and kept."""
        return self._marks

    def set_figure(self, figure: UnitFigure) -> None:
        """Show these numbers; zoom and the chosen unit stay where there are as many units and words."""
        if figure.values.shape != self._figure.values.shape:
            self._marks, self._zoom, self._pan = UnitMarks(), 1.0, QPointF()
        self._figure, self._heat = figure, None
        self._labels = measured(figure.columns, QFontMetricsF(self.font()))
        self._change(self._marks)

    def set_marked(self, column: int | None) -> None:
        """Mark a word; where it is out of sight it is scrolled to."""
        if column is not None and column >= len(self._figure.columns):
            column = None
        if column == self._marks.column:
            return
        self._change(replace(self._marks, column=column))
        if column is not None and self._marks.pointed is None:
            seen = self.geometry_now().rows_at(self.geometry_now().viewport.center().y())
            self.reveal(seen.start, column)

    def read_out(self) -> str:
        """The cell pointed at in words, else the marked word's mean, least and largest number."""
        if self._marks.pointed is not None:
            return self._figure.cell_in_words(*self._marks.pointed)
        if self._marks.column is None:
            return ""
        return self._figure.column_in_words(self._marks.column)

    def colours(self) -> str:
        """The map of colours: one with a middle for numbers with a sign, which the theme chooses."""
        if not self._figure.is_signed:
            return VIRIDIS
        is_dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        return SIGNED_DARK if is_dark else SIGNED_LIGHT

    def fitted(self) -> UnitGeometry:
        """All cells, under their words and over the lines, which are left out where there is no room."""
        metrics, figure = QFontMetricsF(self.font()), self._figure
        line = metrics.height()
        header = self._labels.header(self.height() / 4)
        told = line if is_stacked(metrics, self.width() - 2 * MARGIN) else 0.0
        foot = self.height() - 3 * line - told - 3 * MARGIN
        under = CHART_HEIGHT + line + 2 * MARGIN
        has_lines = foot - under - header >= LEAST_HEAT
        ticks = max(metrics.horizontalAdvance(text) for _, text in figure.ticks())
        left = round(MARGIN + max(line, ticks) + MARGIN)
        bottom = max(foot - under if has_lines else foot, header + 1)
        right = self.width() - MARGIN
        port = QRectF(QPointF(left, round(header)), QPointF(right, round(bottom)))
        lines = QRectF(port.left(), port.bottom() + MARGIN + line, port.width(), CHART_HEIGHT)
        rows, columns = figure.values.shape
        return UnitGeometry(port, rows, columns, lines=lines if has_lines else QRectF())

    # ---- pointing

    def point_at(self, position: QPointF | None) -> None:
        """Read out the cell at a point; of units that share the pixel the one that is seen."""
        self._point(None if position is None else self._cell_at(position))

    def tip_at(self, position: QPointF) -> str:
        """Under the cells and the lines all that stands there; beside them the names of the groups."""
        geometry = self.geometry_now()
        if not self._figure.values.size:
            return ""
        if position.y() <= geometry.viewport.bottom():
            names = (part_in_words(name, count) for name, count in self._figure.parts)
            return "\n".join(names) if position.x() < geometry.viewport.left() else ""
        about_lines = "" if geometry.lines.isEmpty() else lines_in_words(self._figure, self._marks)
        return "\n".join(filter(None, (self.read_out(), about_lines, self._told(geometry))))

    def click_at(self, position: QPointF) -> None:
        """Keep the line of a unit; at a word or in the lines, go to the word."""
        cell, column = self._cell_at(position), self.geometry_now().column_at(position.x())
        if cell is not None:
            self._keep(cell[0])
        elif column is not None:
            self.column_pointed.emit(column)

    def _cell_at(self, point: QPointF) -> tuple[int, int] | None:
        geometry = self.geometry_now()
        column, rows = geometry.column_at(point.x()), geometry.rows_at(point.y())
        if column is None or not rows:
            return None
        units = self._figure.order[rows.start : rows.stop]
        return int(units[np.argmax(np.abs(self._figure.values[units, column]))]), column

    def _point(self, cell: tuple[int, int] | None) -> None:
        if cell == self._marks.pointed:
            return
        self._change(replace(self._marks, pointed=cell))
        if cell is not None and cell[1] != self._marks.column:
            self.column_pointed.emit(cell[1])

    def _keep(self, unit: int) -> None:
        self._change(replace(self._marks, unit=None if unit == self._marks.unit else unit))

    def _change(self, marks: UnitMarks) -> None:
        """Draw other marks, and tell a screen reader what is read out now."""
        self._marks = marks
        self.update()
        words = self.read_out()
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            if words and self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # ---- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from cell to cell, the first time to the marked word; Return keeps the unit's line."""
        order, pointed = self._figure.order, self._marks.pointed
        row = 0 if pointed is None else int(np.flatnonzero(order == pointed[0])[0])
        column = (self._marks.column or 0) if pointed is None else pointed[1]
        cell = cell_after(event, (row, column), self._figure.values.shape) if len(order) else None
        if cell is not None:
            row, column = (row, column) if pointed is None else cell
            self.reveal(row, column)
            self._point((int(order[row]), column))
        elif pointed is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._keep(pointed[0])
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.underMouse():
            self.point_at(None)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._labels = measured(self._figure.columns, QFontMetricsF(self.font()))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, palette, figure = QPainter(self), self.palette(), self._figure
        painter.setFont(self.font())
        if not figure.values.size:
            return
        geometry, metrics = self.geometry_now(), QFontMetricsF(self.font())
        self._paint_cells(painter, geometry)
        paint_frame(painter, figure, geometry, self._marks, palette)
        paint_words(painter, self._labels, geometry, self._marks, palette)
        if self.hasFocus():
            painter.setPen(QPen(palette.accent(), 2))
            painter.drawRect(geometry.viewport.adjusted(-2, -2, 2, 2))
        top = geometry.viewport.bottom() + MARGIN
        if not geometry.lines.isEmpty():
            paint_lines(painter, figure, geometry, self._marks, palette)
            top = geometry.lines.bottom() + MARGIN
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        foot = QRectF(QPointF(MARGIN, top), QPointF(self.width() - MARGIN, self.height()))
        paint_text(painter, foot, self.read_out())
        foot.setTop(top + metrics.height() + 4)
        legend = (self.colours(), figure.ticks())
        paint_legend_line(painter, legend, foot, self._told(geometry), palette)

    def _told(self, geometry: UnitGeometry) -> str:
        if geometry.height * self.devicePixelRatioF() >= 1:
            return ""
        return self.tr("largest unit per pixel")

    def _paint_cells(self, painter: QPainter, geometry: UnitGeometry) -> None:
        corner, colours = geometry.viewport.topLeft(), self.colours()
        if is_vector(painter):
            paint_shapes(painter, heat_pixels(self._figure, geometry, colours, 1.0), corner)
            return
        wanted = (geometry, colours, painter.deviceTransform().m11())
        if self._heat is None or self._heat[0] != wanted:
            scale = wanted[2]
            image = heat_image(heat_pixels(self._figure, geometry, colours, scale), scale)
            self._heat = (wanted, QPixmap.fromImage(image))
        painter.drawPixmap(corner, self._heat[1])
