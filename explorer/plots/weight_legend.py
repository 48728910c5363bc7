"""Legends of weights that are drawn as thickness or as shade: both run from 0 to 1 and never stretch."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

BAR_WIDTH = 96.0
TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))


class WeightLegend(QWidget):
    """A bar with the numbers 0, 0.5 and 1; a subclass paints the bar."""

    bar_height = 8.0

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def bar(self) -> QRectF:
        """Where the bar stands."""
        side = QFontMetricsF(self.font()).horizontalAdvance("0.5") / 2
        return QRectF(side, 2, BAR_WIDTH, self.bar_height)

    def sizeHint(self) -> QSize:
        bar = self.bar()
        return QSize(
            round(bar.right() + bar.left()), round(bar.bottom() + 2 + QFontMetricsF(self.font()).height())
        )

    def paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        """Draw the scale itself."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar, metrics = self.bar(), QFontMetricsF(self.font())
        self.paint_bar(painter, bar)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        for share, text in TICKS:
            width = metrics.horizontalAdvance(text)
            left = bar.left() + share * bar.width() - width
            box = QRectF(left, bar.bottom() + 2, 2 * width, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class ThicknessLegend(WeightLegend):
    """A wedge that is as thick as the line of the weight at each place."""

    def __init__(self, name: str, thickest: float, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.bar_height = thickest

    def paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.palette().color(QPalette.ColorRole.PlaceholderText))
        middle = QPointF(bar.left(), bar.center().y())
        painter.drawPolygon([middle, bar.topRight(), bar.bottomRight()])


class ShadeLegend(WeightLegend):
    """A bar from no shade to the accent's full colour."""

    def paint_bar(self, painter: QPainter, bar: QRectF) -> None:
        accent = self.palette().color(QPalette.ColorRole.Accent)
        clear = QColor(accent)
        clear.setAlpha(0)
        gradient = QLinearGradient(bar.topLeft(), bar.topRight())
        gradient.setColorAt(0.0, clear)
        gradient.setColorAt(1.0, accent)
        painter.fillRect(bar, gradient)
        outline = self.palette().color(QPalette.ColorRole.WindowText)
        outline.setAlpha(96)
        painter.setPen(outline)
        painter.drawRect(bar)
