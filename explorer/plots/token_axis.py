"""Labels along the edges of a matrix: beside their cells, elided, thinned, never one over another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from explorer.plots.matrix_geometry import MARGIN, MatrixGeometry

GAP = 10.0  # between a label and its cells at least; the pointer stands in it
SHORTEST = 10  # room for a label, in average characters, that is kept even where all labels are shorter
LONGEST = 22  # longer labels are elided in the middle


@dataclass(frozen=True)
class TokenLabel:
    """One label as it is drawn: the row or column it names, its text, and the box that it fills."""

    index: int
    text: str
    box: QRectF


def label_pitch(metrics: QFontMetricsF) -> float:
    """The least distance between two labels: a line of text without the space around it.

    The tail of a letter does not take all of what fonts keep below the line.
    """
    return metrics.capHeight() + 0.85 * metrics.descent()


def label_gap(metrics: QFontMetricsF) -> float:
    """The distance from a label to its cells, wide enough that rows and columns do not meet in the corner."""
    return max(GAP, label_pitch(metrics) / 2)


def header_size(labels: Iterable[str], metrics: QFontMetricsF, most: float) -> float:
    """The room that the labels need away from the matrix, gap and margin included, at most `most`."""
    character = metrics.averageCharWidth()
    widest = max((metrics.horizontalAdvance(label) for label in labels), default=0.0)
    return min(max(widest, SHORTEST * character), LONGEST * character, most) + label_gap(metrics) + MARGIN


def row_labels(
    labels: Sequence[str], geometry: MatrixGeometry, metrics: QFontMetricsF, kept: Iterable[int] = ()
) -> list[TokenLabel]:
    """Labels at the left of the viewport, right-aligned to it; the rows in `kept` are never thinned out."""
    pitch, edge = label_pitch(metrics), geometry.viewport.left() - label_gap(metrics)
    centres = [geometry.cell_rect(row, 0).center().y() for row in range(len(labels))]
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
    centres = [geometry.cell_rect(0, column).center().x() for column in range(len(labels))]
    span = (geometry.matrix_rect().left(), geometry.matrix_rect().right())
    placed = []
    for column in _thinned(centres, span, pitch, kept):
        text, length = _elided(labels[column], metrics, edge - MARGIN)
        box = QRectF(centres[column] - pitch / 2, edge - length, pitch, length)
        placed.append(TokenLabel(column, text, box))
    return placed


def paint_row_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a row with the painter's font and pen."""
    baseline = label.box.bottom() - QFontMetricsF(painter.font()).descent()
    painter.drawText(QPointF(label.box.left(), baseline), label.text)


def paint_column_label(painter: QPainter, label: TokenLabel) -> None:
    """Draw a label of a column, reading upwards, with the painter's font and pen."""
    painter.save()
    painter.translate(label.box.right() - QFontMetricsF(painter.font()).descent(), label.box.bottom())
    painter.rotate(-90)
    painter.drawText(QPointF(0, 0), label.text)
    painter.restore()


def paint_pointer(painter: QPainter, label: TokenLabel, colour: QColor) -> None:
    """A small triangle between the label of a row and its cells, which marks the row."""
    tip = QPointF(label.box.right() + GAP - 2, label.box.center().y())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon([tip, tip + QPointF(-6, -4), tip + QPointF(-6, 4)])
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
    drawn: dict[int, float] = {}
    for index in wanted:
        if index not in drawn and all(abs(centres[index] - other) >= pitch for other in drawn.values()):
            drawn[index] = centres[index]
    return sorted(drawn)
