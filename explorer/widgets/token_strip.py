"""One line of tokens of which one is current; it scrolls by itself so that the current one is seen."""

import unicodedata
from collections.abc import Collection, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.widgets.notification_bar import PROBLEM_COLOUR

PADDING = 6  # pixels at either side of a token


class TokenStrip(QWidget):
    """Tokens from the left, or from the right where most of them are written that way."""

    token_pressed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tokens: tuple[str, ...] = ()
        self._current = 0
        self._marked: frozenset[int] = frozenset()
        self._from_right = False
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_tokens(self, tokens: Sequence[str]) -> None:
        """Show these tokens."""
        self._tokens = tuple(tokens)
        turned = sum(is_right_to_left(token) for token in self._tokens)
        self._from_right = 2 * turned > len(self._tokens)
        self.setAccessibleDescription(" ".join(self._tokens))
        self.update()

    def set_marked(self, indices: Collection[int]) -> None:
        """Underline these tokens."""
        if frozenset(indices) != self._marked:
            self._marked = frozenset(indices)
            self.update()

    def set_current(self, index: int) -> None:
        """Mark this token; those after it are drawn as still to come."""
        self._current = index
        self.update()

    def token_rects(self) -> list[QRectF]:
        """Where each token stands; those that are scrolled away lie outside the widget."""
        metrics = QFontMetricsF(self.font())
        rects, left = [], 0.0
        for token in self._tokens:
            width = metrics.horizontalAdvance(token) + 2 * PADDING
            rects.append(QRectF(left, 0, width, self.height()))
            left += width
        shift = self._shift(rects, left)
        if self._from_right:
            return [rect.translated(self.width() - rect.right() - rect.left() + shift, 0) for rect in rects]
        return [rect.translated(-shift, 0) for rect in rects]

    def _shift(self, rects: list[QRectF], length: float) -> float:
        """How far the line is scrolled: in one that is too long the current token is kept in the middle."""
        if length <= self.width() or not rects:
            return 0.0
        middle = rects[min(self._current, len(rects) - 1)].center().x()
        return min(max(middle - self.width() / 2, 0.0), length - self.width())

    def sizeHint(self) -> QSize:
        return QSize(160, round(QFontMetricsF(self.font()).height()) + 8)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        for index, rect in enumerate(self.token_rects()):
            if not rect.intersects(QRectF(self.rect())):
                continue
            colour = palette.color(QPalette.ColorRole.WindowText)
            if index == self._current:
                colour = palette.color(QPalette.ColorRole.Accent)
                ground = QColor(colour)
                ground.setAlpha(40)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(ground)
                painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 4, 4)
            elif index > self._current:
                colour = palette.color(QPalette.ColorRole.PlaceholderText)
            painter.setPen(colour)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._tokens[index])
            if index in self._marked:
                painter.fillRect(rect.adjusted(PADDING, rect.height() - 3, -PADDING, -1), PROBLEM_COLOUR)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for index, rect in enumerate(self.token_rects()):
            if rect.contains(event.position()):
                self.token_pressed.emit(index)


def is_right_to_left(token: str) -> bool:
    """Whether the first letter with a direction is one that is written from the right."""
    directions = (unicodedata.bidirectional(letter) for letter in token)
    return next((direction != "L" for direction in directions if direction in ("L", "R", "AL")), False)
