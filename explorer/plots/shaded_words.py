"""Words as flowing text, each on a ground whose shade is its weight, on a scale from 0 to 1."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.plots.flowing_words import flowing_words, word_directions

PADDING = 4.0  # pixels at either side of a word, within its box
EDGE = 2.0  # pixels around the text
ROUNDING = 4.0
KEPT_WIDTHS = 8


class ShadedWords(QWidget):
    """One text. Without weights no word is shaded; the marked word has a frame of the accent's colour."""

    word_pointed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[str, ...] = ()
        self._weights: NDArray[np.floating] | None = None
        self._from_right = False
        self._marked: int | None = None
        self._widths: list[float] | None = None  # of the words' boxes
        self._directions: tuple[str, ...] = ()
        self._laid_out: dict[int, tuple[QRectF, ...]] = {}  # by the width of the text, in pixels
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(name)

    # ---- what is shown

    def set_words(self, words: Sequence[str], *, from_right: bool) -> None:
        """Show these words, without shades; from_right: whether the text is read from the right."""
        is_same = (self._words, self._from_right) == (tuple(words), from_right)
        self._words, self._weights, self._from_right = tuple(words), None, from_right
        if is_same:  # while a translation grows its source stays
            self.update()
        else:
            self._place()

    def set_weights(self, weights: NDArray[np.floating] | None) -> None:
        """Shade each word by its weight between 0 and 1."""
        self._weights = weights
        self.update()

    def set_marked(self, index: int | None) -> None:
        """Frame this word."""
        self._marked = index
        known = self.marked()
        self.setAccessibleDescription("" if known is None else self.read_out(known))
        self.update()

    def marked(self) -> int | None:
        """The framed word, if it is there."""
        return self._marked if self._marked is not None and self._marked < len(self._words) else None

    def heaviest(self) -> int | None:
        """The word of the darkest shade; None without shades."""
        return None if self._weights is None or not len(self._weights) else int(self._weights.argmax())

    def read_out(self, index: int) -> str:
        """A word and its weight, where it has one."""
        word = f"\u200e\u2068{self._words[index]}\u2069"
        return word if self._weights is None else f"{word} {self._weights[index]:.3f}"

    def boxes(self) -> tuple[QRectF, ...]:
        """Where each word stands."""
        return self._boxes_at(self.width())

    def word_at(self, point: QPointF) -> int | None:
        """The word that holds this point."""
        return next((index for index, box in enumerate(self.boxes()) if box.contains(point)), None)

    # ---- Qt

    def heightForWidth(self, width: int) -> int:
        boxes = self._boxes_at(width)
        return round(max((box.bottom() for box in boxes), default=self._line_height()) + EDGE)

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._line_height() + 2 * EDGE))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._place()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._point(self.marked() or 0)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.word_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrows go where they show; Home and End to the first and the last word."""
        index = self._reached_by(event.key()) if event.modifiers() in _NO_MODIFIERS else None
        if index is None:
            super().keyPressEvent(event)
        else:
            self._point(index)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.word_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if index is None else self.read_out(index), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, box in enumerate(self.boxes()):
            if box.intersects(QRectF(event.rect())):
                self._paint_word(painter, index, box)
        if self.hasFocus():
            painter.setPen(self.palette().color(QPalette.ColorRole.Accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), ROUNDING, ROUNDING)

    # ---- inside

    def _place(self) -> None:
        self._widths = None
        self._laid_out.clear()
        self.updateGeometry()
        self.update()

    def _line_height(self) -> float:
        return QFontMetricsF(self.font()).height() + 4

    def _boxes_at(self, width: int) -> tuple[QRectF, ...]:
        """Layouts ask for several widths again and again."""
        if width not in self._laid_out:
            if len(self._laid_out) >= KEPT_WIDTHS:
                self._laid_out.clear()
            self._laid_out[width] = self._flow(width)
        return self._laid_out[width]

    def _flow(self, width: int) -> tuple[QRectF, ...]:
        if self._widths is None:
            metrics = QFontMetricsF(self.font())
            self._widths = [metrics.horizontalAdvance(word) + 2 * PADDING for word in self._words]
            self._directions = word_directions(self._words, from_right=self._from_right)
        room = (max(width - 2 * EDGE, 1.0), self._line_height())
        boxes = flowing_words(self._widths, self._directions, room, from_right=self._from_right)
        return tuple(box.translated(EDGE, EDGE) for box in boxes)

    def _paint_word(self, painter: QPainter, index: int, box: QRectF) -> None:
        weight = 0.0 if self._weights is None else float(self._weights[index])
        accent = self.palette().color(QPalette.ColorRole.Accent)
        if weight > 0:
            shade = QColor(accent)
            shade.setAlphaF(min(weight, 1.0))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(shade)
            painter.drawRoundedRect(box, ROUNDING, ROUNDING)
        if index == self._marked:
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), ROUNDING, ROUNDING)
        painter.setPen(self.text_colour(weight))
        inner = box.width() - 2 * PADDING + 1
        text = QFontMetricsF(self.font()).elidedText(self._words[index], Qt.TextElideMode.ElideMiddle, inner)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def text_colour(self, weight: float) -> QColor:
        """Of the text's colours the one that is read better on the shade of this weight."""
        palette, ground = self.palette(), QGuiApplication.palette().color(QPalette.ColorRole.Window)
        accent = palette.color(QPalette.ColorRole.Accent)
        light = _luminance(_mixed(ground, accent, weight))
        plain = palette.color(QPalette.ColorRole.WindowText)
        on_accent = palette.color(QPalette.ColorRole.HighlightedText)
        return max((plain, on_accent), key=lambda colour: _contrast(_luminance(colour), light))

    def _reached_by(self, key: int) -> int | None:
        """The word that a key leads to; at an edge it stays."""
        if not self._words:
            return None
        index, last = self.marked() or 0, len(self._words) - 1
        forward = Qt.Key.Key_Left if self._from_right else Qt.Key.Key_Right
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            return 0 if key == Qt.Key.Key_Home else last
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            return min(max(index + (1 if key == forward else -1), 0), last)
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return self._beside(index, is_below=key == Qt.Key.Key_Down)
        return None

    def _beside(self, index: int, *, is_below: bool) -> int:
        """The word of the next line that stands nearest; on the last line this one."""
        boxes = self.boxes()
        here = boxes[index]
        tops = {
            box.top() for box in boxes if (box.top() > here.top() if is_below else box.top() < here.top())
        }
        if not tops:
            return index
        line = min(tops) if is_below else max(tops)
        places = [place for place, box in enumerate(boxes) if box.top() == line]
        return min(places, key=lambda place: abs(boxes[place].center().x() - here.center().x()))

    def _point(self, index: int | None) -> None:
        if index is not None and index < len(self._words):
            self.word_pointed.emit(index)


_NO_MODIFIERS = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


def _mixed(first: QColor, second: QColor, share: float) -> QColor:
    parts = [
        one + (other - one) * share
        for one, other in zip(first.getRgbF()[:3], second.getRgbF()[:3], strict=True)
    ]
    return QColor.fromRgbF(*parts)


def _luminance(colour: QColor) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.1)."""
    parts = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _contrast(first: float, second: float) -> float:
    light, dark = max(first, second), min(first, second)
    return (light + 0.05) / (dark + 0.05)
