"""Rings round cells of a matrix: what is known to be right, laid over what a model does."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from explorer.plots.matrix_geometry import MatrixGeometry

GOLD = QColor(245, 176, 0)
AROUND = QColor(40, 28, 0, 200)  # at both sides of the gold, so that it is seen on white as on black
WIDEST, NARROWEST = 3.0, 1.0  # pixels
SHARE = 16.0  # a ring is as wide as this part of a cell
_SOLID, _DASHED = Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine


@dataclass(frozen=True)
class Ring:
    """A block of cells: its first and last step and source position, both included.

    is_sure: else it is only possible that the ring stands where it should.
    """

    first_step: int
    last_step: int
    first_position: int
    last_position: int
    is_sure: bool = True

    def holds(self, step: int, position: int) -> bool:
        """Whether the cell is in the block."""
        is_in_rows = self.first_step <= step <= self.last_step
        return is_in_rows and self.first_position <= position <= self.last_position

    def rect(self, geometry: MatrixGeometry, *, is_transposed: bool) -> QRectF:
        """Where the block stands; is_transposed: source positions are the rows."""
        first, last = (self.first_step, self.first_position), (self.last_step, self.last_position)
        if is_transposed:
            first, last = first[::-1], last[::-1]
        return geometry.cell_rect(*first).united(geometry.cell_rect(*last))


def paint_rings(
    painter: QPainter, rings: Iterable[Ring], geometry: MatrixGeometry, *, is_transposed: bool
) -> None:
    """Draw the rings inside the cells that they go round."""
    width = min(max(geometry.cell / SHARE, NARROWEST), WIDEST)
    edge = 1.0 if width > NARROWEST else 0.5  # of what is around the gold, less where cells are small
    inside = width / 2 + edge
    painter.save()
    painter.setClipRect(geometry.matrix_rect())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for ring in rings:
        rect = ring.rect(geometry, is_transposed=is_transposed).adjusted(inside, inside, -inside, -inside)
        radius = min(rect.width(), rect.height()) / 4
        for colour, thickness in ((AROUND, width + 2 * edge), (GOLD, width)):
            painter.setPen(QPen(colour, thickness, _SOLID if ring.is_sure else _DASHED))
            painter.drawRoundedRect(rect, radius, radius)
    painter.restore()


def ring_in_words(rings: Iterable[Ring], step: int, position: int) -> str:
    """The ring round a cell, where there is one; else an empty text."""
    sure, possible = "gold link", "possible gold link"
    held = [ring.is_sure for ring in rings if ring.holds(step, position)]
    return QCoreApplication.translate("Ring", sure if any(held) else possible) if held else ""


def rings_in_words(rings: Iterable[Ring]) -> str:
    """What a reader of a picture with rings has to know."""
    sure, possible = "gold ring: gold link", "gold ring: gold link, dashed: possible"
    is_all_sure = all(ring.is_sure for ring in rings)
    return QCoreApplication.translate("Ring", sure if is_all_sure else possible)
