"""The dialogs of the window that belong to no place; each is made when it is first asked for."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from explorer.window.frame import Frame

Menus = Callable[[], Sequence[tuple[str, QMenu]]]


class WindowDialogs(QObject):
    """Opens them when their actions are triggered. The palette also offers what stands in a place's menus."""

    def __init__(self, window: Frame, actions: Mapping[str, QAction], menus: Menus) -> None:
        """menus: what gives those of the place on screen, with their titles."""
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._menus = menus
        self.keys: QDialog | None = None
        self.palette: QWidget | None = None
        self.about: QDialog | None = None
        actions["show_keys"].triggered.connect(self._show_keys)
        actions["show_palette"].triggered.connect(self._show_palette)
        actions["about"].triggered.connect(self._show_about)
        actions["machines"].triggered.connect(self._show_machines)

    def _show_machines(self) -> None:
        self._window.go("train")
        self._window.view("train").machines_requested.emit()

    def _show_keys(self) -> None:
        from explorer.dialogs.keys import KeysDialog
        from explorer.keys import all_keys

        if self.keys is None:
            self.keys = KeysDialog(all_keys(), self._window)
        self.keys.show()
        self.keys.activateWindow()

    def _show_about(self) -> None:
        from explorer.dialogs.about import AboutDialog

        if self.about is None:
            self.about = AboutDialog(self._window)
            self.about.keys_requested.connect(self._show_keys)
        self.about.show()
        self.about.activateWindow()

    def _show_palette(self) -> None:
        from explorer.dialogs.palette import CommandPalette
        from explorer.keys import action_name

        if self.palette is None:
            self.palette = CommandPalette(self._window)
        others = [(name, action) for name, action in self._actions.items() if name != "show_palette"]
        named = [(action_name(name), action) for name, action in others]
        for title, menu in self._menus():
            named += _entries(title, menu)
        self.palette.open(named)


def _entries(title: str, menu: QMenu) -> list[tuple[str, QAction]]:
    """What can be chosen in a menu and the menus in it, each with the words that lead to it."""
    from explorer.keys import plain

    found: list[tuple[str, QAction]] = []
    for action in menu.actions():
        name = f"{title}: {plain(action.text())}"
        if isinstance(inner := action.menu(), QMenu):
            found += _entries(name, inner)
        elif action.text() and action.isVisible() and not action.isSeparator():
            found.append((name, action))
    return found
