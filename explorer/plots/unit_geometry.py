"""Where the cells of units over words stand: as wide and as high as the room gives, zoomed and scrolled."""

import math
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QPointF, QRectF

from explorer.plots.matrix_geometry import MatrixGeometry


@dataclass(frozen=True)
class UnitGeometry:
    """rows x columns of cells over the viewport, `zoom` times as large, scrolled by `pan`; pixels.

    lines: where the same numbers stand as lines; empty where there is no room for them.
    """

    viewport: QRectF
    rows: int
    columns: int
    zoom: float = 1.0
    pan: QPointF = field(default_factory=QPointF)
    lines: QRectF = field(default_factory=QRectF)

    @property
    def width(self) -> float:
        """The width of a cell."""
        return self.viewport.width() * self.zoom / max(self.columns, 1)

    @property
    def height(self) -> float:
        """The height of a cell."""
        return self.viewport.height() * self.zoom / max(self.rows, 1)

    @property
    def origin(self) -> QPointF:
        """The upper left corner of the first cell, which may lie outside the viewport."""
        return self.viewport.topLeft() - self.pan

    def panned(self, pan: QPointF) -> "UnitGeometry":
        """The same cells scrolled to `pan`, or as near to it as keeps the viewport full."""
        far_x, far_y = (side * (self.zoom - 1) for side in (self.viewport.width(), self.viewport.height()))
        return replace(self, pan=QPointF(min(max(pan.x(), 0.0), far_x), min(max(pan.y(), 0.0), far_y)))

    def zoomed(self, zoom: float, at: QPointF) -> "UnitGeometry":
        """The cells at another zoom; what is under `at` stays there, as far as the viewport stays full."""
        place = (at - self.origin) * (zoom / self.zoom)
        return replace(self, zoom=zoom).panned(place - (at - self.viewport.topLeft()))

    def revealing(self, row: int, column: int) -> "UnitGeometry":
        """The same cells, scrolled no farther than it takes to see this one."""
        cell, seen = self.cell_rect(row, column), self.viewport
        across = min(cell.left() - seen.left(), 0.0) or max(cell.right() - seen.right(), 0.0)
        down = min(cell.top() - seen.top(), 0.0) or max(cell.bottom() - seen.bottom(), 0.0)
        return self.panned(self.pan + QPointF(across, down))

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The cell, not clipped."""
        corner = self.origin + QPointF(column * self.width, row * self.height)
        return QRectF(corner.x(), corner.y(), self.width, self.height)

    def column_at(self, x: float) -> int | None:
        """The column that is seen at this distance from the left; None beside the cells."""
        if not self.columns or not self.viewport.left() <= x < self.viewport.right():
            return None
        return min(int((x - self.origin.x()) / self.width), self.columns - 1)

    def rows_at(self, y: float) -> range:
        """The rows that share the pixel at this height; none beside the cells."""
        if not self.rows or not self.viewport.top() <= y < self.viewport.bottom():
            return range(0)
        top = (math.floor(y) - self.origin.y()) / self.height
        first = min(max(math.floor(top), 0), self.rows - 1)
        return range(first, max(first + 1, min(math.floor(top + 1 / self.height), self.rows)))

    def axis(self) -> MatrixGeometry:
        """The columns as the labels over a matrix take them."""
        return MatrixGeometry(self.viewport, self.width, 1, self.columns, QPointF(self.pan.x(), 0.0))
