"""Asks once what becomes of runs that train when the window closes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.dialogs.frame import set_frame
from explorer.widgets.notification_bar import NotificationBar

LEAVE, PAUSE = "leave", "pause"
WIDTH = 440  # pixels


class CloseChoiceDialog(QDialog):
    """Three buttons: leave them running, pause them, or do not close."""

    chosen = Signal(str)  # LEAVE or PAUSE

    def __init__(self, names: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Runs are training"))
        words = self.tr(
            "Still training: {names}.\n\nRuns train in processes of their own, which need no window. A "
            "paused run keeps all that it needs to go on, and frees the GPU.\n\nYour answer is remembered; "
            "the Run menu changes it."
        )
        text = QLabel(words.format(names=", ".join(names)))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setMinimumWidth(WIDTH)
        fields = QWidget()
        layout = QVBoxLayout(fields)
        layout.setContentsMargins(24, 24, 24, 8)
        layout.addWidget(text)
        self.stay = QPushButton(self.tr("Do not close"))
        self.pause = QPushButton(self.tr("Pause and close"))
        self.leave = QPushButton(self.tr("Leave running and close"))
        self.stay.clicked.connect(self.reject)
        self.pause.clicked.connect(lambda: self._choose(PAUSE))
        self.leave.clicked.connect(lambda: self._choose(LEAVE))
        set_frame(self, NotificationBar(), fields, (self.stay, self.pause, self.leave))

    def _choose(self, answer: str) -> None:
        self.accept()
        self.chosen.emit(answer)
