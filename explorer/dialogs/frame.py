"""The frame of a dialog: what there is to say above, the fields, and the buttons below at the right."""

from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from explorer.widgets.notification_bar import NotificationBar


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
