"""Notices of the system, for when nobody looks at the window; none where the system has no place for them."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from explorer.icons import icon


class Tray(QObject):
    """An icon among those of the system, there from the first notice on."""

    opened = Signal()  # a person answered the notice

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None

    def tell(self, title: str, text: str) -> None:
        """Say it, unless the window is the one that is used now."""
        if self._window.isActiveWindow():
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable():
            self._shown().showMessage(title, text, self._drawing())

    def _shown(self) -> QSystemTrayIcon:
        if self._icon is None:
            self._icon = QSystemTrayIcon(self._drawing(), self)
            self._icon.setToolTip(QApplication.applicationName())
            self._icon.messageClicked.connect(self.opened)
            self._icon.activated.connect(self.opened)
            self._icon.show()
        return self._icon

    def _drawing(self) -> QIcon:
        return icon("train", self._window.palette())
