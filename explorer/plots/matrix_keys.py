"""Which cell of a matrix a key goes to."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
_KEYPAD, _CONTROL = Qt.KeyboardModifier.KeypadModifier, Qt.KeyboardModifier.ControlModifier


def cell_after(event: QKeyEvent, cell: tuple[int, int], shape: tuple[int, int]) -> tuple[int, int] | None:
    """The (row, column) that a key goes to from `cell`, kept within rows x columns; None for another key.

    An arrow goes one cell on; Home and End to the first and the last of the row, with Ctrl to the corners.
    """
    modifiers = event.modifiers() & ~_KEYPAD
    (row, column), (rows, columns) = cell, shape
    if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End) and modifiers in (Qt.KeyboardModifier(0), _CONTROL):
        is_home = event.key() == Qt.Key.Key_Home
        if modifiers:
            row = 0 if is_home else rows - 1
        return row, 0 if is_home else columns - 1
    if event.key() not in _STEPS or modifiers:
        return None
    down, across = _STEPS[Qt.Key(event.key())]
    return min(max(row + down, 0), rows - 1), min(max(column + across, 0), columns - 1)
