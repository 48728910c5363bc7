"""A text on one line with some of its words marked; where there is no room the marked ones are seen first."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.views.word_difference import Span, words_of
from explorer.widgets.token_strip import is_right_to_left

TINT = 56  # of 255: how strongly the ground of a marked word is coloured
NARROWEST = 10  # average characters
LEFT_OUT = "…"


def excerpt(
    text: str, spans: Sequence[Span], room: float, measure: Callable[[str], float]
) -> tuple[str, list[Span]]:
    """As much of the text as fits, in whole words, from one word before the first span on; its spans there.

    room and the answers of `measure` are in the same unit. A single word that does not fit stays whole.
    """
    words = words_of(text)
    first = next((index for index, word in enumerate(words) if spans and word[0] >= spans[0][0]), 0)
    begin, end = 0, len(words)

    def cut() -> tuple[str, int]:
        before, after = LEFT_OUT if begin else "", LEFT_OUT if end < len(words) else ""
        inside = text[words[begin][0] : words[end - 1][1]] if words else ""
        return before + inside + after, len(before)

    while begin < first - 1 and measure(cut()[0]) > room:
        begin += 1
    while end > begin + 1 and measure(cut()[0]) > room:
        end -= 1
    shown, ahead = cut()
    shift = ahead - words[begin][0] if words else 0
    last = words[end - 1][1] if words else 0
    return shown, [(a + shift, b + shift) for a, b in spans if b <= last]


class MarkedLine(QWidget):
    """Marked words are underlined and on a tinted ground, so that they are seen without colours too."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name, self._text = name, ""
        self._spans: list[Span] = []
        self._colour = QColor()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def text(self) -> str:
        """The whole text."""
        return self._text

    def marked(self) -> list[str]:
        """The marked words."""
        return [self._text[begin:end] for begin, end in self._spans]

    def set_text(self, text: str, spans: Sequence[Span], colour: QColor) -> None:
        """Show this text with these parts of it marked in the colour."""
        self._text, self._spans, self._colour = text, list(spans), colour
        self.setToolTip(f"{self._name}: {text}")
        self.setAccessibleName(f"{self._name}: {text}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(round(metrics.horizontalAdvance(self._text)) + 8, round(metrics.height()) + 4)

    def minimumSizeHint(self) -> QSize:
        size = self.sizeHint()
        return QSize(min(size.width(), NARROWEST * self.fontMetrics().averageCharWidth()), size.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        metrics = QFontMetricsF(self.font())
        shown, spans = excerpt(self._text, self._spans, self.width() - 4, metrics.horizontalAdvance)
        layout = QTextLayout(shown, self.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        if is_right_to_left(self._text):
            option.setTextDirection(Qt.LayoutDirection.RightToLeft)
        layout.setTextOption(option)
        layout.setFormats([self._format(begin, end) for begin, end in spans])
        layout.beginLayout()
        line = layout.createLine()
        line.setLineWidth(self.width())
        layout.endLayout()
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        layout.draw(painter, QPointF(0, (self.height() - metrics.height()) / 2))

    def _format(self, begin: int, end: int) -> QTextLayout.FormatRange:
        look = QTextCharFormat()
        ground = QColor(self._colour)
        ground.setAlpha(TINT)
        look.setBackground(ground)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(self._colour)
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = begin, end - begin, look
        return part
