"""The docks of Translate: every docked view of the table beside the picture, or on its own."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QTabBar, QTabWidget, QWidget

from explorer.views import DOCKED
from explorer.views.base import TraceView
from explorer.views.dock import Dock
from explorer.views.view_dock import FIRST_SIZE, NARROWEST, ViewDock
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Selection, Translation

PICTURE = 180  # pixels that the centre is to have over its least height, before a dock under it has more
SIDES = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "top": Qt.DockWidgetArea.TopDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
LAYOUT_VERSION = 1  # another one's layouts are not taken


class ViewDocks(QMainWindow):
    """The centre and the docks around it. `open_changed` with the name of a dock that opened or closed.

    others: docks that show no trace.
    """

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)
    open_changed = Signal(str)

    def __init__(self, translation: Translation, centre: UprightArea, others: Sequence[Dock] = ()) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setCentralWidget(centre)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self._of_trace = {name: ViewDock(name, translation) for name in DOCKED}
        self.docks: dict[str, Dock] = {**self._of_trace, **{dock.name: dock for dock in others}}
        self._placed: set[str] = set()  # docks that have had a height, which is theirs from then on
        self._title_timer = QTimer(self, singleShot=True, interval=0)
        self._title_timer.timeout.connect(self._name_docks)
        self._room_timer = QTimer(self, singleShot=True, interval=0)
        self._room_timer.timeout.connect(self._leave_room)
        self.arrange()
        for name, dock in self.docks.items():
            dock.seen_changed.connect(self._room_timer.start)
            dock.seen_changed.connect(lambda name=name: self.open_changed.emit(name))
            dock.title.side_requested.connect(lambda side, dock=dock: self._move(dock, SIDES[side]))
            for changed in (dock.seen_changed, dock.topLevelChanged, dock.dockLocationChanged):
                changed.connect(lambda: self._title_timer.start())
        for dock in self._of_trace.values():
            dock.selection_requested.connect(self.selection_requested)
            dock.prefix_requested.connect(self.prefix_requested)
            dock.weights_requested.connect(self.weights_requested)
            translation.trace_changed.connect(dock.show_trace)
            translation.selection_changed.connect(dock.show_selection)
            translation.probes.changed.connect(dock.show_probes)

    def show_words(self, *, whole: bool) -> None:
        """Show whole words in every dock, or raw pieces."""
        for dock in self._of_trace.values():
            dock.show_words(whole=whole)

    def arrange(self) -> None:
        """Put every dock where it stands at first: views at the right, as tabs; closed but for a few."""
        self._placed.clear()
        for dock in self.docks.values():
            dock.setFloating(False)
            self.addDockWidget(dock.side, dock)
        first, *rest = self._of_trace.values()
        for dock in rest:
            self.tabifyDockWidget(first, dock)
        for dock in self.docks.values():
            dock.setVisible(dock.opens_at_first)
        self.resizeDocks([first], [FIRST_SIZE.width()], Qt.Orientation.Horizontal)

    def layout_to_plain(self) -> dict[str, Any]:
        """Where the docks stand, as plain values: for `restore_layout`."""
        state = self.saveState(LAYOUT_VERSION).toBase64().toStdString()
        return {"docks": list(self.docks), "state": state}

    def restore_layout(self, layout: dict[str, Any]) -> None:
        """Put the docks where they stood; a layout that is damaged or has other docks is ignored."""
        state = layout.get("state")
        if layout.get("docks") != list(self.docks) or not isinstance(state, str):
            return
        if not self.restoreState(QByteArray.fromBase64(state.encode(errors="replace")), LAYOUT_VERSION):
            self.arrange()
        else:
            self._placed = set(self.docks)
        for dock in self.docks.values():
            if dock.isFloating() and not _is_on_a_screen(dock):
                dock.setFloating(False)

    def open_sides(self) -> dict[str, str]:
        """The open docks and the side on which each stands; those in front come last."""
        names = sorted((name for name in self.docks if self.is_open(name)), key=self._is_in_front)
        return {name: self._side_of(self.docks[name]) for name in names}

    def show_sides(self, sides: dict[str, str]) -> None:
        """Open these docks on these sides, the last ones in front, and no others."""
        self.arrange()
        for name, dock in self.docks.items():
            dock.setVisible(name in sides)
        for name, side in sides.items():
            if name in self.docks and side in SIDES:
                self._move(self.docks[name], SIDES[side])

    def _name_docks(self) -> None:
        """A name stands once: in the tab where there is one, else in the title."""
        for bar in self.findChildren(QTabBar):
            bar.setAccessibleName(self.tr("Views"))
        for dock in self.docks.values():
            beside = [other for other in self.tabifiedDockWidgets(dock) if not other.isHidden()]
            dock.title.set_named(is_named=not beside)

    def _move(self, dock: Dock, area: Qt.DockWidgetArea) -> None:
        if self.dockWidgetArea(dock) != area:
            self.addDockWidget(area, dock)
            there = [
                other for other in self.docks.values() if self._stands_in(other, area) and other is not dock
            ]
            if there:
                self.tabifyDockWidget(there[-1], dock)
        dock.show()
        dock.raise_()

    def _leave_room(self) -> None:
        """A dock that first stands over or under the picture leaves it the height that it needs."""
        for dock in self.docks.values():
            if dock.is_seen and not dock.isFloating() and dock.name not in self._placed:
                self._placed.add(dock.name)
                self._share_height(dock)

    def _share_height(self, dock: Dock) -> None:
        """Give the centre what it lacks, down to the least height of the dock."""
        if self._side_of(dock) not in ("top", "bottom") or dock.isFloating():
            return
        area = self.centralWidget()
        lacks = area.widget().minimumSizeHint().height() + PICTURE - area.height()
        if lacks > 0:
            height = max(dock.height() - lacks, dock.minimumSizeHint().height())
            self.resizeDocks([dock], [height], Qt.Orientation.Vertical)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() < event.oldSize().height():
            for dock in [dock for dock in self.docks.values() if dock.is_seen]:
                self._share_height(dock)

    def _stands_in(self, dock: Dock, area: Qt.DockWidgetArea) -> bool:
        return self.dockWidgetArea(dock) == area and not dock.isHidden() and not dock.isFloating()

    def _is_in_front(self, name: str) -> bool:
        return self.docks[name].is_seen

    def _side_of(self, dock: Dock) -> str:
        area = self.dockWidgetArea(dock)
        return next((side for side, its_area in SIDES.items() if its_area == area), "right")

    def is_open(self, name: str) -> bool:
        """Whether this dock is open, be it behind another tab."""
        return not self.docks[name].isHidden()

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The docked views on screen that show a translation, with their titles."""
        seen = [(dock.windowTitle(), dock.view) for dock in self._of_trace.values() if dock.is_seen]
        return [(title, view) for title, view in seen if view is not None and view.trace is not None]

    def toggle(self, name: str) -> None:
        """Close the dock that is in front; bring any other one to the front, with the keys in it."""
        dock = self.docks[name]
        if dock.is_seen:
            dock.close()
        else:
            self.open(name)

    def open(self, name: str) -> None:
        """Bring this dock to the front, with the keys in it; one that was closed on its own is docked."""
        dock = self.docks[name]
        if dock.isHidden() and dock.isFloating():
            dock.setFloating(False)
        dock.show()
        dock.raise_()
        dock.widget().setFocus()


def _is_on_a_screen(widget: QWidget) -> bool:
    """Whether a person can see the widget well enough to take it by its title."""
    seen = [screen.availableGeometry().intersected(widget.geometry()) for screen in QGuiApplication.screens()]
    return any(part.width() >= NARROWEST // 2 and part.height() >= FIRST_SIZE.height() // 2 for part in seen)
