"""The rail of places at the left: an icon and a word each."""

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QVBoxLayout, QWidget

from explorer.icons import IconButton

WIDTH = 96  # pixels at least
PADDING = 40  # around the widest word


class Rail(QFrame):
    """One button a place; `place_requested` with the place's name."""

    place_requested = Signal(str)

    def __init__(self, places: dict[str, tuple[str, str]], parent: QWidget | None = None) -> None:
        """places: name of the place -> its word and its tooltip."""
        super().__init__(parent)
        self.setObjectName("rail")
        self._group = QButtonGroup(self)
        self._buttons: dict[str, IconButton] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 24, 8, 8)
        layout.setSpacing(8)
        for name, (word, tooltip) in places.items():
            button = IconButton(name, tooltip)
            button.setText(word)
            button.setCheckable(True)
            button.setAutoRaise(False)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.clicked.connect(lambda _, name=name: self.place_requested.emit(name))
            self._group.addButton(button)
            self._buttons[name] = button
            layout.addWidget(button)
        layout.addStretch()
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """As wide as the widest word has to be."""
        metrics = self.fontMetrics()
        words = [metrics.horizontalAdvance(button.text()) for button in self._buttons.values()]
        width = max(WIDTH, max(words, default=0) + PADDING)
        self.setFixedWidth(width)
        for button in self._buttons.values():
            button.setMinimumSize(QSize(width - 16, 28 + button.iconSize().height() + metrics.height()))

    def set_place(self, name: str) -> None:
        """Mark the place that is shown."""
        self._buttons[name].setChecked(True)
