"""Where the nodes of a beam graph stand: a column a step, a row a slot, in logical pixels."""

from dataclasses import dataclass, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from explorer.plots.beam_nodes import START, BeamNodes, Booleans, Floats

START_WIDTH = 24.0  # left of the first column, where the search begins
NODE_SHARE = 0.72  # of a column and of a row that its node takes; edges run in the rest
END_WIDTH = 24.0  # right of the last column, for the rank of what ends there


@dataclass(frozen=True)
class BeamGeometry:
    """columns x height nodes, seen through a viewport, scrolled by `pan`; column, row: their pitch."""

    viewport: QRectF
    column: float
    row: float
    columns: int
    height: float
    pan: QPointF

    @property
    def origin(self) -> QPointF:
        """The upper left corner of the first column, which may lie outside the viewport."""
        return self.viewport.topLeft() - self.pan + QPointF(START_WIDTH, 0.0)

    @property
    def node_width(self) -> float:
        """Of each node."""
        return self.column * NODE_SHARE

    @property
    def node_height(self) -> float:
        """Of each node."""
        return self.row * NODE_SHARE

    def node_rect(self, step: int, row: float) -> QRectF:
        """The box of a node, not clipped."""
        top = self.origin.y() + row * self.row + (self.row - self.node_height) / 2
        return QRectF(self.origin.x() + step * self.column, top, self.node_width, self.node_height)

    def node_boxes(self, nodes: BeamNodes) -> tuple[Floats, Floats]:
        """The left and the top edge of every node's box, N each; the same as of `node_rect`, at once."""
        origin = self.origin
        top = origin.y() + (self.row - self.node_height) / 2
        return origin.x() + nodes.steps * self.column, top + nodes.rows * self.row

    def start_point(self) -> QPointF:
        """Where the search begins, beside the first slot."""
        return QPointF(self.origin.x() - START_WIDTH + 8, self.origin.y() + self.row / 2)

    def edges(self, nodes: BeamNodes) -> Floats:
        """Of the edge to every node: x and y of its begin, at its parent or the start, x and y of its end."""
        left, top = self.node_boxes(nodes)
        middle, start = top + self.node_height / 2, self.start_point()
        begin_x = np.where(nodes.parents == START, start.x(), left[nodes.parents] + self.node_width)
        begin_y = np.where(nodes.parents == START, start.y(), middle[nodes.parents])
        return np.stack([begin_x, begin_y, left, middle], axis=-1)

    def seen_steps(self) -> tuple[int, int]:
        """The first step that is seen, and the one behind the last."""
        left = (self.viewport.left() - self.origin.x()) / self.column
        right = (self.viewport.right() - self.origin.x()) / self.column
        return max(int(left), 0), min(int(right) + 1, self.columns)

    def seen(self, nodes: BeamNodes) -> Booleans:
        """Which nodes lie in the viewport, at least in part."""
        first, behind = self.seen_steps()
        top = (self.viewport.top() - self.origin.y()) / self.row - 1
        bottom = (self.viewport.bottom() - self.origin.y()) / self.row
        across = (nodes.steps >= first) & (nodes.steps < behind)
        return across & (nodes.rows > top) & (nodes.rows < bottom)

    def node_at(self, point: QPointF, nodes: BeamNodes) -> int | None:
        """The node whose box holds this point; None beside all of them."""
        if not self.viewport.contains(point):
            return None
        x = (point.x() - self.origin.x()) / self.column
        y = (point.y() - self.origin.y()) / self.row - nodes.rows
        if not 0 <= x - np.floor(x) <= NODE_SHARE:
            return None
        inset = (1 - NODE_SHARE) / 2
        found = np.flatnonzero((nodes.steps == np.floor(x)) & (y >= inset) & (y <= 1 - inset))
        return int(found[0]) if len(found) else None

    def panned(self, pan: QPointF) -> "BeamGeometry":
        """The same nodes scrolled to `pan`, or as near to it as keeps the viewport full."""
        farthest_x = max(0.0, graph_width(self.columns, self.column) - self.viewport.width())
        farthest_y = max(0.0, self.height * self.row - self.viewport.height())
        clamped = QPointF(min(max(pan.x(), 0.0), farthest_x), min(max(pan.y(), 0.0), farthest_y))
        return replace(self, pan=clamped)

    def pan_to(self, rect: QRectF) -> QPointF:
        """The scroll nearest to the present one at which the box is seen."""
        x = self.pan.x() + _overhang(rect.left(), rect.right(), self.viewport.left(), self.viewport.right())
        y = self.pan.y() + _overhang(rect.top(), rect.bottom(), self.viewport.top(), self.viewport.bottom())
        return QPointF(x, y)


def graph_width(columns: int, column: float) -> float:
    """The width of a graph of so many steps, a column a step."""
    return START_WIDTH + columns * column + END_WIDTH


def _overhang(begin: float, end: float, first: float, last: float) -> float:
    if begin < first:
        return begin - first
    return max(end - last, 0.0)
