"""A whole beam graph as a picture: every node at a size at which its token is read."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPalette

from explorer.plots.beam_geometry import BeamGeometry, graph_width
from explorer.plots.beam_nodes import BeamNodes
from explorer.plots.beam_painter import full_pitch, paint_graph
from explorer.plots.beam_words import paint_legend, paint_steps
from explorer.plots.pictures import Drawing, paper_font

MARGIN = 8.0
LEAST_WIDTH = 480.0  # logical pixels: room for what the colours say


@dataclass(frozen=True)
class BeamPaper:
    """The graph without the marks of who points where; the path of the hypothesis `rank` is selected."""

    nodes: BeamNodes
    rank: int
    font: QFont
    palette: QPalette

    def drawing(self) -> Drawing:
        """What goes on paper."""
        return Drawing(self.size(), self.paint)

    def geometry(self) -> BeamGeometry:
        """Where the nodes stand, in logical pixels."""
        metrics, nodes = QFontMetricsF(paper_font(self.font)), self.nodes
        column, row = full_pitch(metrics)
        top = metrics.height() + 2 * MARGIN
        seen = QRectF(MARGIN, top, graph_width(nodes.columns, column), nodes.height * row)
        return BeamGeometry(seen, column, row, nodes.columns, nodes.height, QPointF())

    def size(self) -> QSizeF:
        """The whole picture's, in logical pixels."""
        seen, line = self.geometry().viewport, QFontMetricsF(paper_font(self.font)).height()
        return QSizeF(max(seen.right() + MARGIN, LEAST_WIDTH), seen.bottom() + line + 3 * MARGIN)

    def paint(self, painter: QPainter) -> None:
        """Draw in the colours of the palette."""
        size, geometry = self.size(), self.geometry()
        painter.setFont(paper_font(self.font))
        painter.fillRect(QRectF(QPointF(), size), self.palette.window())
        paint_steps(painter, geometry, None, self.palette)
        paint_graph(painter, self.nodes, self.rank, geometry, self.palette)
        place = QRectF(MARGIN, geometry.viewport.bottom() + 2 * MARGIN, size.width() - 2 * MARGIN, 0)
        paint_legend(painter, place, self.palette)
