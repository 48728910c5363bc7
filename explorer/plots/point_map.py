"""Labelled points in a plane; a label that would lie on another is shown where its point is pointed at."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from explorer.plots.pointed_picture import PointedPicture, accent, paint_titles

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


class PointMap(PointedPicture):
    """The things to point at, to choose and to open are the points."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._points: tuple[MapPoint, ...] = ()
        self._axes = ("", "")

    def set_points(self, points: Sequence[MapPoint], axes: tuple[str, str]) -> None:
        """axes: what the horizontal and the vertical one are, in words."""
        self._points, self._axes = tuple(points), axes
        self.forget()

    def count(self) -> int:
        """The number of points."""
        return len(self._points)

    def words_of(self, number: int) -> str:
        """A point's whole text."""
        return self._points[number].text

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

    def number_at(self, at: QPointF) -> int | None:
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

    # ---- drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter)
        for number, label in enumerate(self.labels() if self._points else []):
            is_marked = number in (self.pointed_at, self.chosen_one)
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
        painter.setPen(QPen(self.palette().color(accent(self)), 1))
        painter.drawRect(frame)
        painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
        paint_titles(painter, frame.adjusted(0, 0, 0, GAP / 2), line / 2, self._axes)


def _spots(at: QPointF, width: float, height: float) -> list[QRectF]:
    """Where a label of this size may stand beside a point: right, left, above, below."""
    return [
        QRectF(at.x() + MARK + GAP, at.y() - height / 2, width, height),
        QRectF(at.x() - MARK - GAP - width, at.y() - height / 2, width, height),
        QRectF(at.x() - width / 2, at.y() - MARK - 2 - height, width, height),
        QRectF(at.x() - width / 2, at.y() + MARK + 2, width, height),
    ]
