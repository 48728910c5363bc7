"""What an empty place shows: what will be there, and the one thing to do next."""

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.widgets.scaled_label import ScaledLabel

TITLE_SCALE = 1.3  # of the window's text
TEXT_WIDTH = 440  # pixels, for text of the usual size; longer lines are hard to read
USUAL_HEIGHT = 18  # pixels of a line of such text
FRAME_RADIUS = 8.0


class EmptyState(QWidget):
    """A title, a sentence or two, and at most one button, in the middle of the place.

    A framed one has a dashed edge: something is not there that elsewhere would be.
    """

    action_requested = Signal()

    def __init__(self, title: str, text: str, action: str = "", *, framed: bool = False) -> None:
        super().__init__()
        self._framed = framed
        self._title, self._text = ScaledLabel(TITLE_SCALE), QLabel()
        self.button, self._page = QPushButton(), QWidget()
        self.button.clicked.connect(self.action_requested)
        self._lay_out()
        self._fit()
        self.set_texts(title, text, action)

    def set_texts(self, title: str, text: str, action: str = "") -> None:
        """Say something else; without an action there is no button."""
        self._title.setText(title)
        self._text.setText(text)
        self.button.setText(action)
        self.button.setVisible(bool(action))

    def text(self) -> str:
        """Title and text as they are read."""
        return f"{self._title.text()}\n{self._text.text()}".strip()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        scale = max(self.fontMetrics().height() / USUAL_HEIGHT, 1.0)
        self._page.setMaximumWidth(round(TEXT_WIDTH * scale))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self._page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addStretch()
        for label in (self._title, self._text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
        column.addSpacing(8)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        layout = QHBoxLayout(self)  # stretches, for a wrapped label that is aligned is given one line only
        layout.setContentsMargins(32, 8, 32, 8)
        layout.addStretch(1)
        layout.addWidget(self._page, 1000)  # as wide as it may be
        layout.addStretch(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._framed:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(
            QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1, Qt.PenStyle.DashLine)
        )
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(8.5, 8.5, -8.5, -8.5), FRAME_RADIUS, FRAME_RADIUS
        )
