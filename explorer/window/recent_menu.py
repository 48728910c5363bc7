"""The menu of recent workspaces: up to ten; one that is no longer there is told and can be removed."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from engine.errors import EngineError
from explorer.settings import Settings
from explorer.window.frame import Frame

MOST = 10


class RecentMenu(QObject):
    """Hangs at the action `open_recent`. `open_requested` with the path of a file that is there."""

    open_requested = Signal(str)

    def __init__(self, window: Frame, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._missing = ""
        self.menu = QMenu(window)
        self.menu.setToolTipsVisible(True)
        self._action = window.actions_by_name["open_recent"]
        self._action.setMenu(self.menu)
        self._action.triggered.connect(lambda: self.menu.popup(QCursor.pos()))
        window.bar.action_requested.connect(self._on_bar_action)
        self._fill()

    def note(self, path: Path) -> None:
        """This file was opened or saved just now."""
        self._set([str(path.absolute()), *(self._others(str(path.absolute())))][:MOST])

    def choose(self, path: str) -> None:
        """Open this file, or say that it is gone."""
        if Path(path).is_file():
            self.open_requested.emit(path)
            return
        error = EngineError(f"{path} is no longer there.", "Look for it, or remove it from the list.")
        self._missing = path
        self._window.bar.show_error(error, self.tr("Remove from the list"))

    def _on_bar_action(self) -> None:
        if self._missing and self._window.bar.text().startswith(self._missing):
            self._set(self._others(self._missing))
            self._missing = ""
            self._window.bar.hide()

    def _others(self, path: str) -> list[str]:
        return [other for other in self._settings["recent_workspaces"] if other != path]

    def _set(self, paths: list[str]) -> None:
        self._settings["recent_workspaces"] = paths
        self._settings.save()
        self._fill()

    def _fill(self) -> None:
        self.menu.clear()
        paths = self._settings["recent_workspaces"][:MOST]
        for path in paths:
            action = self.menu.addAction(f"{Path(path).stem}  –  {Path(path).parent}".replace("&", "&&"))
            action.setToolTip(path)
            action.triggered.connect(lambda _, path=path: self.choose(path))
        self._action.setEnabled(bool(paths))
