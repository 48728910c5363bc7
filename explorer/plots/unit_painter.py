"""Paints what stands round the cells of units: their words, their groups, marks, the lines and the legend."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPalette, QPen, QPolygonF

from explorer.plots.legend_item import bar_width, is_stacked, legend_height, outline_colour, paint_legend
from explorer.plots.measured_labels import MeasuredLabels
from explorer.plots.token_axis import column_labels, paint_column_label, paint_column_pointer
from explorer.plots.unit_figure import UnitFigure
from explorer.plots.unit_geometry import UnitGeometry

BAND_OPACITY = 56

Legend = tuple[str, tuple[tuple[float, str], ...]]  # a map of colours and its ticks


@dataclass(frozen=True)
class UnitMarks:
    """column: the marked word; pointed: the unit and the column pointed at; unit: whose line is drawn."""

    column: int | None = None
    pointed: tuple[int, int] | None = None
    unit: int | None = None

    @property
    def line_unit(self) -> int | None:
        """The unit whose own line is drawn: the one pointed at, else the chosen one."""
        return self.unit if self.pointed is None else self.pointed[0]


def paint_frame(
    painter: QPainter, figure: UnitFigure, geometry: UnitGeometry, marks: UnitMarks, palette: QPalette
) -> None:
    """The edge of the cells, their groups at the left, the marked column and the cell pointed at."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(outline_colour(palette))
    painter.drawRect(geometry.viewport.toAlignedRect().adjusted(-1, -1, 0, 0))
    _paint_groups(painter, figure, geometry, palette)
    painter.save()
    painter.setClipRect(geometry.viewport.adjusted(-1, -1, 1, 1))
    if marks.column is not None:
        column = geometry.cell_rect(0, marks.column)
        sides = (column.left(), column.right())
        painter.setPen(QPen(palette.accent(), 1))
        for x in sides:
            painter.drawLine(QLineF(x, geometry.viewport.top(), x, geometry.viewport.bottom()))
    if marks.pointed is not None:
        row = int(np.flatnonzero(figure.order == marks.pointed[0])[0])
        cell = geometry.cell_rect(row, marks.pointed[1])
        middle = cell.center()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.WindowText), 1))
        painter.drawRect(QRectF(cell.left(), middle.y() - max(cell.height(), 5.0) / 2, cell.width(),
                                max(cell.height(), 5.0)))  # fmt: skip
    painter.restore()


def paint_lines(
    painter: QPainter,
    figure: UnitFigure,
    geometry: UnitGeometry,
    marks: UnitMarks,
    palette: QPalette,
) -> None:
    """Under the cells: the mean of all units, the band from the least to the largest, and one unit's line."""
    low, high = figure.limits
    chart = geometry.lines
    centres = [geometry.cell_rect(0, column).center().x() for column in range(geometry.columns)]

    def points(values: np.ndarray) -> list[QPointF]:
        heights = chart.bottom() - (values - low) / (high - low) * chart.height()
        return [QPointF(x, float(y)) for x, y in zip(centres, heights, strict=True)]

    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    title = chart.translated(0, -QFontMetricsF(painter.font()).height() - 4)
    paint_text(painter, title, lines_in_words(figure, marks))
    _paint_scale(painter, figure, chart, palette)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(chart.adjusted(-1, -2, 1, 2))
    if marks.column is not None:
        painter.setPen(QPen(palette.accent(), 1))
        x = centres[marks.column]
        painter.drawLine(QLineF(x, chart.top(), x, chart.bottom()))
    accent = palette.color(QPalette.ColorRole.Accent)
    band = QColor(accent)
    band.setAlpha(BAND_OPACITY)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(band)
    largest, least = points(figure.values.max(axis=0)), points(figure.values.min(axis=0))
    painter.drawPolygon(QPolygonF(largest + least[::-1]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _paint_line(painter, points(figure.values.mean(axis=0)), accent)
    unit = marks.line_unit
    if unit is not None:
        _paint_line(painter, points(figure.values[unit]), palette.color(QPalette.ColorRole.WindowText))
    painter.restore()


def lines_in_words(figure: UnitFigure, marks: UnitMarks) -> str:
    """What the lines are."""
    text = QCoreApplication.translate("UnitMap", "mean of all units; band: least to largest")
    unit = marks.line_unit
    return text if unit is None else f"{text}; {figure.unit_name(unit)}"


def paint_legend_line(painter: QPainter, legend: Legend, foot: QRectF, words: str, palette: QPalette) -> None:
    """The colours with their numbers, and beside or under them what a reader has to know."""
    paint_legend(painter, foot.topLeft(), *legend, palette)
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    metrics = QFontMetricsF(painter.font())
    if is_stacked(metrics, foot.width()):
        paint_text(painter, foot.adjusted(0, legend_height(metrics), 0, 0), words)
    else:
        paint_text(painter, foot.adjusted(bar_width(metrics) + 24, 0, 0, 0), words)


def paint_text(painter: QPainter, box: QRectF, text: str) -> None:
    """One line at the upper left of the box, elided at its right."""
    metrics = QFontMetricsF(painter.font())
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(box.width(), 1.0))
    painter.drawText(QPointF(box.left(), box.top() + metrics.ascent()), shown)


def _paint_line(painter: QPainter, points: list[QPointF], colour: QColor) -> None:
    painter.setPen(QPen(colour, 2))
    if len(points) == 1:
        painter.drawEllipse(points[0], 2, 2)
    else:
        painter.drawPolyline(QPolygonF(points))


def _paint_scale(painter: QPainter, figure: UnitFigure, chart: QRectF, palette: QPalette) -> None:
    metrics = QFontMetricsF(painter.font())
    for share, text in figure.ticks():
        y = chart.bottom() - share * chart.height()
        painter.setPen(outline_colour(palette))
        painter.drawLine(QLineF(chart.left(), y, chart.right(), y))
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        width = metrics.horizontalAdvance(text)
        painter.drawText(QPointF(chart.left() - width - 6, y + metrics.capHeight() / 2), text)


def paint_words(
    painter: QPainter, labels: MeasuredLabels, geometry: UnitGeometry, marks: UnitMarks, palette: QPalette
) -> None:
    """The words over their columns, the marked one in the accent's colour."""
    pointed = None if marks.pointed is None else marks.pointed[1]
    kept = [column for column in (pointed, marks.column) if column is not None]
    accent, text = palette.color(QPalette.ColorRole.Accent), palette.color(QPalette.ColorRole.WindowText)
    for label in column_labels(labels, geometry.axis(), kept):
        is_marked = label.index == marks.column
        if is_marked:
            paint_column_pointer(painter, label, accent)
        painter.setPen(accent if is_marked else text)
        paint_column_label(painter, label)


def part_in_words(name: str, count: int) -> str:
    """A group of units: its name, and how many they are."""
    return QCoreApplication.translate("UnitMap", "{part}: {count} units").format(part=name, count=count)


def _paint_groups(painter: QPainter, figure: UnitFigure, geometry: UnitGeometry, palette: QPalette) -> None:
    """The name of each group, upright at its rows, and a line where it ends."""
    metrics, first = QFontMetricsF(painter.font()), 0
    port = geometry.viewport
    for name, count in figure.parts:
        top = max(geometry.cell_rect(first, 0).top(), port.top())
        bottom = min(geometry.cell_rect(first + count - 1, 0).bottom(), port.bottom())
        first += count
        if bottom <= top:
            continue
        shown = metrics.elidedText(part_in_words(name, count), Qt.TextElideMode.ElideRight, bottom - top)
        painter.save()
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        middle = (top + bottom + metrics.horizontalAdvance(shown)) / 2
        painter.translate(port.left() - 8 - metrics.descent(), middle)
        painter.rotate(-90)
        painter.drawText(QPointF(0, 0), shown)
        painter.restore()
        if first < geometry.rows:
            painter.setPen(QPen(palette.color(QPalette.ColorRole.WindowText), 1))
            painter.drawLine(QLineF(port.left() - 6, bottom, port.right(), bottom))
