"""The dialogs of the window that belong to no place; each is made when it is first asked for."""

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QWidget


class WindowDialogs(QObject):
    """Opens them when their actions are triggered."""

    def __init__(self, window: QWidget, actions: Mapping[str, QAction]) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self.keys: QDialog | None = None
        self.palette: QDialog | None = None
        actions["show_keys"].triggered.connect(self._show_keys)
        actions["show_palette"].triggered.connect(self._show_palette)

    def _show_keys(self) -> None:
        from explorer.dialogs.keys import KeysDialog
        from explorer.keys import all_keys

        if self.keys is None:
            self.keys = KeysDialog(all_keys(), self._window)
        self.keys.show()
        self.keys.activateWindow()

    def _show_palette(self) -> None:
        from explorer.dialogs.palette import CommandPalette
        from explorer.keys import action_name

        if self.palette is None:
            others = [(name, action) for name, action in self._actions.items() if name != "show_palette"]
            named = [(action_name(name), action) for name, action in others]
            self.palette = CommandPalette(named, self._window)
        self.palette.open()
