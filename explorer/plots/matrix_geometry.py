"""Where each cell of a matrix stands on the screen: square cells, row 0 at the top, in logical pixels."""

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, QSizeF

MARGIN = 8.0  # free space at the edges, and between a label and its cell
LARGEST_CELL = 48.0
LARGEST_ZOOMED_CELL = 96.0
EVEN_CELL = 10.0  # from this size on a fitted cell is a whole number of pixels, so that all look alike


@dataclass(frozen=True)
class MatrixGeometry:
    """The cells of a rows x columns matrix, seen through a viewport, scrolled by `pan`.

    viewport: the part of the widget in which cells are drawn; labels stand outside of it.
    cell:     edge of a cell. pan: how far the matrix is scrolled to the left and upwards.
    """

    viewport: QRectF
    cell: float
    rows: int
    columns: int
    pan: QPointF

    @property
    def origin(self) -> QPointF:
        """The upper left corner of cell (0, 0), which may lie outside the viewport."""
        return self.viewport.topLeft() - self.pan

    def cell_rect(self, step: int, position: int) -> QRectF:
        """The square of row `step` and column `position`, not clipped."""
        corner = self.origin + QPointF(position * self.cell, step * self.cell)
        return QRectF(corner, QSizeF(self.cell, self.cell))

    def matrix_rect(self) -> QRectF:
        """The part of the viewport that the cells cover."""
        size = QSizeF(self.columns * self.cell, self.rows * self.cell)
        return QRectF(self.origin, size).intersected(self.viewport)

    def row_centres(self) -> list[float]:
        """The height of the middle of each row, seen or not."""
        top = self.origin.y()
        return [top + (row + 0.5) * self.cell for row in range(self.rows)]

    def column_centres(self) -> list[float]:
        """The distance of the middle of each column from the left, seen or not."""
        left = self.origin.x()
        return [left + (column + 0.5) * self.cell for column in range(self.columns)]

    def row_at(self, y: float) -> int | None:
        """The row that is seen at this height; None beside the matrix."""
        rect = self.matrix_rect()
        if not rect.top() <= y < rect.bottom():
            return None
        return min(int((y - self.origin.y()) / self.cell), self.rows - 1)

    def column_at(self, x: float) -> int | None:
        """The column that is seen at this distance from the left; None beside the matrix."""
        rect = self.matrix_rect()
        if not rect.left() <= x < rect.right():
            return None
        return min(int((x - self.origin.x()) / self.cell), self.columns - 1)

    def revealing(self, row: int, column: int) -> "MatrixGeometry":
        """The same cells, scrolled no farther than it takes to see all of this one."""
        cell, seen = self.cell_rect(row, column), self.viewport
        across = min(cell.left() - seen.left(), 0.0) or max(cell.right() - seen.right(), 0.0)
        down = min(cell.top() - seen.top(), 0.0) or max(cell.bottom() - seen.bottom(), 0.0)
        return self.panned(self.pan + QPointF(across, down))

    def panned(self, pan: QPointF) -> "MatrixGeometry":
        """The same cells scrolled to `pan`, or as near to it as keeps the viewport full."""
        farthest_x = max(0.0, self.columns * self.cell - self.viewport.width())
        farthest_y = max(0.0, self.rows * self.cell - self.viewport.height())
        clamped = QPointF(min(max(pan.x(), 0.0), farthest_x), min(max(pan.y(), 0.0), farthest_y))
        return replace(self, pan=clamped)


def fitted_cell(room: QSizeF, rows: int, columns: int) -> float:
    """The edge at which the whole matrix fits into `room`."""
    cell = min(room.width() / max(columns, 1), room.height() / max(rows, 1), LARGEST_CELL)
    return math.floor(cell) if cell >= EVEN_CELL else max(cell, 0.1)
