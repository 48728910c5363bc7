"""Paints the nodes of a beam search and the edges to their parents; only what is seen is painted."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPalette, QPen

from explorer.plots.beam_geometry import NODE_SHARE, BeamGeometry
from explorer.plots.beam_nodes import NO_RANK, START, BeamNodes, Booleans, Integers
from explorer.plots.measured_labels import label_pitch

CORNER = 4.0
END_BAR = 3.0  # the thick edge of a node that ends its sentence
THINNEST, WIDENING = 1.0, 3.0  # pixels of an edge: with probability 0, and what probability 1 adds
LEAST_BENT_COLUMN = 40.0  # pixels; edges between narrower columns are straight
PADDING = 4.0  # at either side of a token in its node
NODE_CHARACTERS = 9  # average characters that have room in a node at zoom 1
FEWEST_CHARACTERS = 3  # a node with less room is drawn without its token


@dataclass(frozen=True)
class NodeStyle:
    """How the nodes of one kind, and the edges that lead to them, are drawn."""

    fill: QColor
    outline: QColor
    text: QColor
    edge: QColor
    small: QColor  # the whole node, where it is too small for its token


def node_styles(palette: QPalette) -> dict[str, NodeStyle]:
    """The styles from the quietest to the selected one, in the order in which they are painted."""
    role = QPalette.ColorRole
    muted, line = palette.color(role.PlaceholderText), palette.color(role.Mid)
    ink, accent = palette.color(role.WindowText), palette.color(role.Accent)
    ground, clear = palette.color(role.Window), QColor(Qt.GlobalColor.transparent)
    surface = palette.color(role.Base)
    return {
        "pruned": NodeStyle(ground, clear, muted, clear, _faint(line)),
        "dead": NodeStyle(ground, line, muted, line, line),
        "listed": NodeStyle(surface, muted, ink, muted, muted),
        "selected": NodeStyle(accent, accent, palette.color(role.HighlightedText), accent, accent),
    }


def kinds(nodes: BeamNodes, rank: int) -> dict[str, Booleans]:
    """Which nodes are of which kind where the hypothesis of this rank is selected."""
    selected = nodes.path_mask(rank)
    listed = (nodes.ranks != NO_RANK) & ~selected
    return {
        "pruned": nodes.pruned,
        "dead": ~nodes.pruned & ~listed & ~selected,
        "listed": listed,
        "selected": selected,
    }


def paint_graph(
    painter: QPainter, nodes: BeamNodes, rank: int, geometry: BeamGeometry, palette: QPalette
) -> None:
    """Draw the edges, then the nodes over them; the painter carries the font."""
    painter.save()
    painter.setClipRect(geometry.viewport)
    is_large = geometry.column >= LEAST_BENT_COLUMN
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, is_large)
    of_kind, styles = kinds(nodes, rank), node_styles(palette)
    seen = geometry.seen(nodes)
    started = nodes.parents != START
    reached = seen.copy()
    reached[started] |= seen[nodes.parents[started]]  # an edge is seen with either of its ends
    for kind, style in styles.items():
        if kind == "pruned":
            continue  # so many edges would hide all others; the pointer shows one at a time
        _paint_edges(painter, nodes, np.flatnonzero(of_kind[kind] & reached), geometry, style.edge)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.color(QPalette.ColorRole.Accent))
    painter.drawEllipse(geometry.start_point(), 4, 4)
    for kind, style in styles.items():
        _paint_nodes(painter, nodes, np.flatnonzero(of_kind[kind] & seen), geometry, style)
    _paint_ranks(painter, nodes, rank, geometry, palette)
    painter.restore()


def paint_pointed(
    painter: QPainter, nodes: BeamNodes, node: int, geometry: BeamGeometry, palette: QPalette
) -> None:
    """Mark the node under the pointer, and the nodes and edges of the path to it."""
    painter.save()
    painter.setClipRect(geometry.viewport)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width, edges = 2, geometry.edges(nodes)
    while node != START:
        painter.setPen(QPen(palette.color(QPalette.ColorRole.WindowText), width))
        rect = geometry.node_rect(int(nodes.steps[node]), float(nodes.rows[node]))
        painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), CORNER + 1, CORNER + 1)
        _paint_bent(painter, *edges[node].tolist())
        node, width = int(nodes.parents[node]), 1
    painter.restore()


def full_pitch(metrics: QFontMetricsF) -> tuple[float, float]:
    """The width of a column and the height of a row at zoom 1, where tokens are read."""
    across = NODE_CHARACTERS * metrics.averageCharWidth() + 2 * PADDING
    return across / NODE_SHARE, (metrics.height() + 4) / NODE_SHARE


def shows_tokens(geometry: BeamGeometry, metrics: QFontMetricsF) -> bool:
    """Whether a node is large enough for its token."""
    room = geometry.node_width - 2 * PADDING
    return geometry.node_height >= label_pitch(metrics) + 2 and room >= (
        FEWEST_CHARACTERS * metrics.averageCharWidth()
    )


def _paint_edges(
    painter: QPainter, nodes: BeamNodes, those: Integers, geometry: BeamGeometry, colour: QColor
) -> None:
    """In large, bent lines one by one; in small, straight ones in a single call for each width."""
    widths = THINNEST + np.rint(WIDENING * np.exp(nodes.log_probs[those].astype(np.float64)))
    edges = geometry.edges(nodes)[those]
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for width in np.unique(widths):
        painter.setPen(QPen(colour, float(width)))
        lines = edges[widths == width].tolist()
        if geometry.column < LEAST_BENT_COLUMN:
            painter.drawLines([QLineF(*line) for line in lines])
            continue
        for line in lines:
            _paint_bent(painter, *line)


def _paint_bent(painter: QPainter, x: float, y: float, end_x: float, end_y: float) -> None:
    if y == end_y:
        painter.drawLine(QLineF(x, y, end_x, end_y))
        return
    path = QPainterPath(QPointF(x, y))
    path.cubicTo((x + end_x) / 2, y, (x + end_x) / 2, end_y, end_x, end_y)
    painter.drawPath(path)


def _paint_nodes(
    painter: QPainter, nodes: BeamNodes, those: Integers, geometry: BeamGeometry, style: NodeStyle
) -> None:
    metrics = QFontMetricsF(painter.font())
    left, top = geometry.node_boxes(nodes)
    corners = zip(left[those].tolist(), top[those].tolist(), strict=True)
    rects = [QRectF(x, y, geometry.node_width, geometry.node_height) for x, y in corners]
    ends = [
        QRectF(rect.right() - END_BAR, rect.top(), END_BAR, rect.height())
        for node, rect in zip(those.tolist(), rects, strict=True)
        if nodes.finished[node]
    ]
    if not shows_tokens(geometry, metrics):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(style.small)
        painter.drawRects(rects)
    else:
        painter.setBrush(style.fill)
        for node, rect in zip(those.tolist(), rects, strict=True):
            painter.setPen(QPen(style.outline, 1))
            painter.drawRoundedRect(rect, CORNER, CORNER)
            painter.setPen(style.text)
            room = rect.adjusted(PADDING, 0, -PADDING, 0)
            text = metrics.elidedText(nodes.labels[node], Qt.TextElideMode.ElideMiddle, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(style.text)
    painter.drawRects(ends)


def _paint_ranks(
    painter: QPainter, nodes: BeamNodes, rank: int, geometry: BeamGeometry, palette: QPalette
) -> None:
    """Beside the last node of each listed hypothesis its rank, from 1, where there is room for it."""
    room = geometry.column - geometry.node_width
    height = label_pitch(QFontMetricsF(painter.font()))
    taken: list[QPointF] = []  # the middles of those that are there: the selected one's, then the best ones'
    for other, path in sorted(enumerate(nodes.paths), key=lambda item: item[0] != rank):
        if not len(path):
            continue
        last = int(path[-1])
        text = str(other + 1)
        width = QFontMetricsF(painter.font()).horizontalAdvance(text)
        if width + 6 > room and nodes.steps[last] + 1 < geometry.columns:
            continue
        rect = geometry.node_rect(int(nodes.steps[last]), float(nodes.rows[last]))
        role = QPalette.ColorRole.Accent if other == rank else QPalette.ColorRole.WindowText
        painter.setPen(palette.color(role))
        place = QPointF(rect.right() + 4, rect.center().y())
        if any(abs(place.y() - at.y()) < height and abs(place.x() - at.x()) < width for at in taken):
            continue
        taken.append(place)
        box = QRectF(place.x(), place.y() - 20, 40, 40)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _faint(colour: QColor) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(140)
    return faint
