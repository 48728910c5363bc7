"""A bar that says what happened and what to do, where it happened; it can be closed and stops nothing."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from engine.errors import EngineError

TINT = 32  # of 255: how strongly the ground is coloured
STRIPE = 4  # pixels, at the left edge
PROBLEM_COLOUR = QColor("#c8553d")


class NotificationBar(QWidget):
    """One message at a time; hidden while there is none. `action_requested` where a button was offered."""

    action_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = PROBLEM_COLOUR
        self._text, self._action, self._close = QLabel(), QPushButton(), QToolButton()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action.clicked.connect(self.action_requested)
        self._close.setText("×")
        self._close.setAutoRaise(True)
        self._close.setToolTip(self.tr("Close this message"))
        self._close.setAccessibleName(self._close.toolTip())
        self._close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 8, 8)
        layout.setSpacing(16)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._action)
        layout.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def show_error(self, error: EngineError, action: str = "") -> None:
        """Say an error's two sentences; `action` is the text of a button that may help."""
        self._show(str(error), action, PROBLEM_COLOUR)

    def show_message(self, text: str, action: str = "") -> None:
        """Say something that is no error."""
        self._show(text, action, self.palette().color(QPalette.ColorRole.Accent))

    def text(self) -> str:
        """What the bar says; empty while it is hidden."""
        return "" if self.isHidden() else self._text.text()

    def _show(self, text: str, action: str, colour: QColor) -> None:
        self._colour = colour
        self._text.setText(text)
        self._action.setText(action)
        self._action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ground = QColor(self._colour)
        ground.setAlpha(TINT)
        painter.fillRect(self.rect(), ground)
        painter.fillRect(0, 0, STRIPE, self.height(), self._colour)
