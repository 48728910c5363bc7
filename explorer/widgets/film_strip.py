"""A slider over the frames of a film: a mark for each, and the quality of the model as a quiet curve."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip, QWidget

EDGE = 12.0  # pixels free at either end, so that the first and the last handle are whole
CURVE = 32.0  # pixels, the height of the curve
LEAST_BETWEEN = 3.0  # pixels between two marks; nearer ones would be a bar
LEAST_GAP = 8.0  # pixels between two labels
PAGE = 10  # frames


class FilmStrip(QSlider):
    """Its value is the number of the frame that is shown; the frames stand evenly, labelled by update.

    A frame that another one is compared with has a hollow mark.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._updates: tuple[int, ...] = ()
        self._values: tuple[float, ...] = ()  # the quality at each frame, NaN where unknown
        self._base: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPageStep(PAGE)
        self.setRange(0, 0)
        self.setAccessibleName(self.tr("Frame"))

    def set_frames(self, updates: Sequence[int], values: Sequence[float]) -> None:
        """Show a mark for each update; values: dev BLEU at each, NaN where it was not measured."""
        self._updates, self._values = tuple(updates), tuple(values)
        self.setRange(0, max(len(updates) - 1, 0))
        self.setEnabled(bool(updates))
        self.update()

    def set_base(self, frame: int | None) -> None:
        """Mark the frame that the shown one is compared with."""
        self._base = frame
        self.update()

    def place(self, frame: int) -> float:
        """The distance of a frame from the left."""
        room = self.width() - 2 * EDGE
        return EDGE + (room * frame / (len(self._updates) - 1) if len(self._updates) > 1 else room / 2)

    def frame_at(self, x: float) -> int:
        """The frame nearest to this distance from the left."""
        room = max(self.width() - 2 * EDGE, 1.0)
        share = min(max((x - EDGE) / room, 0.0), 1.0)
        return round(share * self.maximum())

    def in_words(self, frame: int) -> str:
        """The update of a frame, and how good the model was then."""
        words = self.tr("Update {update:,}").format(update=self._updates[frame])
        bleu = self._values[frame]
        return f"{words}, {self.tr('dev BLEU')} {bleu:.1f}" if math.isfinite(bleu) else words

    # ---- Qt

    def sliderChange(self, change: QSlider.SliderChange) -> None:
        super().sliderChange(change)
        if self._updates and self.value() < len(self._updates):
            self.setAccessibleDescription(self.in_words(self.value()))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._updates:
            QToolTip.showText(event.globalPos(), self.in_words(self.frame_at(event.pos().x())), self)
            return True
        return super().event(event)

    def sizeHint(self) -> QSize:
        return QSize(320, round(CURVE + QFontMetricsF(self.font()).height()) + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setValue(self.frame_at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self.frame_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._updates:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        ground = CURVE + 2.0
        self._paint_curve(painter, ground, accent)
        self._paint_marks(painter, ground)
        if self._base is not None:
            painter.setPen(QPen(accent, 2))
            painter.setBrush(self.palette().color(QPalette.ColorRole.Window))
            painter.drawEllipse(QPointF(self.place(self._base), ground), 5, 5)
        self._paint_handle(painter, ground, accent)
        self._paint_labels(painter, ground)

    def _paint_curve(self, painter: QPainter, ground: float, accent: QColor) -> None:
        known = [(frame, value) for frame, value in enumerate(self._values) if math.isfinite(value)]
        unit = (CURVE - 6.0) / (max((value for _, value in known), default=0.0) or 1.0)
        points = [QPointF(self.place(frame), ground - value * unit) for frame, value in known]
        if len(points) < 2:
            return
        area = QPolygonF([QPointF(points[0].x(), ground), *points, QPointF(points[-1].x(), ground)])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_faint(accent, 28))
        painter.drawPolygon(area)
        painter.setPen(QPen(_faint(accent, 110), 1.5))
        painter.drawPolyline(QPolygonF(points))

    def _paint_marks(self, painter: QPainter, ground: float) -> None:
        quiet = self.palette().color(QPalette.ColorRole.Mid)
        painter.setPen(QPen(quiet, 1))
        painter.drawLine(QPointF(EDGE, ground), QPointF(self.width() - EDGE, ground))
        room = (self.width() - 2 * EDGE) / max(len(self._updates) - 1, 1)
        every = max(1, math.ceil(LEAST_BETWEEN / max(room, 0.01)))
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1))
        for frame in range(0, len(self._updates), every):
            x = round(self.place(frame)) + 0.5
            painter.drawLine(QPointF(x, ground - 3), QPointF(x, ground + 3))

    def _paint_handle(self, painter: QPainter, ground: float, accent: QColor) -> None:
        x = self.place(self.value())
        painter.setPen(QPen(accent, 2))
        painter.drawLine(QPointF(x, 4), QPointF(x, ground))
        painter.setBrush(accent)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(QPointF(x, ground), 6, 6)
        if self.hasFocus():
            painter.setPen(QPen(accent, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, ground), 9.5, 9.5)

    def _paint_labels(self, painter: QPainter, ground: float) -> None:
        metrics, shown = QFontMetricsF(self.font()), self.value()
        for frame, rect in self.label_rects(metrics).items():
            role = QPalette.ColorRole.Accent if frame == shown else QPalette.ColorRole.PlaceholderText
            painter.setPen(self.palette().color(role))
            flags = Qt.AlignmentFlag.AlignCenter
            painter.drawText(rect.translated(0, ground + 8), flags, f"{self._updates[frame]:,}")

    def label_rects(self, metrics: QFontMetricsF) -> dict[int, QRectF]:
        """Where the update of a frame is written: of the shown one, the compared one, the last, the first.

        Of the others as many as have room, evenly.
        """
        last = len(self._updates) - 1
        widest = metrics.horizontalAdvance(f"{self._updates[-1]:,}") + LEAST_GAP
        every = max(1, math.ceil(widest * max(last, 1) / max(self.width() - 2 * EDGE, 1.0)))
        placed: dict[int, QRectF] = {}
        for frame in dict.fromkeys([self.value(), self._base, last, 0, *range(0, last + 1, every)]):
            if frame is None or frame > last:
                continue
            width = metrics.horizontalAdvance(f"{self._updates[frame]:,}") + LEAST_GAP
            left = min(max(self.place(frame) - width / 2, 0.0), self.width() - width)
            rect = QRectF(left, 0, width, metrics.height())
            if not any(rect.intersects(other) for other in placed.values()):
                placed[frame] = rect
        return placed


def _faint(colour: QColor, alpha: int) -> QColor:
    faint = QColor(colour)
    faint.setAlpha(alpha)
    return faint
