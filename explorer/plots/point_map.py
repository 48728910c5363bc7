"""Labelled points in a plane; a label that would lie on another is shown where its point is pointed at."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QToolTip, QWidget

MARK = 4.0  # pixels, the radius of a point
REACH = 12.0  # pixels within which a point is pointed at
MARGIN = 24  # pixels around the outermost points
GAP = 6
LONGEST_LABEL = 28  # average characters


@dataclass(frozen=True)
class MapPoint:
    """A place, in whatever unit, and its text."""

    x: float
    y: float
    text: str


class PointMap(QWidget):
    """`point_chosen` and `point_opened` with a point's number: click or arrows, double click or Enter."""

    point_chosen = Signal(int)
    point_opened = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._points: tuple[MapPoint, ...] = ()
        self._axes = ("", "")
        self._pointed: int | None = None
        self._chosen: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    def set_points(self, points: Sequence[MapPoint], axes: tuple[str, str]) -> None:
        """axes: what the horizontal and the vertical one are, in words."""
        self._points, self._axes = tuple(points), axes
        self._pointed = self._chosen = None
        self.update()

    @property
    def points(self) -> tuple[MapPoint, ...]:
        """What is drawn."""
        return self._points

    def sizeHint(self) -> QSize:
        return QSize(480, 360)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 160)

    # ---- geometry

    def frame(self) -> QRectF:
        """The picture without the words at its axes, in pixels."""
        line = self.fontMetrics().height()
        return QRectF(
            line + GAP, GAP, max(1.0, self.width() - line - 2 * GAP), max(1.0, self.height() - line - 2 * GAP)
        )

    def place(self, number: int) -> QPointF:
        """Where a point is drawn; one unit is as long in both directions, so that distances are true."""
        frame = self.frame().adjusted(MARGIN, MARGIN, -MARGIN - self._label_room(), -MARGIN)
        xs, ys = [p.x for p in self._points], [p.y for p in self._points]
        middle = QPointF((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        unit = min(
            max(frame.width(), 1.0) / (max(xs) - min(xs) or 1.0),
            max(frame.height(), 1.0) / (max(ys) - min(ys) or 1.0),
        )
        point = self._points[number]
        centre = frame.center()
        return QPointF(centre.x() + (point.x - middle.x()) * unit, centre.y() - (point.y - middle.y()) * unit)

    def labels(self) -> list[QRectF | None]:
        """Where each label stands; None where it would lie on a point or on a label before it."""
        letters, frame = self.fontMetrics(), self.frame()
        places = [self.place(number) for number in range(len(self._points))]
        taken = [QRectF(p.x() - MARK, p.y() - MARK, 2 * MARK, 2 * MARK) for p in places]
        found: list[QRectF | None] = []
        for number, at in enumerate(places):
            size = (float(letters.horizontalAdvance(self._label(number))), float(letters.height()))
            free = next(
                (
                    spot
                    for spot in _spots(at, *size)
                    if frame.contains(spot) and not any(spot.intersects(other) for other in taken)
                ),
                None,
            )
            found.append(free)
            taken += [] if free is None else [free]
        return found

    def point_at(self, at: QPointF) -> int | None:
        """The nearest point within reach."""
        if not self._points:
            return None
        distances = [(self.place(n) - at).manhattanLength() for n in range(len(self._points))]
        nearest = min(range(len(distances)), key=distances.__getitem__)
        return nearest if distances[nearest] <= REACH else None

    def _label_room(self) -> int:
        """At the right of the outermost point, for a part of its label."""
        return min(self.width() // 4, LONGEST_LABEL * self.fontMetrics().averageCharWidth() // 2)

    def _label(self, number: int) -> str:
        letters = self.fontMetrics()
        room = LONGEST_LABEL * letters.averageCharWidth()
        return letters.elidedText(self._points[number].text, Qt.TextElideMode.ElideMiddle, room)

    # ---- what a person does

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.point_at(event.position()))
        if self._pointed is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self._points[self._pointed].text, self)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        number = self.point_at(event.position())
        if number is not None and event.button() == Qt.MouseButton.LeftButton:
            self.choose(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        number = self.point_at(event.position())
        if number is not None:
            self.point_opened.emit(number)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        moves = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if event.key() in moves and self._points:
            now = -1 if self._chosen is None else self._chosen
            self.choose((now + moves[event.key()]) % len(self._points))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen is not None:
            self.point_opened.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    def choose(self, number: int) -> None:
        """Mark a point, and tell it."""
        self._chosen = number
        self.setAccessibleDescription(self._points[number].text)
        self.point_chosen.emit(number)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def _point(self, number: int | None) -> None:
        if number != self._pointed:
            self._pointed = number
            self.update()

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter)
        for number, label in enumerate(self.labels() if self._points else []):
            is_marked = number in (self._pointed, self._chosen)
            role = QPalette.ColorRole.Accent if is_marked else QPalette.ColorRole.WindowText
            colour = self.palette().color(role)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(self.place(number), MARK + is_marked, MARK + is_marked)
            if label is not None:
                painter.setPen(colour)
                painter.drawText(label, Qt.AlignmentFlag.AlignCenter, self._label(number))

    def _paint_frame(self, painter: QPainter) -> None:
        frame, line = self.frame(), self.fontMetrics().height()
        colour = QColor(self.palette().color(QPalette.ColorRole.WindowText))
        colour.setAlpha(60)
        painter.setPen(
            QPen(self.palette().color(QPalette.ColorRole.Accent) if self.hasFocus() else colour, 1)
        )
        painter.drawRect(frame)
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        below = QRectF(frame.left(), frame.bottom() + GAP / 2, frame.width(), line)
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self._axes[0])
        painter.save()
        painter.translate(line / 2, frame.center().y())
        painter.rotate(-90)
        beside = QRectF(-frame.height() / 2, -line / 2, frame.height(), line)
        painter.drawText(beside, Qt.AlignmentFlag.AlignCenter, self._axes[1])
        painter.restore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()


def _spots(at: QPointF, width: float, height: float) -> list[QRectF]:
    """Where a label of this size may stand beside a point: right, left, above, below."""
    return [
        QRectF(at.x() + MARK + GAP, at.y() - height / 2, width, height),
        QRectF(at.x() - MARK - GAP - width, at.y() - height / 2, width, height),
        QRectF(at.x() - width / 2, at.y() - MARK - 2 - height, width, height),
        QRectF(at.x() - width / 2, at.y() + MARK + 2, width, height),
    ]
