"""The docks of Translate: every docked view of the table beside the picture, or on its own."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QByteArray, QCoreApplication, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QTabWidget, QWidget

from engine.trace import DecodingTrace
from explorer.probes import ProbeQuestion
from explorer.views import DOCKED, VIEWS
from explorer.views.base import TraceView
from explorer.views.dock import Dock
from explorer.views.other_sentence import OtherSentence
from explorer.widgets.empty_state import EmptyState
from explorer.widgets.upright_area import UprightArea
from explorer.widgets.veil import Veil
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


class ViewDock(Dock):
    """One docked view, made when it is first seen and given the trace while it is.

    It scrolls where the view needs more height than there is.
    """

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)

    def __init__(self, name: str, translation: Translation) -> None:
        title = QCoreApplication.translate("views", VIEWS[name].title)
        super().__init__(name, title, SIDES["right"], is_open=VIEWS[name].is_open)
        self.view: TraceView | None = None
        self._area: UprightArea | None = None  # around the view
        self._whole_words = True
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
        self.setWidget(self._pages)
        self._veil = Veil(self._pages, self)
        self._other_sentence = OtherSentence(translation, self)
        self._other_sentence.found.connect(self._on_other_sentence)

    def fill(self) -> None:
        """Give the view what is on screen."""
        self.show_trace()

    def show_trace(self) -> None:
        """Give the view what is on screen; one that draws an alignment is given none without attention."""
        if not self.is_seen:
            return
        trace, view = self._translation.trace, self._made_view()
        view.whole_words = self._whole_words
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

    def show_words(self, *, whole: bool) -> None:
        """Show whole words in the view, or raw pieces."""
        self._whole_words = whole
        self.show_trace()

    def _on_other_sentence(self) -> None:
        """What stands in the source line is not what this view is of."""
        self._veil.set_drawn(is_drawn=self._other_sentence.text is not None)
        self.setToolTip(self._other_sentence.words())

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


class ViewDocks(QMainWindow):
    """The centre and the docks around it. `open_changed` with the name of a dock that opened or closed.

    others: docks that show no trace.
    """

    selection_requested = Signal(Selection)
    prefix_requested = Signal(tuple)
    weights_requested = Signal(int, tuple)
    open_changed = Signal(str)

    def __init__(self, translation: Translation, centre: QWidget, others: Sequence[Dock] = ()) -> None:
        super().__init__()
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setCentralWidget(centre)
        self.setDockNestingEnabled(True)
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self._of_trace = {name: ViewDock(name, translation) for name in DOCKED}
        self.docks: dict[str, Dock] = {**self._of_trace, **{dock.name: dock for dock in others}}
        self._title_timer = QTimer(self, singleShot=True, interval=0)
        self._title_timer.timeout.connect(self._name_docks)
        self.arrange()
        for name, dock in self.docks.items():
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
        for dock in self.docks.values():
            beside = [other for other in self.tabifiedDockWidgets(dock) if not other.isHidden()]
            dock.title.set_named(is_named=not beside)

    def _move(self, dock: Dock, area: Qt.DockWidgetArea) -> None:
        if self.dockWidgetArea(dock) != area:
            self.addDockWidget(area, dock)
            there = [other for other in self.docks.values() if self.dockWidgetArea(other) == area]
            if there[0] is not dock:
                self.tabifyDockWidget(there[0], dock)
        dock.show()
        dock.raise_()

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
