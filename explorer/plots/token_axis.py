"""Labels along the edges of a matrix: level, upright or slanted, elided, thinned, never one over another."""

import math
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPolygonF, QTransform

from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry

GAP = 10.0  # between a label and its cells at least; the pointer stands in it
SHORTEST = 10  # room for a label, in average characters, that is kept even where all labels are shorter
LONGEST = 22  # longer labels are elided in the middle
SLANT = 45.0  # degrees from level at which slanted labels rise
_LEAN = math.sin(math.radians(SLANT))  # and its cosine


@dataclass(frozen=True)
class TokenLabel:
    """One label as it is drawn: the row or column it names, its text, and the box that it fills.

    A slanted label's box is that of the level text, turned by SLANT about the middle of its left edge.
    """

    index: int
    text: str
    box: QRectF
    is_slanted: bool = False

    @property
    def outline(self) -> QPolygonF:
        """The corners of the label as it stands on the screen."""
        root = QPointF(self.box.left(), self.box.center().y())
        level = QPolygonF(self.box)
        if not self.is_slanted:
            return level
        return (
            QTransform()
            .translate(root.x(), root.y())
            .rotate(-SLANT)
            .translate(-root.x(), -root.y())
            .map(level)
        )


def label_pitch(metrics: QFontMetricsF) -> float:
    """The least distance between two labels: a line of text without the space around it.

    The tail of a letter does not take all of what fonts keep below the line.
    """
    return metrics.capHeight() + 0.85 * metrics.descent()


def slanted_pitch(metrics: QFontMetricsF) -> float:
    """The least distance between the feet of two slanted labels."""
    return label_pitch(metrics) / _LEAN


def label_gap(metrics: QFontMetricsF) -> float:
    """The distance from a label to its cells, wide enough that rows and columns do not meet in the corner."""
    return max(GAP, label_pitch(metrics) / 2)


def widest_label(labels: Iterable[str], metrics: QFontMetricsF) -> float:
    """The width of the widest label; measuring many takes as long as drawing them, so keep it."""
    return max((metrics.horizontalAdvance(label) for label in labels), default=0.0)


def header_size(widest: float, metrics: QFontMetricsF, most: float) -> float:
    """The room that labels need away from the matrix, gap and margin included, at most `most`."""
    character = metrics.averageCharWidth()
    return min(max(widest, SHORTEST * character), LONGEST * character, most) + label_gap(metrics) + MARGIN


def slanted_header_size(widest: float, metrics: QFontMetricsF, most: float) -> float:
    """The height that slanted labels need over the matrix, and as much they reach beyond its right edge."""
    level = header_size(widest, metrics, most / _LEAN) - label_gap(metrics) - MARGIN
    return min((level + label_pitch(metrics)) * _LEAN, most) + label_gap(metrics) + MARGIN


def row_labels(
    labels: Sequence[str], geometry: MatrixGeometry, metrics: QFontMetricsF, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels at the left of the viewport, right-aligned to it; the rows in `kept` are never thinned out."""
    pitch, edge = label_pitch(metrics), geometry.viewport.left() - label_gap(metrics)
    centres = geometry.row_centres()
    span = (geometry.matrix_rect().top(), geometry.matrix_rect().bottom())
    placed = []
    for row in _thinned(centres, span, pitch, kept):
        text, length = _elided(labels[row], metrics, edge - MARGIN)
        placed.append(TokenLabel(row, text, QRectF(edge - length, centres[row] - pitch / 2, length, pitch)))
    return placed


def column_labels(
    labels: Sequence[str], geometry: MatrixGeometry, metrics: QFontMetricsF, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels above the viewport, turned to read upwards; the columns in `kept` are never thinned out."""
    pitch, edge = label_pitch(metrics), geometry.viewport.top() - label_gap(metrics)
    centres = geometry.column_centres()
    span = (geometry.matrix_rect().left(), geometry.matrix_rect().right())
    placed = []
    for column in _thinned(centres, span, pitch, kept):
        text, length = _elided(labels[column], metrics, edge - MARGIN)
        box = QRectF(centres[column] - pitch / 2, edge - length, pitch, length)
        placed.append(TokenLabel(column, text, box))
    return placed


def slanted_labels(
    labels: Sequence[str], geometry: MatrixGeometry, metrics: QFontMetricsF, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels above the viewport that lean to the right; further apart than upright ones have to be."""
    pitch, edge = label_pitch(metrics), geometry.viewport.top() - label_gap(metrics)
    centres = geometry.column_centres()
    span = (geometry.matrix_rect().left(), geometry.matrix_rect().right())
    room = (edge - MARGIN) / _LEAN - pitch / 2
    placed = []
    for column in _thinned(centres, span, slanted_pitch(metrics), kept):
        text, length = _elided(labels[column], metrics, room)
        box = QRectF(centres[column], edge - pitch / 2, length, pitch)
        placed.append(TokenLabel(column, text, box, is_slanted=True))
    return placed


def unslanted(point: QPointF, geometry: MatrixGeometry, metrics: QFontMetricsF) -> QPointF:
    """A point among slanted labels, moved down along them to their feet; other points as they are."""
    above = geometry.viewport.top() - label_gap(metrics) - point.y()
    return point - QPointF(above, 0) if above > 0 else point


def paint_row_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a row with the painter's font and pen."""
    baseline = label.box.bottom() - QFontMetricsF(painter.font()).descent()
    painter.drawText(QPointF(label.box.left(), baseline), label.text)


def paint_column_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a column, upright or slanted, with the painter's font and pen."""
    descent = QFontMetricsF(painter.font()).descent()
    painter.save()
    if label.is_slanted:
        painter.translate(label.box.left(), label.box.center().y())
        painter.rotate(-SLANT)
        painter.drawText(QPointF(0, label.box.height() / 2 - descent), label.text)
    else:
        painter.translate(label.box.right() - descent, label.box.bottom())
        painter.rotate(-90)
        painter.drawText(QPointF(0, 0), label.text)
    painter.restore()


def paint_row_pointer(painter: QPainter, label: TokenLabel, colour: QColor) -> None:
    """A small triangle between the label of a row and its cells, which marks the step."""
    tip = QPointF(label.box.right() + GAP - 2, label.box.center().y())
    _paint_triangle(painter, [tip, tip + QPointF(-6, -4), tip + QPointF(-6, 4)], colour)


def paint_column_pointer(painter: QPainter, label: TokenLabel, colour: QColor) -> None:
    """A small triangle between the label of a column and its cells, which marks the step."""
    box = label.box
    foot = box.left() if label.is_slanted else box.center().x()
    tip = QPointF(foot, (box.center().y() if label.is_slanted else box.bottom()) + GAP - 2)
    _paint_triangle(painter, [tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)], colour)


def _paint_triangle(painter: QPainter, corners: list[QPointF], colour: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(corners)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _elided(label: str, metrics: QFontMetricsF, room: float) -> tuple[str, float]:
    most = max(min(room, LONGEST * metrics.averageCharWidth()), 1.0)
    text = metrics.elidedText(label, Qt.TextElideMode.ElideMiddle, most)
    return text, min(max(metrics.horizontalAdvance(text), 1.0), most)


def _thinned(
    centres: Sequence[float], span: tuple[float, float], pitch: float, kept: Iterable[int]
) -> list[int]:
    """The indices whose labels are drawn: at least `pitch` apart, and whose cell's centre is in `span`.

    The kept ones come first, then the first and the last of all, then every n-th.
    """
    shown = [index for index, centre in enumerate(centres) if span[0] <= centre <= span[1]]
    if not shown:
        return []
    cell = abs(centres[1] - centres[0]) if len(centres) > 1 else pitch
    stride = max(1, -int(-pitch // cell))
    wanted = [*(index for index in kept if index in shown), shown[0], shown[-1]]
    wanted += [index for index in shown if index % stride == 0]
    drawn: list[tuple[float, int]] = []  # in the order of their places
    for index in wanted:
        place = bisect(drawn, (centres[index], index))
        beside = drawn[max(place - 1, 0) : place + 1]
        if all(abs(centres[index] - other) >= pitch for other, _ in beside):
            drawn.insert(place, (centres[index], index))
    return [index for _, index in drawn]
