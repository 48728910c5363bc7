"""The words of all columns of Compare in rows, each word with its log-probability."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from explorer.number_text import number
from explorer.plots.run_colours import run_colour
from explorer.views.column_letter import LETTERS
from explorer.widgets.notification_bar import PROBLEM_COLOUR
from explorer.widgets.pinned_columns import GAP

TINT = 44  # of 255
PAD = 8.0  # pixels
LONGEST_BAR = 120.0  # pixels


@dataclass(frozen=True)
class Cell:
    """A word with its log-probability in nats, and its probability; differs: from A's in this row."""

    word: str
    log_prob: float
    probability: float
    differs: bool = False


class ComparedWords(QWidget):
    """A table, a row a place in the alignment; None is a gap. `row_pressed` where one is pointed at."""

    row_pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[tuple[Cell | None, ...], ...] = ()
        self._current = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Words of all columns beside each other"))

    def set_rows(self, rows: Sequence[Sequence[Cell | None]]) -> None:
        """Show these rows, all with a cell for each column."""
        self.rows = tuple(map(tuple, rows))
        self.setAccessibleDescription("; ".join(self.row_in_words(row) for row in range(len(self.rows))))
        self.updateGeometry()
        self.update()

    def set_current(self, row: int) -> None:
        """Mark this row."""
        self._current = row
        self.update()

    def row_in_words(self, row: int) -> str:
        """What stands in a row, by letters."""
        cells = zip(LETTERS, self.rows[row], strict=False)
        return ", ".join(f"{letter} {self._in_words(cell)}" for letter, cell in cells)

    def row_rect(self, row: int) -> QRectF:
        """Where a row stands."""
        height = self.row_height()
        return QRectF(0, row * height, self.width(), height)

    def row_height(self) -> int:
        """In pixels."""
        return round(QFontMetricsF(self.font()).height()) + 6

    def sizeHint(self) -> QSize:
        return QSize(480, self.row_height() * max(len(self.rows), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for row, cells in enumerate(self.rows):
            place = self.row_rect(row)
            if not place.intersects(QRectF(event.rect())):
                continue
            if row == self._current:
                ground = self.palette().color(QPalette.ColorRole.Accent)
                ground.setAlpha(TINT)
                painter.fillRect(place, ground)
            width = (place.width() + GAP) / len(cells)  # those of the columns above, where they do not scroll
            for column, cell in enumerate(cells):
                box = QRectF(column * width, place.top(), width - GAP, place.height())
                self._draw(painter, box, cell, column)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = int(event.position().y() // self.row_height())
        if 0 <= row < len(self.rows):
            self.row_pressed.emit(row)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = event.pos().y() // self.row_height()
            words = self.row_in_words(row).replace(", ", "\n") if 0 <= row < len(self.rows) else ""
            QToolTip.showText(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _draw(self, painter: QPainter, box: QRectF, cell: Cell | None, column: int) -> None:
        palette, metrics = self.palette(), QFontMetricsF(self.font())
        if cell is None:
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1.5, Qt.PenStyle.DotLine))
            middle = round(box.center().y())
            painter.drawLine(round(box.left() + PAD / 2), middle, round(box.left() + 6 * PAD), middle)
            return
        numbers = metrics.horizontalAdvance("−00.000") + PAD
        bar = min(max(box.width() - numbers - 14 * PAD, 0.0), LONGEST_BAR)
        word_room = QRectF(box.left(), box.top(), box.width() - numbers - bar - PAD, box.height())
        self._draw_word(painter, word_room, cell)
        left = word_room.right()
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        text = QRectF(left, box.top(), numbers - PAD, box.height())
        painter.drawText(
            text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(cell.log_prob)
        )
        length = max(cell.probability * bar, 1.0)
        painter.fillRect(QRectF(left + numbers, box.center().y() - 4, length, 8), run_colour(column, palette))

    def _draw_word(self, painter: QPainter, room: QRectF, cell: Cell) -> None:
        metrics = QFontMetricsF(self.font())
        word = metrics.elidedText(cell.word, Qt.TextElideMode.ElideMiddle, room.width() - 2 * PAD)
        around = QRectF(
            room.left() + PAD / 2, room.top() + 2, metrics.horizontalAdvance(word) + PAD, room.height() - 4
        )
        if cell.differs:
            ground = QColor(PROBLEM_COLOUR)
            ground.setAlpha(TINT + 12)
            painter.fillRect(around, ground)
            painter.fillRect(
                QRectF(around.left(), around.bottom() - 1.5, around.width(), 1.5), PROBLEM_COLOUR
            )
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(around, Qt.AlignmentFlag.AlignCenter, word)

    def _in_words(self, cell: Cell | None) -> str:
        if cell is None:
            return self.tr("no word")
        words = self.tr("{word} (log-probability {number})").format(
            word=cell.word, number=number(cell.log_prob)
        )
        return self.tr("{words}, another than A").format(words=words) if cell.differs else words
