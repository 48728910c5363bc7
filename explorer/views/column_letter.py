"""The letter of a column of Compare in the colour of its lines; A's is filled."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.plots.run_colours import run_colour

LETTERS = "ABCD"
RADIUS = 4.0


class ColumnLetter(QWidget):
    """A letter in a small square."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._number = 0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def letter(self) -> str:
        """The letter that is shown."""
        return LETTERS[self._number]

    def set_number(self, number: int) -> None:
        """Be the letter of this column, from 0 on."""
        self._number = number
        words = (
            self.tr("A: the other columns are compared with this one")
            if number == 0
            else self.tr("{letter}: compared with A").format(letter=self.letter)
        )
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        side = round(QFontMetricsF(self.font()).height()) + 6
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = run_colour(self._number, self.palette())
        square = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(colour, 1.5))
        if self._number == 0:
            painter.setBrush(colour)
        painter.drawRoundedRect(square, RADIUS, RADIUS)
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        if self._number == 0:
            painter.setPen(self.palette().color(QPalette.ColorRole.HighlightedText))
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter, self.letter)
