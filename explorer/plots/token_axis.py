"""Labels along the edges of a matrix: level, upright or slanted, elided, thinned, never one over another."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF, QTransform

from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry
from explorer.plots.measured_labels import GAP, LEAN, LONGEST, SLANT, MeasuredLabels


@dataclass(frozen=True)
class TokenLabel:
    """One label as it is drawn: the row or column it names, its text, and the box that it fills.

    descent: from the line that the text stands on to the end of the box. A slanted label's box is that of
    the level text, turned by SLANT about the middle of its left edge.
    """

    index: int
    text: str
    box: QRectF
    descent: float
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


def row_labels(
    labels: MeasuredLabels, geometry: MatrixGeometry, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels at the left of the viewport, right-aligned to it; the rows in `kept` are never thinned out."""
    pitch, edge = labels.pitch, geometry.viewport.left() - labels.gap
    centres = geometry.row_centres()
    span = (geometry.matrix_rect().top(), geometry.matrix_rect().bottom())
    placed = []
    for row in _thinned(centres, span, pitch, kept):
        text, length = _elided(labels, row, edge - MARGIN)
        box = QRectF(edge - length, centres[row] - pitch / 2, length, pitch)
        placed.append(TokenLabel(row, text, box, labels.descent))
    return placed


def column_labels(
    labels: MeasuredLabels, geometry: MatrixGeometry, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels above the viewport, turned to read upwards; the columns in `kept` are never thinned out."""
    pitch, edge = labels.pitch, geometry.viewport.top() - labels.gap
    centres = geometry.column_centres()
    span = (geometry.matrix_rect().left(), geometry.matrix_rect().right())
    placed = []
    for column in _thinned(centres, span, pitch, kept):
        text, length = _elided(labels, column, edge - MARGIN)
        box = QRectF(centres[column] - pitch / 2, edge - length, pitch, length)
        placed.append(TokenLabel(column, text, box, labels.descent))
    return placed


def slanted_labels(
    labels: MeasuredLabels, geometry: MatrixGeometry, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels above the viewport that lean to the right; further apart than upright ones have to be."""
    pitch, edge = labels.pitch, geometry.viewport.top() - labels.gap
    centres = geometry.column_centres()
    span = (geometry.matrix_rect().left(), geometry.matrix_rect().right())
    room = (edge - MARGIN) / LEAN - pitch / 2
    placed = []
    for column in _thinned(centres, span, labels.slanted_pitch, kept):
        text, length = _elided(labels, column, room)
        box = QRectF(centres[column], edge - pitch / 2, length, pitch)
        placed.append(TokenLabel(column, text, box, labels.descent, is_slanted=True))
    return placed


def unslanted(point: QPointF, geometry: MatrixGeometry, labels: MeasuredLabels) -> QPointF:
    """A point among slanted labels, moved down along them to their feet; other points as they are."""
    above = geometry.viewport.top() - labels.gap - point.y()
    return point - QPointF(above, 0) if above > 0 else point


def paint_row_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a row with the painter's font and pen."""
    painter.drawText(label.box.bottomLeft() - QPointF(0, label.descent), label.text)


def paint_column_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a column, upright or slanted, with the painter's font and pen."""
    painter.save()
    if label.is_slanted:
        painter.translate(label.box.left(), label.box.center().y())
        painter.rotate(-SLANT)
        painter.drawText(QPointF(0, label.box.height() / 2 - label.descent), label.text)
    else:
        painter.translate(label.box.right() - label.descent, label.box.bottom())
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


def _elided(labels: MeasuredLabels, index: int, room: float) -> tuple[str, float]:
    metrics = labels.metrics
    most = max(min(room, LONGEST * metrics.averageCharWidth()), 1.0)
    text = metrics.elidedText(labels.texts[index], Qt.TextElideMode.ElideMiddle, most)
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
