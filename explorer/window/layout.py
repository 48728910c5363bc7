"""Where the window and its docks stand: remembered between starts, brought back where it fits the screens."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow

from explorer.settings import Settings
from explorer.views.docks import ViewDocks
from explorer.window.place import visible_place


class WindowLayout:
    """Of one window. The docks come in when they are made; until then what is remembered of them stays."""

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        self._window = window
        self._settings = settings
        self._docks: ViewDocks | None = None

    def restore(self) -> None:
        """Put the window where it stood, or where it can be seen."""
        self._place(self._settings["geometry"])
        if self._settings["maximized"]:
            self._window.setWindowState(Qt.WindowState.WindowMaximized)

    def take_docks(self, docks: ViewDocks) -> None:
        """Put the docks where they stood."""
        self._docks = docks
        docks.restore_layout(self._settings["layout"])

    def reset(self) -> None:
        """Put the window and the docks where they stand at the first start."""
        self._window.showNormal()
        self._place([])
        if self._docks is not None:
            self._docks.arrange()
        self._settings["layout"] = {}

    def remember(self) -> None:
        """Note where all stands; the settings are not saved yet."""
        window = self._window
        place: QRect = window.normalGeometry() if window.isMaximized() else window.geometry()
        self._settings["geometry"] = [place.x(), place.y(), place.width(), place.height()]
        self._settings["maximized"] = window.isMaximized()
        if self._docks is not None:
            self._settings["layout"] = self._docks.layout_to_plain()

    def _place(self, saved: list[int]) -> None:
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        self._window.setGeometry(visible_place(saved, screens))
