"""The grey scale of a matrix with its three numbers, drawn beside every matrix."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPalette

BAR_WIDTH = 96.0
BAR_HEIGHT = 8.0
TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))


def legend_height(metrics: QFontMetricsF) -> float:
    """The height of the bar and the numbers under it."""
    return BAR_HEIGHT + 2 + metrics.height()


def paint_legend(painter: QPainter, corner: QPointF, palette: QPalette) -> QRectF:
    """Draw the legend with its bar's upper left corner at `corner`; returns the bar's rectangle."""
    bar = QRectF(corner.x(), corner.y(), BAR_WIDTH, BAR_HEIGHT)
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    gradient.setColorAt(0.0, QColor(0, 0, 0))
    gradient.setColorAt(1.0, QColor(255, 255, 255))
    painter.fillRect(bar, gradient)
    painter.setPen(outline_colour(palette))
    painter.drawRect(bar)
    painter.setPen(palette.color(QPalette.ColorRole.WindowText))
    metrics = QFontMetricsF(painter.font())
    for share, text in TICKS:
        width = metrics.horizontalAdvance(text)
        box = QRectF(bar.left() + share * bar.width() - width, bar.bottom() + 2, 2 * width, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return bar


def outline_colour(palette: QPalette) -> QColor:
    """A quiet line that sets black on dark, and white on light, apart from the ground."""
    colour = palette.color(QPalette.ColorRole.WindowText)
    colour.setAlpha(96)
    return colour
