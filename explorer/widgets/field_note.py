"""The line under a field of a form: what there is to know, or what is wrong with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from explorer.widgets.notification_bar import PROBLEM_COLOUR

QUIET = QPalette.ColorRole.PlaceholderText
WARNING = QPalette.ColorRole.LinkVisited  # a role that no label uses, lent to the colour of problems


class FieldNote(QLabel):
    """Plain words; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.is_warning = False
        palette = QPalette()
        palette.setColor(WARNING, PROBLEM_COLOUR)
        self.setPalette(palette)
        self.hide()

    def say(self, text: str) -> None:
        """Say something worth knowing."""
        self._show(text, QUIET)

    def warn(self, text: str) -> None:
        """Say what is wrong; an empty text where nothing is."""
        self._show(text, WARNING)

    def _show(self, text: str, role: QPalette.ColorRole) -> None:
        self.is_warning = bool(text) and role == WARNING
        self.setForegroundRole(role)
        self.setText(text)
        self.setVisible(bool(text))
