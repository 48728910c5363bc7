"""Clicks and keys that set links in a matrix: they are taken from it while links are edited."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent

from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.zoom_canvas import CLICK_SLACK

ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class LinkClicks(QObject):
    """Watches one matrix. `cell_marked` with row, column, and whether the link is sure; Shift: only possible.

    Two clicks soon after each other are two clicks, not a double click.
    """

    cell_marked = Signal(int, int, bool)

    def __init__(self, matrix: AlignmentMatrix) -> None:
        super().__init__(matrix)
        self._matrix = matrix
        self._pressed: QPointF | None = None
        self.is_on = False
        matrix.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.is_on:
            return False
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            if event.type() == QEvent.Type.MouseButtonDblClick:
                self._matrix.mousePressEvent(event)
                self._pressed = event.position()
                return True
            self._follow(event)
        is_press = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        return is_press and self._take_key(event)

    def _follow(self, event: QMouseEvent) -> None:
        """Where the button went down and came up at one cell, it was clicked."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = event.position()
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed is not None:
            moved, self._pressed = (event.position() - self._pressed).manhattanLength(), None
            row, column = self._matrix.place_at(event.position())
            if moved <= CLICK_SLACK and row is not None and column is not None:
                self._mark(row, column, event.modifiers())

    def _take_key(self, event: QKeyEvent) -> bool:
        modifiers, cell = event.modifiers() & ~_KEYPAD, self._matrix.cell()
        if event.key() not in ENTER or cell is None:
            return False
        if modifiers not in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
            return False
        self._mark(*cell, modifiers)
        return True

    def _mark(self, row: int, column: int, modifiers: Qt.KeyboardModifier) -> None:
        self.cell_marked.emit(row, column, not modifiers & Qt.KeyboardModifier.ShiftModifier)
