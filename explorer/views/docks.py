"""The docks of Translate: every docked view of the table beside the picture, or on its own."""

from typing import Any

from PySide6.QtCore import QByteArray, QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStackedWidget, QTabWidget, QWidget

from engine.trace import DecodingTrace
from explorer.probes import ProbeQuestion
from explorer.views import DOCKED, VIEWS
from explorer.views.base import TraceView
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Selection, Translation

FIRST_SIZE = QSize(320, 240)  # pixels, of what is in a dock
NARROWEST = 280  # pixels
SIDES = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "top": Qt.DockWidgetArea.TopDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
LAYOUT_VERSION = 1  # another one's layouts are not taken


class _Pages(QStackedWidget):
    """Begins with the same size whatever view stands in it."""

    def sizeHint(self) -> QSize:
        return FIRST_SIZE


class ViewDock(QDockWidget):
    """One docked view, made when it is first seen and given the trace while it is.

    It scrolls where the view needs more height than there is.

    seen: whether it is on screen, and not behind another tab.
    """

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)
    seen_changed = Signal()

    def __init__(self, name: str, translation: Translation, parent: QWidget) -> None:
        super().__init__(QCoreApplication.translate("views", VIEWS[name].title), parent)
        self.name = name
        self.view: TraceView | None = None
        self._area: UprightArea | None = None  # around the view
        self.is_seen = False
        self._translation = translation
        self.without_attention = EmptyState(
            self.tr("This model has no attention"),
            self.tr("It reads the whole sentence into one vector, so there is no alignment to draw."),
            framed=True,
        )
        self._pages = _Pages()
        self._pages.setObjectName("side")
        self._pages.setMinimumWidth(NARROWEST)
        self._pages.addWidget(self.without_attention)
        self.setObjectName(name)
        if QGuiApplication.platformName().startswith("wayland"):  # where it could not be docked again
            self.setFeatures(self.features() & ~QDockWidget.DockWidgetFeature.DockWidgetFloatable)
        self.setAccessibleName(self.windowTitle())
        self.setWidget(self._pages)
        self.visibilityChanged.connect(self._on_visibility)

    def show_trace(self) -> None:
        """Give the view what is on screen; one that draws an alignment is given none without attention."""
        if not self.is_seen:
            return
        trace, view = self._translation.trace, self._made_view()
        if VIEWS[self.name].draws_alignment and trace is not None and trace.weights is None:
            self._give(view, None, Selection())
            self._pages.setCurrentWidget(self.without_attention)
        else:
            self._give(view, trace, self._translation.selection)
            self._pages.setCurrentWidget(self._area)
            self.show_probes()

    def show_selection(self) -> None:
        """Mark what is selected now."""
        if self._shows_view() and self.view is not None:
            self.view.show_selection(self._translation.selection)

    def show_probes(self) -> None:
        """Give the view what has come of its questions."""
        if self._shows_view() and self.view is not None:
            self.view.show_probes(self._translation.probes)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that the view leaves belongs to the place around it, also where the dock floats."""
        if self.isFloating():
            QCoreApplication.sendEvent(self.parentWidget(), event)
        else:
            super().keyPressEvent(event)

    def _shows_view(self) -> bool:
        return self.is_seen and self.view is not None and self._pages.currentWidget() is self._area

    def _made_view(self) -> TraceView:
        if self.view is None:
            self.view = VIEWS[self.name].create()
            self.view.selection_requested.connect(self.selection_requested)
            self.view.prefix_requested.connect(self.prefix_requested)
            self.view.weights_requested.connect(self.weights_requested)
            self.view.probe_requested.connect(self._ask)
            self._area = UprightArea(self.view)
            self._pages.addWidget(self._area)
            self._pages.setFocusProxy(self.view)
        return self.view

    def _ask(self, question: ProbeQuestion) -> None:
        self._translation.probes.want(question)
        self.show_probes()

    def _give(self, view: TraceView, trace: DecodingTrace | None, selection: Selection) -> None:
        if trace is not None or view.trace is not None:
            view.show_trace(trace, selection)

    def _on_visibility(self, is_visible: bool) -> None:
        self.is_seen = is_visible
        self.show_trace()
        self.seen_changed.emit()


class ViewDocks(QMainWindow):
    """The centre and the docks around it. `open_changed` with the name of a dock that opened or closed."""

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)
    open_changed = Signal(str)

    def __init__(self, translation: Translation, centre: QWidget) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setCentralWidget(centre)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self.docks = {name: ViewDock(name, translation, self) for name in DOCKED}
        self.arrange()
        for name, dock in self.docks.items():
            dock.selection_requested.connect(self.selection_requested)
            dock.prefix_requested.connect(self.prefix_requested)
            dock.weights_requested.connect(self.weights_requested)
            dock.seen_changed.connect(lambda name=name: self.open_changed.emit(name))
            translation.trace_changed.connect(dock.show_trace)
            translation.selection_changed.connect(dock.show_selection)
            translation.probes.changed.connect(dock.show_probes)

    def arrange(self) -> None:
        """Put every dock where it stands at first: at the right, as tabs, and closed but for a few."""
        docks = list(self.docks.values())
        for dock in docks:
            dock.setFloating(False)
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for dock in docks[1:]:
            self.tabifyDockWidget(docks[0], dock)
        for dock in docks:
            dock.setVisible(VIEWS[dock.name].is_open)
        self.resizeDocks(docks[:1], [FIRST_SIZE.width()], Qt.Orientation.Horizontal)

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

    def _move(self, dock: ViewDock, area: Qt.DockWidgetArea) -> None:
        if self.dockWidgetArea(dock) != area:
            self.addDockWidget(area, dock)
            there = [other for other in self.docks.values() if self.dockWidgetArea(other) == area]
            if there[0] is not dock:
                self.tabifyDockWidget(there[0], dock)
        dock.show()
        dock.raise_()

    def _is_in_front(self, name: str) -> bool:
        return self.docks[name].is_seen

    def _side_of(self, dock: ViewDock) -> str:
        area = self.dockWidgetArea(dock)
        return next((side for side, its_area in SIDES.items() if its_area == area), "right")

    def is_open(self, name: str) -> bool:
        """Whether this dock is open, be it behind another tab."""
        return not self.docks[name].isHidden()

    def seen_views(self) -> list[tuple[str, TraceView]]:
        """The docked views on screen that show a translation, with their titles."""
        seen = [(dock.windowTitle(), dock.view) for dock in self.docks.values() if dock.is_seen]
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
