"""A list of words with lying bars, for probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

WIDEST_WORD = 176.0  # pixels; longer words are elided, and whole in the tooltip


def bar_colours(palette: QPalette) -> tuple[QColor, QColor]:
    """The colours of a plain bar and of a marked one."""
    plain = QColor(palette.color(QPalette.ColorRole.PlaceholderText))
    plain.setAlpha(150)
    return plain, palette.color(QPalette.ColorRole.Accent)


@dataclass(frozen=True)
class WordRow:
    """A word with a share from 0 to 1 and the number that is written for it."""

    word: str
    share: float
    text: str
    is_marked: bool = False


class WordBars(QWidget):
    """A list of words with lying bars; the marked one in the accent's colour."""

    row_pressed = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[WordRow, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def rows(self) -> tuple[WordRow, ...]:
        """What is shown."""
        return self._rows

    def set_rows(self, rows: Sequence[WordRow]) -> None:
        """Show these words, in this order."""
        self._rows = tuple(rows)
        self.setAccessibleDescription("; ".join(f"{row.word} {row.text}" for row in rows))
        self.updateGeometry()
        self.update()

    def row_height(self) -> int:
        """The height of a row, in pixels."""
        return round(QFontMetricsF(self.font()).height()) + 4

    def sizeHint(self) -> QSize:
        return QSize(240, self.row_height() * max(len(self._rows), 1))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        metrics = QFontMetricsF(self.font())
        plain, accent = bar_colours(self.palette())
        word_width = min(self.width() * 0.4, WIDEST_WORD)
        number_width = metrics.horizontalAdvance("0.0000") + 8
        bar_left = word_width + number_width + 8
        middle = Qt.AlignmentFlag.AlignVCenter
        for index, row in enumerate(self._rows):
            box = QRectF(0, index * self.row_height(), word_width, self.row_height())
            painter.setPen(accent if row.is_marked else self.palette().color(QPalette.ColorRole.WindowText))
            word = metrics.elidedText(row.word, Qt.TextElideMode.ElideMiddle, word_width - 8)
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignLeft, word)
            box = QRectF(word_width, box.top(), number_width, box.height())
            painter.drawText(box, middle | Qt.AlignmentFlag.AlignRight, row.text)
            length = row.share * (self.width() - bar_left)
            bar = QRectF(bar_left, box.top() + box.height() / 2 - 4, max(length, 1.0), 8)
            painter.fillRect(bar, accent if row.is_marked else plain)

        if self.hasFocus():
            painter.setPen(accent)
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = int(event.position().y() // self.row_height())
        if 0 <= index < len(self._rows):
            self.row_pressed.emit(index)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = event.pos().y() // self.row_height()
            row = self._rows[index] if 0 <= index < len(self._rows) else None
            QToolTip.showText(event.globalPos(), f"{row.word}: {row.text}" if row else "", self)
            return True
        return super().event(event)
