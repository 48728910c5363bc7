"""A dock of Translate: it tells when it is seen, and leaves the keys that it has no use for to the place."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QDockWidget

from explorer.widgets.dock_title import DockTitle


class Dock(QDockWidget):
    """side: where it stands at first; opens_at_first: whether it is open before a person has closed it.

    is_seen: whether it is on screen, and not behind another tab.
    """

    seen_changed = Signal()

    def __init__(self, name: str, title: str, side: Qt.DockWidgetArea, *, is_open: bool) -> None:
        super().__init__(title)
        self.name = name
        self.side = side
        self.opens_at_first = is_open
        self.is_seen = False
        self.setObjectName(name)
        if QGuiApplication.platformName().startswith("wayland"):  # where it could not be docked again
            self.setFeatures(self.features() & ~QDockWidget.DockWidgetFeature.DockWidgetFloatable)
        self.setAccessibleName(title)
        self.title = DockTitle(self)
        self.setTitleBarWidget(self.title)
        self.topLevelChanged.connect(self._on_floating)
        self.visibilityChanged.connect(self._on_visibility)

    def fill(self) -> None:
        """Bring what is in it up to date; called whenever it comes into sight or leaves it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that the view leaves belongs to the place around it, also where the dock floats."""
        if self.isFloating():
            QCoreApplication.sendEvent(self.parentWidget(), event)
        else:
            super().keyPressEvent(event)

    def _on_floating(self, is_floating: bool) -> None:
        """A window of its own has the system's title."""
        self.title.setVisible(not is_floating)
        self.setTitleBarWidget(None if is_floating else self.title)

    def _on_visibility(self, is_visible: bool) -> None:
        self.is_seen = is_visible
        self.fill()
        self.seen_changed.emit()
