"""The colour scale of a matrix with its numbers, drawn beside every matrix."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPalette

from explorer.plots.colour_map import anchors

BAR_WIDTH = 128.0  # at least
LEAST_BESIDE = 14  # average characters: with less room beside the legend, words stand under it
BAR_CHARACTERS = 12  # average ones: room for three numbers under the bar
BAR_HEIGHT = 8.0
BESIDE = (
    64.0  # pixels that go to the edges, between the bar and the words, and to the last number over its end
)


def legend_height(metrics: QFontMetricsF) -> float:
    """The height of a line with the bar in its middle, and of the numbers under it."""
    return 2 * metrics.height()


def bar_width(metrics: QFontMetricsF) -> float:
    """The length of the bar where text is of this size."""
    return max(BAR_WIDTH, BAR_CHARACTERS * metrics.averageCharWidth())


def is_stacked(metrics: QFontMetricsF, width: float, words: Sequence[str] = ()) -> bool:
    """Whether a picture of this width has the words about it under its legend, and not beside it.

    words: those that have to be read whole wherever they fit.
    """
    least = max(map(metrics.horizontalAdvance, words), default=0.0) + BESIDE
    return width < bar_width(metrics) + max(LEAST_BESIDE * metrics.averageCharWidth(), least)


def foot_height(metrics: QFontMetricsF, width: float, words: Sequence[str] = ()) -> float:
    """The height of the legend and of two lines of words about a picture of this width."""
    return legend_height(metrics) * (2 if is_stacked(metrics, width, words) else 1)


def paint_legend(
    painter: QPainter, corner: QPointF, colours: str, ticks: Sequence[tuple[float, str]], palette: QPalette
) -> QRectF:
    """Draw the legend with its upper left corner at `corner`; returns the bar's rectangle.

    colours: the name of a colour map; ticks: shares of the bar's length and the numbers that stand there.
    """
    metrics = QFontMetricsF(painter.font())
    bar = QRectF(corner.x(), corner.y() + (metrics.height() - BAR_HEIGHT) / 2, bar_width(metrics), BAR_HEIGHT)
    painter.fillRect(bar, _gradient(bar, colours))
    painter.setPen(outline_colour(palette))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(bar)
    painter.setPen(palette.color(QPalette.ColorRole.WindowText))
    for share, text in ticks:
        width = metrics.horizontalAdvance(text)
        centred = bar.left() + share * bar.width() - width / 2
        left = max(centred, bar.left() - metrics.averageCharWidth() / 2)
        box = QRectF(left, corner.y() + metrics.height(), width + 1, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    return bar


def _gradient(bar: QRectF, name: str) -> QLinearGradient:
    """From the first colour to the last, with straight lines between the anchors."""
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    colours = anchors(name)
    for index, (red, green, blue) in enumerate(colours):
        gradient.setColorAt(index / (len(colours) - 1), QColor(red, green, blue))
    return gradient


def outline_colour(palette: QPalette) -> QColor:
    """A quiet line that sets black on dark, and white on light, apart from the ground."""
    colour = palette.color(QPalette.ColorRole.WindowText)
    colour.setAlpha(96)
    return colour
