"""A soft alignment as lines between words: the thickness of a line is its weight, on a scale from 0 to 1."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.plots.lines_geometry import LinesGeometry, WordSizes, lines_geometry
from explorer.plots.pictures import is_vector

THICKEST = 10.0  # pixels: the line of a weight of 1
PADDING = 6.0  # at either side of a word
LONGEST = 22  # average characters; longer words are elided in the middle
PLAIN = 120  # of 255: how opaque a line is
FADED = 0.2  # of that is left beside the lines of the word that is pointed at

Word = tuple[str, int]  # "source" or "target", and which one of them


class AlignmentLines(QWidget):
    """Source words, target words, and a line for each pair whose weight reaches the threshold.

    The lines of the marked target word and of the marked source word have the accent's colour; those of the
    word under the pointer stand alone.
    """

    source_pointed = Signal(int)
    target_pointed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._weights: NDArray[np.floating] = np.zeros((0, 0))
        self._source: tuple[str, ...] = ()
        self._target: tuple[str, ...] = ()
        self._from_right = (False, False)
        self._marked: tuple[int | None, int | None] = (None, None)
        self._pointed: Word | None = None
        self._threshold = 0.0
        self._room = QSizeF(320, 240)
        self._geometry: LinesGeometry | None = None
        self._layer: QPixmap | None = None
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Lines between source and target words"))

    # ---- what is shown

    def set_alignment(
        self, weights: NDArray[np.floating], source: Sequence[str], target: Sequence[str]
    ) -> None:
        """Show these weights between 0 and 1: a row a target word, a column a source word."""
        self._weights, self._source, self._target = weights, tuple(source), tuple(target)
        self._pointed = None
        self._place()
        self.setAccessibleDescription(self.read_out())

    def set_directions(self, *, source_from_right: bool, target_from_right: bool) -> None:
        """Tell which side is read from the right."""
        self._from_right = (source_from_right, target_from_right)
        self._place()

    def set_threshold(self, threshold: float) -> None:
        """Draw no line of a smaller weight."""
        self._threshold = threshold
        self._layer = None
        self.update()

    def set_room(self, room: QSizeF) -> None:
        """Lay the words out for a window of this size; where they need more, this widget is larger."""
        self._room = room
        self._place()

    def set_marked(self, row: int | None, column: int | None) -> None:
        """Mark a target word and a source word."""
        if (row, column) != self._marked:
            self._marked = (row, column)
            self.setAccessibleDescription(self.read_out())
            self.update()

    def hidden_mass(self) -> float:
        """The weight of the lines that are not drawn, on average over the target words."""
        if not self._weights.size:
            return 0.0
        hidden = np.where(self._weights < self._threshold, self._weights, 0.0)
        return float(hidden.sum(axis=1).mean())

    def read_out(self) -> str:
        """The word that is pointed at, else the marked target word, with its three heaviest links."""
        word = self._pointed
        if word is None and self._marked[0] is not None and self._marked[0] < len(self._target):
            word = ("target", self._marked[0])
        if word is None:
            return ""
        side, index = word
        own, others = (self._source, self._target) if side == "source" else (self._target, self._source)
        weights = self._weights[:, index] if side == "source" else self._weights[index]
        best = np.argsort(-weights, kind="stable")[:3].tolist()
        links = "   ".join(f"\u2068{others[place]}\u2069 {weights[place]:.3f}" for place in best)
        arrow = "\u2192" if side == "source" else "\u2190"
        return f"\u200e\u2068{own[index]}\u2069 {arrow} {links}"

    # ---- where it stands

    def lines_geometry(self) -> LinesGeometry:
        """Where the words stand now, in the widget's coordinates."""
        if self._geometry is None:
            self._geometry = lines_geometry(self._sizes(), self._room)
        return self._geometry

    def drawn_links(self) -> list[tuple[int, int]]:
        """The pairs of target and source word that have a line, the thinnest first."""
        pairs = np.argwhere((self._weights >= self._threshold) & (self._weights > 0))
        order = np.argsort(self._weights[pairs[:, 0], pairs[:, 1]], kind="stable")
        return [(row, column) for row, column in pairs[order].tolist()]

    def marked_box(self) -> QRectF | None:
        """The box of the marked target word."""
        row, boxes = self._marked[0], self.lines_geometry().target
        return boxes[row] if row is not None and row < len(boxes) else None

    def sizeHint(self) -> QSize:
        return self.lines_geometry().size.toSize()

    def _sizes(self) -> WordSizes:
        metrics = QFontMetricsF(self.font())
        widths = [
            tuple(metrics.horizontalAdvance(_elided(word, metrics)) + 2 * PADDING for word in words)
            for words in (self._source, self._target)
        ]
        return WordSizes(widths[0], widths[1], metrics.height() + 2, *self._from_right)

    def _place(self) -> None:
        self._geometry, self._layer = None, None
        self.resize(self.sizeHint())
        self.updateGeometry()
        self.update()

    # ---- Qt

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1.0 if self._pointed is None else FADED)
        if is_vector(painter):
            self._paint_plain(painter)
        else:
            painter.drawPixmap(QPointF(0, 0), self._plain_layer())
        painter.setOpacity(1.0)
        accent = self.palette().color(QPalette.ColorRole.Accent)
        for row, column in self.drawn_links():
            if self.is_raised(row, column):
                self._paint_link(painter, row, column, accent)
        self._paint_words(painter, QRectF(event.rect()))

    def _plain_layer(self) -> QPixmap:
        """All lines in the plain colour, kept until they change: the pointer moves over them for nothing."""
        ratio = self.devicePixelRatioF()
        if self._layer is None or self._layer.devicePixelRatioF() != ratio:
            self._layer = QPixmap((self.size().toSizeF() * ratio).toSize())
            self._layer.setDevicePixelRatio(ratio)
            self._layer.fill(Qt.GlobalColor.transparent)
            painter = QPainter(self._layer)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_plain(painter)
            painter.end()
        return self._layer

    def _paint_plain(self, painter: QPainter) -> None:
        colour = self.palette().color(QPalette.ColorRole.PlaceholderText)
        colour.setAlpha(PLAIN)
        for row, column in self.drawn_links():
            self._paint_link(painter, row, column, colour)

    def _paint_link(self, painter: QPainter, row: int, column: int, colour: QColor) -> None:
        pen = QPen(colour, float(self._weights[row, column]) * THICKEST)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(self.lines_geometry().link(row, column))

    def is_raised(self, row: int, column: int) -> bool:
        """Whether the line of a pair is drawn in the accent's colour."""
        if self._pointed is not None:
            return self._pointed in (("target", row), ("source", column))
        return row == self._marked[0] or column == self._marked[1]

    def _paint_words(self, painter: QPainter, seen: QRectF) -> None:
        metrics = QFontMetricsF(painter.font())
        geometry = self.lines_geometry()
        sides = (
            (geometry.target, self._target, self._marked[0]),
            (geometry.source, self._source, self._marked[1]),
        )
        for boxes, words, marked in sides:
            for index, (box, word) in enumerate(zip(boxes, words, strict=True)):
                if not box.intersects(seen):
                    continue
                painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
                if index == marked:
                    self._paint_mark(painter, box)
                text = metrics.elidedText(
                    _elided(word, metrics), Qt.TextElideMode.ElideMiddle, box.width() - 2 * PADDING + 1
                )
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_mark(self, painter: QPainter, box: QRectF) -> None:
        colour = self.palette().color(QPalette.ColorRole.Accent)
        ground = QColor(colour)
        ground.setAlpha(40)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(colour)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.word_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)
        super().leaveEvent(event)

    def word_at(self, point: QPointF) -> Word | None:
        """The word that holds this point."""
        geometry = self.lines_geometry()
        source, target = geometry.source_at(point), geometry.target_at(point)
        if source is not None:
            return ("source", source)
        return None if target is None else ("target", target)

    def _point(self, word: Word | None) -> None:
        if word == self._pointed:
            return
        self._pointed = word
        self.update()
        if word is not None:
            (self.source_pointed if word[0] == "source" else self.target_pointed).emit(word[1])

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            word = self.word_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self.read_out() if word else "", self)
            return True
        return super().event(event)


def _elided(word: str, metrics: QFontMetricsF) -> str:
    most = LONGEST * metrics.averageCharWidth()
    return metrics.elidedText(word, Qt.TextElideMode.ElideMiddle, most)
