"""The frame of a dialog: what there is to say above, the fields, the buttons below at the right; its size."""

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.theme import text_scale
from explorer.widgets.notification_bar import NotificationBar

MOST_OF_SCREEN = 0.9


def set_frame(dialog: QDialog, bar: NotificationBar, fields: QWidget, buttons: Sequence[QPushButton]) -> None:
    """Lay the dialog out; the last button is the one that does what the dialog is for."""
    row = QHBoxLayout()
    row.setContentsMargins(24, 8, 24, 24)
    row.setSpacing(8)
    row.addStretch(1)
    for button in buttons:
        row.addWidget(button)
    buttons[-1].setProperty("primary", True)
    buttons[-1].setDefault(True)
    layout = QVBoxLayout(dialog)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(bar)
    layout.addWidget(fields, 1)
    layout.addLayout(row)


def roomy(dialog: QDialog, size: QSize) -> QSize:
    """This size, as many times larger as the text is, where the screen has the room."""
    room = (dialog.screen().availableGeometry().size() * MOST_OF_SCREEN).expandedTo(size)
    return (size * text_scale(dialog.font())).boundedTo(room)
