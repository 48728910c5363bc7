"""The candidates of a step as a list that is chosen from, with the mouse or with keys."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from explorer.views.word_bars import WordBars

MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class CandidateBars(WordBars):
    """`candidate_requested` with the row of a candidate that the translation is to go on with."""

    candidate_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self._current = 0
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.row_pressed.connect(self.candidate_requested)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hovered = int(event.position().y() // self.row_height())
        self.update()

    def leaveEvent(self, event: object) -> None:
        self._hovered = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in MOVES and self.rows:
            self._current = min(max(self._current + MOVES[key], 0), len(self.rows) - 1)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current < len(self.rows):
            self.candidate_requested.emit(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        marked = (index for index, row in enumerate(self.rows) if row.is_marked)
        self._current = next(marked, 0)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._hovered is not None and self._hovered < len(self.rows):
            hover = self.palette().color(QPalette.ColorRole.Midlight)
            painter.fillRect(self._row(self._hovered), hover)
        if self.hasFocus() and self._current < len(self.rows):
            painter.setPen(self.palette().color(QPalette.ColorRole.Accent))
            painter.drawRect(self._row(self._current).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()
        super().paintEvent(event)

    def _row(self, index: int) -> QRectF:
        return QRectF(0, index * self.row_height(), self.width(), self.row_height())
