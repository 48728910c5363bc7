"""The picture of a beam search: steps from left to right, slots from top to bottom, edges to parents."""

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from explorer.plots.beam_geometry import BeamGeometry, graph_width
from explorer.plots.beam_keys import node_after
from explorer.plots.beam_nodes import BeamNodes
from explorer.plots.beam_painter import full_pitch, paint_graph, paint_pointed
from explorer.plots.beam_paper import BeamPaper
from explorer.plots.beam_words import (
    BETWEEN,
    foot_height,
    node_in_words,
    node_parts,
    node_tip,
    paint_foot,
    paint_steps,
)
from explorer.plots.pictures import is_vector
from explorer.plots.zoom_canvas import ZoomCanvas

MARGIN = 8.0
LARGEST_ZOOM = 3.0


class BeamGraph(ZoomCanvas):
    """Shows BeamNodes.

    It begins at a size at which the tokens are read, and follows the marked step.
    """

    node_hovered = Signal(int)
    node_clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._nodes = BeamNodes()
        self._rank = 0
        self._step: int | None = None
        self._hovered: int | None = None
        self._zoom = 1.0
        self._picture: QPixmap | None = None  # the graph as it was painted last, without marks
        self.setAccessibleName(self.tr("Beam graph"))

    # ---- what is shown

    @property
    def nodes(self) -> BeamNodes:
        """What is shown."""
        return self._nodes

    def set_nodes(self, nodes: BeamNodes, rank: int) -> None:
        """Show these nodes; the path of the hypothesis of this rank is in the accent's colour."""
        self._nodes, self._rank, self._hovered = nodes, rank, None
        self.scroll_to(self._pan)

    def set_marked_step(self, step: int | None) -> None:
        """Mark a step; where it is out of sight, its node of the selected hypothesis is scrolled to."""
        self._step = step
        if self._hovered is not None and step != self._nodes.steps[self._hovered] and not self.underMouse():
            self._hovered = None  # keys had gone there
        if self._hovered is None and step is not None and self._rank < len(self._nodes.paths):
            path = self._nodes.paths[self._rank]
            if step < len(path):
                self._show_node(int(path[step]))
        self.update()

    def marked_step(self) -> int | None:
        """The step that is marked."""
        return self._step

    def read_out(self) -> str:
        """The line under the graph: the node under the pointer, else the selected one of the marked step."""
        return BETWEEN.join(self._parts())

    def paper(self) -> BeamPaper:
        """The whole graph, for a file."""
        return BeamPaper(self._nodes, self._rank, self.font(), self.palette())

    # ---- where it stands

    def geometry_now(self) -> BeamGeometry:
        """Where the nodes stand now, in the widget's coordinates."""
        return self._at_zoom(self._zoom).panned(self._pan)

    def show_all(self) -> None:
        """Make the whole graph as small as it has to be to be seen."""
        self._zoom, self._pan = self._fitted_zoom(), QPointF()
        self._repaint()

    def zoom(self, factor: float, at: QPointF) -> None:
        """Make the nodes larger by `factor`; the place under `at` stays where it is."""
        before = self.geometry_now()
        place = at - before.origin
        self._zoom = min(max(self._zoom * factor, self._fitted_zoom()), LARGEST_ZOOM)
        after = self.geometry_now()
        place = QPointF(place.x() * after.column / before.column, place.y() * after.row / before.row)
        start = before.origin - before.viewport.topLeft() + before.pan
        self.scroll_to(place + start - (at - before.viewport.topLeft()))

    def _viewport(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        foot = foot_height(metrics, self.width() - 2 * MARGIN, self.height())
        return QRectF(self.rect()).adjusted(MARGIN, metrics.height() + MARGIN, -MARGIN, -foot - 2 * MARGIN)

    def _at_zoom(self, zoom: float) -> BeamGeometry:
        column, row = full_pitch(QFontMetricsF(self.font()))
        nodes, viewport = self._nodes, self._viewport()
        # Where columns are narrow the rows still take what room there is, so that lines stay apart.
        tall = min(max(zoom, viewport.height() / max(nodes.height * row, 1.0)), max(zoom, 1.0))
        return BeamGeometry(viewport, column * zoom, row * tall, nodes.columns, nodes.height, QPointF())

    def _fitted_zoom(self) -> float:
        """The zoom at which all is seen; never above 1, where tokens are read."""
        full, viewport = self._at_zoom(1.0), self._viewport()
        fixed = graph_width(0, 0.0)
        across = max(viewport.width() - fixed, 1.0) / max(full.columns * full.column, 1.0)
        down = max(viewport.height(), 1.0) / max(full.height * full.row, 1.0)
        return min(across, down, 1.0)

    def _parts(self) -> tuple[str, ...]:
        node = self._node_now()
        return () if node is None else node_parts(self._nodes, node)

    def _node_now(self) -> int | None:
        """The node pointed at, else the selected one of the marked step."""
        node = self._hovered
        if node is None and self._step is not None and self._rank < len(self._nodes.paths):
            path = self._nodes.paths[self._rank]
            node = int(path[self._step]) if self._step < len(path) else None
        return node

    def _show_node(self, node: int) -> None:
        geometry = self.geometry_now()
        rect = geometry.node_rect(int(self._nodes.steps[node]), float(self._nodes.rows[node]))
        self.scroll_to(geometry.pan_to(rect.adjusted(-MARGIN, -MARGIN, MARGIN, MARGIN)))

    def centre(self) -> QPointF:
        return self._viewport().center()

    def tip_at(self, position: QPointF) -> str:
        """All that is known of a node; under the graph of the one that is read out there."""
        is_foot = len(self._nodes) > 0 and position.y() > self._viewport().bottom()
        node = self._node_now() if is_foot else self.geometry_now().node_at(position, self._nodes)
        return "" if node is None else node_tip(self._nodes, node)

    def point_at(self, position: QPointF | None) -> None:
        """Hover over the node there, and over none where there is none."""
        self._hover(None if position is None else self.geometry_now().node_at(position, self._nodes))

    def click_at(self, position: QPointF) -> None:
        """Tell the node that was clicked at."""
        node = self.geometry_now().node_at(position, self._nodes)
        if node is not None:
            self.node_clicked.emit(node)

    def scroll_to(self, pan: QPointF) -> None:
        self._pan = self._at_zoom(self._zoom).panned(pan).pan
        self._repaint()

    # ---- Qt

    def _repaint(self) -> None:
        self._picture = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scroll_to(self._pan)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._repaint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self.font())
        if not len(self._nodes):
            return
        geometry = self.geometry_now()
        paint_steps(painter, geometry, self._step, self.palette())
        if is_vector(painter):
            paint_graph(painter, self._nodes, self._rank, geometry, self.palette())
        else:
            painter.drawPixmap(0, 0, self._painted(geometry))
        pointed = self._node_now() if self.hasFocus() else self._hovered
        if pointed is not None:
            paint_pointed(painter, self._nodes, pointed, geometry, self.palette())
        if self.hasFocus():
            painter.setPen(self.palette().accent().color())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        foot = QRectF(
            geometry.viewport.left(), geometry.viewport.bottom() + MARGIN, geometry.viewport.width(), 0
        )
        foot.setBottom(self.height() - MARGIN)
        paint_foot(painter, self._parts(), foot, self.palette())

    def _painted(self, geometry: BeamGeometry) -> QPixmap:
        """The graph without marks; painted once, for the pointer moves over it more often than it changes."""
        scale = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != scale:
            self._picture = QPixmap(self.size() * scale)
            self._picture.setDevicePixelRatio(scale)
            self._picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._picture)
            painter.setFont(self.font())
            paint_graph(painter, self._nodes, self._rank, geometry, self.palette())
            painter.end()
        return self._picture

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from node to node, Return chooses the one that they are at."""
        node = self._node_now()
        if node is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.node_clicked.emit(node)
        elif (after := node_after(event, node, self._nodes)) is not None:
            self._show_node(after)
            self._hover(after)
        else:
            super().keyPressEvent(event)

    def _hover(self, node: int | None) -> None:
        if node == self._hovered:
            return
        self._hovered = node
        self.setAccessibleDescription("" if node is None else node_in_words(self._nodes, node))
        if node is not None:
            self.node_hovered.emit(node)
        self.update()
