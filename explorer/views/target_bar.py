"""One line in which a person types a translation of their own, to be scored and looked at step by step."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QWidget


class TargetBar(QWidget):
    """Hidden until it is opened. `target_requested` with the translation that the model is led along."""

    target_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit, self.button, self.close_button = (
            QLineEdit(),
            QPushButton(self.tr("Score it")),
            QToolButton(),
        )
        self.edit.setPlaceholderText(self.tr("A translation of your own"))
        self.edit.setAccessibleName(self.tr("A translation of your own"))
        self.edit.setToolTip(self.tr("The model is led along these words; each gets its log-probability"))
        self.close_button.setText("×")
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(self.tr("Close (Escape)"))
        self.close_button.setAccessibleName(self.tr("Close"))
        self.edit.returnPressed.connect(self._request)
        self.button.clicked.connect(self._request)
        self.close_button.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self.button)
        layout.addWidget(self.close_button)
        self.hide()

    def open(self, text: str) -> None:
        """Begin with this text, which can be changed."""
        self.edit.setText(text)
        self.show()
        self.edit.setFocus()
        self.edit.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _request(self) -> None:
        if self.edit.text().strip():
            self.target_requested.emit(self.edit.text())
