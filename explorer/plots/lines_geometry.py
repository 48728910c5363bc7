"""Where the words of a bipartite picture stand: source above target, or source at the left of target."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QPainterPath

MARGIN = 8.0  # free space at the edges
WIDEST_GAP = 40.0  # between two words of one line that have more room than they need
HIGHEST_ROW = 32.0
LEAST_FLIGHT = 64.0  # room for the links between the two sides
LEAST_SHARE = 0.2  # of a narrow room's width, where the words need the rest
FLAT = 2.0  # a place so many times as wide as high keeps its words above one another, and scrolls


@dataclass(frozen=True)
class WordSizes:
    """The widths of the words of both sides, padding included, and the height of a word, in pixels.

    source_from_right, target_from_right: whether a side is read from the right.
    """

    source: tuple[float, ...]
    target: tuple[float, ...]
    height: float
    source_from_right: bool = False
    target_from_right: bool = False


@dataclass(frozen=True)
class LinesGeometry:
    """The box of each word, whether the two sides lie across, and the size of the whole picture."""

    source: tuple[QRectF, ...]
    target: tuple[QRectF, ...]
    is_across: bool
    size: QSizeF

    def link(self, step: int, position: int) -> QPainterPath:
        """The middle line of the link of a pair; it leaves both words at a right angle."""
        begin, end = self.link_ends(step, position)
        middle = (begin + end) / 2
        path = QPainterPath(begin)
        if self.is_across:
            path.cubicTo(QPointF(begin.x(), middle.y()), QPointF(end.x(), middle.y()), end)
        else:
            path.cubicTo(QPointF(middle.x(), begin.y()), QPointF(middle.x(), end.y()), end)
        return path

    def link_ends(self, step: int, position: int) -> tuple[QPointF, QPointF]:
        """Where the link of a pair leaves the source word, and where it meets the target word."""
        source, target = self.source[position], self.target[step]
        if self.is_across:
            return QPointF(source.center().x(), source.bottom()), QPointF(target.center().x(), target.top())
        return QPointF(source.right(), source.center().y()), QPointF(target.left(), target.center().y())

    def source_at(self, point: QPointF) -> int | None:
        """The source word that holds this point."""
        return _holder(self.source, point)

    def target_at(self, point: QPointF) -> int | None:
        """The target word that holds this point."""
        return _holder(self.target, point)


def lines_geometry(sizes: WordSizes, room: QSizeF) -> LinesGeometry:
    """The words across where their lines fit into the room or the room is flat, else in two columns.

    What does not fit makes the picture larger than the room, in one direction only.
    """
    natural = max(sum(sizes.source), sum(sizes.target)) + 2 * MARGIN
    if natural <= room.width() or room.width() > FLAT * room.height():
        return _across(sizes, room, natural)
    return _in_columns(sizes, room)


def _across(sizes: WordSizes, room: QSizeF, natural: float) -> LinesGeometry:
    width = max(room.width(), natural)
    height = max(room.height(), 2 * (sizes.height + MARGIN) + LEAST_FLIGHT)
    most = max(len(sizes.source), len(sizes.target)) - 1
    span = min(width - 2 * MARGIN, natural - 2 * MARGIN + WIDEST_GAP * max(most, 0))
    sides = []
    for widths, top, from_right in (
        (sizes.source, MARGIN, sizes.source_from_right),
        (sizes.target, height - MARGIN - sizes.height, sizes.target_from_right),
    ):
        lefts = _spread(widths, (width - span) / 2, span)
        boxes = [QRectF(left, top, wide, sizes.height) for left, wide in zip(lefts, widths, strict=True)]
        if from_right:
            boxes = [box.translated(width - box.right() - box.left(), 0) for box in boxes]
        sides.append(tuple(boxes))
    return LinesGeometry(sides[0], sides[1], True, QSizeF(width, height))


def _spread(widths: Sequence[float], begin: float, span: float) -> list[float]:
    """The left edges of words over the span: the first begins and the last ends with it, one stands amid."""
    if len(widths) == 1:
        return [begin + (span - widths[0]) / 2]
    gap = (span - sum(widths)) / max(len(widths) - 1, 1)
    lefts = []
    for width in widths:
        lefts.append(begin)
        begin += width + gap
    return lefts


def _in_columns(sizes: WordSizes, room: QSizeF) -> LinesGeometry:
    most = max(len(sizes.source), len(sizes.target), 1)
    pitch = min(max((room.height() - 2 * MARGIN) / most, sizes.height), HIGHEST_ROW)
    height = most * pitch
    flight = min(LEAST_FLIGHT, LEAST_SHARE * room.width())
    widest = max((room.width() - 2 * MARGIN - flight) / 2, 1.0)
    source = _column(sizes.source, widest, height, sizes.height)
    target = _column(sizes.target, widest, height, sizes.height)
    edge = MARGIN + max((box.width() for box in source), default=0.0)
    source = [box.translated(edge - box.width(), 0) for box in source]
    widest_target = max((box.width() for box in target), default=0.0)
    left = max(room.width() - MARGIN - widest_target, edge + flight)
    target = [box.translated(left, 0) for box in target]
    size = QSizeF(max(room.width(), left + widest_target + MARGIN), max(room.height(), height + 2 * MARGIN))
    return LinesGeometry(tuple(source), tuple(target), False, size)


def _column(widths: Sequence[float], widest: float, height: float, word_height: float) -> list[QRectF]:
    """Boxes at the left edge, spread over the height of the longer column.

    Both columns are as high, so that the lines of words that keep their order run level.
    """
    pitch = height / max(len(widths), 1)
    return [
        QRectF(0, MARGIN + (index + 0.5) * pitch - word_height / 2, min(width, widest), word_height)
        for index, width in enumerate(widths)
    ]


def _holder(boxes: Sequence[QRectF], point: QPointF) -> int | None:
    return next((index for index, box in enumerate(boxes) if box.contains(point)), None)
