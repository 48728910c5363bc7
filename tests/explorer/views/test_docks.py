"""The docks of Translate: made when first seen, fed while seen, opened by keys, and put back in order."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTabBar, QWidget

from explorer.actions import ACTIONS, DOCK_ACTIONS, dock_action
from explorer.main_window import MainWindow
from explorer.views import DOCKED, SENTENCES, VIEWS
from explorer.views.base import TraceView
from explorer.views.docks import ViewDocks
from explorer.views.view_dock import ViewDock
from explorer.widgets.upright_area import UprightArea
from explorer.workspace import Selection, Translation
from tests.explorer.made_traces import made_trace


class Seen(TraceView):
    """Notes what it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[object] = []

    def show_trace(self, trace, selection) -> None:
        super().show_trace(trace, selection)
        self.given.append(trace)

    def show_selection(self, selection) -> None:
        super().show_selection(selection)
        self.given.append(selection)


@pytest.fixture
def translation() -> Translation:
    return Translation("made")


@pytest.fixture
def docks(window: MainWindow, qtbot) -> ViewDocks:
    docks = window.view("translate").docks
    yield docks
    docks.arrange()
    qtbot.waitUntil(lambda: docks.docks["step"].is_seen)


def made_dock(
    monkeypatch: pytest.MonkeyPatch, translation: Translation, qtbot, *, alignment: bool
) -> ViewDock:
    """A dock on its own, of a view that only notes what it is given."""
    monkeypatch.setitem(
        VIEWS, "step", replace(VIEWS["step"], module=__name__, class_name="Seen", draws_alignment=alignment)
    )
    dock = ViewDock("step", translation)
    qtbot.addWidget(dock)
    return dock


def test_every_docked_view_has_a_dock_a_key_and_a_mark(window: MainWindow, docks: ViewDocks) -> None:
    assert tuple(docks.docks) == (*DOCKED, SENTENCES)
    for name in DOCKED:
        dock, action = docks.docks[name], window.actions_by_name[dock_action(name)]
        assert dock.accessibleName() == dock.windowTitle() == VIEWS[name].title
        assert action.isChecked() == docks.is_open(name) == VIEWS[name].is_open
        features = dock.features()
        for feature in ("Closable", "Movable", "Floatable"):
            assert features & getattr(dock.DockWidgetFeature, f"DockWidget{feature}")
    keys = [entry.shortcut for entry in DOCK_ACTIONS.values() if entry.shortcut]
    assert len(keys) == min(len(DOCKED), 10)
    assert not set(keys) & {entry.shortcut for name, entry in ACTIONS.items() if name not in DOCK_ACTIONS}


def test_a_key_closes_a_dock_and_opens_it_with_the_focus_in_it(window: MainWindow, docks: ViewDocks) -> None:
    action = window.actions_by_name[dock_action("step")]
    action.trigger()
    assert not docks.is_open("step")
    assert not action.isChecked()
    action.trigger()
    assert docks.is_open("step")
    assert action.isChecked()


def test_the_mark_follows_a_dock_that_is_closed_by_its_own_button(
    window: MainWindow, docks: ViewDocks
) -> None:
    docks.docks["step"].close()
    assert not window.actions_by_name[dock_action("step")].isChecked()


def test_another_place_hides_the_docks_and_their_key_comes_back_to_them(
    window: MainWindow, docks: ViewDocks
) -> None:
    window.go("compare")
    assert docks.is_open("step")
    assert window.actions_by_name[dock_action("step")].isChecked()
    assert not docks.docks["step"].is_seen
    window.actions_by_name[dock_action("step")].trigger()
    assert window.view("translate").isVisible()
    assert docks.docks["step"].is_seen
    assert window.actions_by_name[dock_action("step")].isChecked()


def test_a_floating_dock_passes_the_player_s_keys_on(window: MainWindow, docks: ViewDocks, qtbot) -> None:
    window.workspace.translation.show_result(made_trace("the cat sleeps here"))
    dock = docks.docks["step"]
    dock.setFloating(True)
    assert dock.isWindow()
    qtbot.keyClick(dock, Qt.Key.Key_Right)
    assert window.workspace.translation.selection.step == 1


def test_a_floating_dock_that_was_closed_is_docked_again(docks: ViewDocks) -> None:
    dock = docks.docks["step"]
    dock.setFloating(True)
    dock.close()
    docks.open("step")
    assert not dock.isFloating()
    assert dock.is_seen


def test_a_view_is_made_when_it_is_first_seen_and_then_fed(monkeypatch, translation, qtbot) -> None:
    dock = made_dock(monkeypatch, translation, qtbot, alignment=True)
    trace = made_trace("the cat sleeps here")
    translation.trace_changed.connect(dock.show_trace)
    translation.selection_changed.connect(dock.show_selection)
    translation.show_result(trace)
    assert dock.view is None
    dock.show()
    assert dock.view.given == [trace]
    translation.select_step(2)
    assert dock.view.given[1:] == [Selection(step=2)]
    dock.hide()
    translation.select_step(1)
    translation.show_result(made_trace("a dog"))
    assert len(dock.view.given) == 2
    dock.show()
    assert dock.view.given[2:] == [translation.trace]


def test_an_alignment_is_not_drawn_for_a_model_without_attention(monkeypatch, translation, qtbot) -> None:
    dock = made_dock(monkeypatch, translation, qtbot, alignment=True)
    translation.trace_changed.connect(dock.show_trace)
    dock.show()
    with_attention, without = (
        made_trace("the cat"),
        replace(made_trace("the cat"), weights=None, energies=None),
    )
    translation.show_result(with_attention)
    translation.show_result(without)
    assert dock.without_attention.isVisible()
    assert "no attention" in dock.without_attention.text()
    assert dock.view.given == [with_attention, None]
    translation.select_step(1)
    assert dock.view.given == [with_attention, None]
    translation.show_result(with_attention)
    assert dock.view.isVisible()


def test_a_view_of_numbers_is_given_a_trace_without_attention(monkeypatch, translation, qtbot) -> None:
    dock = made_dock(monkeypatch, translation, qtbot, alignment=False)
    translation.show_result(replace(made_trace("the cat"), weights=None, energies=None))
    dock.show()
    assert dock.view.given == [translation.trace]


def test_what_is_pointed_at_in_a_dock_is_selected(window: MainWindow, docks: ViewDocks) -> None:
    window.workspace.translation.show_result(made_trace("the cat sleeps here"))
    docks.docks["step"].view.selection_requested.emit(Selection(step=3))
    assert window.workspace.translation.selection.step == 3
    assert window.view("translate").stage.view.selection.step == 3


def test_the_reset_puts_the_docks_where_they_were_at_first(window: MainWindow, docks: ViewDocks) -> None:
    dock = docks.docks["step"]
    dock.setFloating(True)
    dock.close()
    window.actions_by_name["reset_layout"].trigger()
    assert not dock.isFloating()
    assert docks.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    assert dock.is_seen


def test_a_layout_is_restored_with_sides_sizes_tabs_and_what_is_open(translation, qtbot) -> None:
    docks = ViewDocks(translation, UprightArea(QWidget()))
    qtbot.addWidget(docks)
    docks.resize(1400, 800)
    docks.show()
    docks.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, docks.docks["n_best"])
    docks.open("n_best")
    docks.open("lines")
    docks.docks["step"].close()
    docks.resizeDocks([docks.docks["lines"]], [410], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: docks.docks["lines"].width() == 410)
    layout = docks.layout_to_plain()
    docks.arrange()
    qtbot.waitUntil(lambda: docks.docks["step"].is_seen)
    assert not docks.is_open("n_best")
    docks.restore_layout(layout)
    assert docks.dockWidgetArea(docks.docks["n_best"]) == Qt.DockWidgetArea.BottomDockWidgetArea
    assert {name for name in DOCKED if docks.is_open(name)} == {"n_best", "lines"}
    qtbot.waitUntil(lambda: docks.docks["lines"].width() == 410)
    assert docks.docks["lines"].is_seen


@pytest.mark.parametrize(
    "change",
    [
        {"docks": ["step"]},
        {"docks": None},
        {"state": "no state"},
        {"state": ""},
        {"state": "ü"},
        {"state": "\ud800"},
        {"state": 7},
        {"state": None},
    ],
)
def test_a_layout_that_does_not_fit_is_ignored(docks: ViewDocks, change: dict[str, object]) -> None:
    docks.open("lines")
    layout = docks.layout_to_plain()
    docks.arrange()
    docks.restore_layout({**layout, **change})
    assert {name for name in DOCKED if docks.is_open(name)} == {"step"}
    docks.restore_layout(layout)
    assert docks.is_open("lines")


def test_a_layout_of_another_version_is_ignored(docks: ViewDocks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.views.docks.LAYOUT_VERSION", 999)
    docks.open("lines")
    newer = docks.layout_to_plain()
    monkeypatch.undo()
    docks.arrange()
    docks.restore_layout(newer)
    assert not docks.is_open("lines")


def test_a_floating_dock_that_would_be_off_screen_is_docked(docks: ViewDocks) -> None:
    dock = docks.docks["step"]
    dock.setFloating(True)
    dock.move(-6218, 40)
    layout = docks.layout_to_plain()
    docks.arrange()
    docks.restore_layout(layout)
    inside = any(s.availableGeometry().contains(dock.geometry().center()) for s in QGuiApplication.screens())
    assert inside or not dock.isFloating()
    assert docks.is_open("step")


def test_a_name_stands_once_in_the_tab_or_in_the_title(docks: ViewDocks, qtbot) -> None:
    step, words = docks.docks["step"], docks.docks["words"]
    qtbot.waitUntil(lambda: not step.title.name.isHidden())
    docks.open("words")
    qtbot.waitUntil(lambda: words.title.name.isHidden())
    assert step.title.name.isHidden()
    tabs = [bar.tabText(index) for bar in docks.findChildren(QTabBar) for index in range(bar.count())]
    assert tabs.count("Words") == 1
    words.close()
    qtbot.waitUntil(lambda: not step.title.name.isHidden())


def test_a_dock_is_moved_floated_and_closed_by_its_title(docks: ViewDocks, qtbot) -> None:
    docks.open("words")
    dock = docks.docks["words"]
    entries = {action.text().replace("&", ""): action for action in dock.title.menu.actions()}
    entries["Move to the bottom"].trigger()
    assert docks.open_sides()["words"] == "bottom"
    qtbot.waitUntil(lambda: not dock.title.name.isHidden())
    entries["Float in a window of its own"].trigger()
    assert dock.isFloating()
    assert dock.titleBarWidget() is None, "its window has the system's title"
    dock.setFloating(False)
    assert dock.titleBarWidget() is dock.title
    qtbot.keyClick(dock.title.close_button, Qt.Key.Key_Space)
    assert not docks.is_open("words")


def test_every_title_says_to_a_screen_reader_what_its_buttons_do(docks: ViewDocks) -> None:
    for dock in docks.docks.values():
        for button in (dock.title.menu_button, dock.title.close_button):
            assert dock.windowTitle() in button.accessibleName()
            assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
