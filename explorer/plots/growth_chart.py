"""Values from 0 to 100 by the length of a sentence, a line a series, with the place where each one breaks."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.plots.run_colours import run_colour

TOP = 100.0
TICKS = (0, 25, 50, 75, 100)
MARK = 4.0  # pixels: half of a point's mark
CROSS = 7.0
PAD = 8.0


@dataclass(frozen=True)
class Series:
    """A line: its letter, a value for each length (None: not known yet), and the place where it breaks."""

    letter: str
    number: int  # of its colour and of the shape of its points
    values: tuple[float | None, ...]
    breaks_at: int | None = None


class GrowthChart(QWidget):
    """`place_pressed` with the length that was pointed at, from 0 on."""

    place_pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lengths: tuple[int, ...] = ()
        self.series: tuple[Series, ...] = ()
        self._current = 0
        self._names = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(96)

    def set_names(self, length: str, value: str) -> None:
        """What the two axes count."""
        self._names = (length, value)
        self.setAccessibleName(value)
        self.update()

    def set_series(self, lengths: Sequence[int], series: Sequence[Series]) -> None:
        """Draw these, each with a value for each of the lengths, which rise."""
        self.lengths, self.series = tuple(lengths), tuple(series)
        self.setAccessibleDescription("; ".join(self.in_words(place) for place in range(len(lengths))))
        self.update()

    def set_current(self, place: int) -> None:
        """Mark the length that is looked at."""
        self._current = place
        self.update()

    def in_words(self, place: int) -> str:
        """The values of one length."""
        known = [(one, one.values[place]) for one in self.series]
        values = [f"{one.letter} {value:.0f}" for one, value in known if value is not None]
        return f"{self.lengths[place]} {self._names[0]}: {', '.join(values) or '…'}"

    def place_at(self, x: float) -> int | None:
        """The length that is drawn nearest to this x."""
        places = range(len(self.lengths))
        return min(places, key=lambda place: abs(self._x(place) - x), default=None)

    def point(self, place: int, value: float) -> QPointF:
        """Where a value of a length is drawn."""
        area = self._area()
        return QPointF(self._x(place), area.bottom() - min(max(value, 0.0), TOP) / TOP * area.height())

    def sizeHint(self) -> QSize:
        return QSize(480, 200)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position().x())
        if place is not None:
            self.place_pressed.emit(place)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(event.pos().x())
            QToolTip.showText(event.globalPos(), "" if place is None else self.in_words(place), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_axes(painter)
        for one in self.series:
            self._draw_line(painter, one)
        for one in self.series:
            self._draw_break(painter, one)

    # ---- geometry

    def _area(self) -> QRectF:
        metrics = QFontMetricsF(self.font())
        left = metrics.horizontalAdvance("100") + PAD
        right = metrics.horizontalAdvance("MM") + PAD
        return QRectF(self.rect()).adjusted(left, 1.6 * metrics.height(), -right, -2 * metrics.height() - 4)

    def _x(self, place: int) -> float:
        area = self._area()
        longest = max(self.lengths[-1], 1)
        return area.left() + self.lengths[place] / longest * area.width()

    # ---- drawing

    def _draw_axes(self, painter: QPainter) -> None:
        area, metrics = self._area(), QFontMetricsF(self.font())
        line, muted = (
            self.palette().color(role)
            for role in (QPalette.ColorRole.Mid, QPalette.ColorRole.PlaceholderText)
        )
        for tick in TICKS:
            y = area.bottom() - tick / TOP * area.height()
            painter.setPen(line)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(muted)
            box = QRectF(0, y - metrics.height() / 2, area.left() - PAD / 2, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(tick))
        painter.drawText(
            QRectF(0, 0, self.width(), metrics.height()), Qt.AlignmentFlag.AlignLeft, self._names[1]
        )
        bottom = QRectF(area.left(), self.height() - metrics.height(), area.width(), metrics.height())
        painter.drawText(bottom, Qt.AlignmentFlag.AlignHCenter, self._names[0])
        self._draw_lengths(painter)

    def _draw_lengths(self, painter: QPainter) -> None:
        """The lengths under the axis, those that have room; the current one always, with its line."""
        area, metrics, palette = self._area(), QFontMetricsF(self.font()), self.palette()
        room = metrics.horizontalAdvance("000")
        order = sorted(range(len(self.lengths)), key=lambda place: place != self._current)
        taken: list[float] = []
        for place in order:
            x = self._x(place)
            if any(abs(x - other) < room for other in taken):
                continue
            taken.append(x)
            is_current = place == self._current
            role = QPalette.ColorRole.Accent if is_current else QPalette.ColorRole.PlaceholderText
            painter.setPen(palette.color(role))
            box = QRectF(x - room, area.bottom() + 2, 2 * room, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignHCenter, str(self.lengths[place]))
            if is_current:
                painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))

    def _draw_line(self, painter: QPainter, one: Series) -> None:
        colour, last = run_colour(one.number, self.palette()), None
        for place, value in enumerate(one.values):
            point = None if value is None else self.point(place, value)
            if point is not None:
                painter.setPen(QPen(colour, 2))
                if last is not None:
                    painter.drawLine(last, point)
                painter.setBrush(colour)
                painter.drawPolygon(_shape(one.number, point))
            last = point
        known = [(place, value) for place, value in enumerate(one.values) if value is not None]
        if known:
            end = self.point(*known[-1])
            painter.setPen(colour)
            box = QRectF(end.x() + PAD, end.y() - 10, 20, 20)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, one.letter)

    def _draw_break(self, painter: QPainter, one: Series) -> None:
        """A cross on the line, and a broken line down to the axis."""
        value = None if one.breaks_at is None else one.values[one.breaks_at]
        if one.breaks_at is None or value is None:
            return
        colour, area = run_colour(one.number, self.palette()), self._area()
        at = self.point(one.breaks_at, value)
        painter.setPen(QPen(colour, 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()))
        painter.setPen(QPen(colour, 3))
        painter.drawLine(at - QPointF(CROSS, CROSS), at + QPointF(CROSS, CROSS))
        painter.drawLine(at - QPointF(CROSS, -CROSS), at + QPointF(CROSS, -CROSS))


def _shape(number: int, at: QPointF) -> QPolygonF:
    """A point's mark: a diamond, a square, or a triangle up or down."""
    shapes = (
        ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)),
        ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        ((0, -1.3), (1.2, 1), (-1.2, 1)),
        ((0, 1.3), (1.2, -1), (-1.2, -1)),
    )
    return QPolygonF([at + QPointF(x * MARK, y * MARK) for x, y in shapes[number % len(shapes)]])
