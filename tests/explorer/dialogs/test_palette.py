"""The command palette: typing filters, Enter does what is chosen, what cannot be done is not done."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from explorer.actions import ACTIONS
from explorer.dialogs.palette import CommandPalette
from explorer.keys import action_name
from explorer.main_window import MainWindow

NAMES = ("File: Open", "File: Quit", "Go: Compare", "View: Dark")


@pytest.fixture
def done() -> list[str]:
    """What was done, in order."""
    return []


@pytest.fixture
def frame(qtbot) -> QWidget:
    """A window."""
    made = QWidget()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


@pytest.fixture
def palette(frame: QWidget, done: list[str]) -> CommandPalette:
    """A palette of four actions, the first of which cannot be done; open over a window."""
    actions = []
    for name in NAMES:
        action = QAction(name, frame)
        action.triggered.connect(lambda _, name=name: done.append(name))
        actions.append((name, action))
    actions[0][1].setEnabled(False)
    actions[2][1].setShortcut("Ctrl+2")
    made = CommandPalette(frame)
    made.open(actions)
    return made


def test_typing_filters_and_enter_does_the_first(palette: CommandPalette, done: list[str], qtbot) -> None:
    assert palette.shown() == list(NAMES)
    qtbot.keyClicks(palette.search, "dark")
    assert palette.shown() == ["View: Dark"]
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert done == ["View: Dark"]
    assert not palette.isVisible()


def test_arrows_walk_past_what_cannot_be_done(palette: CommandPalette, done: list[str], qtbot) -> None:
    assert palette.table.currentItem().text(0) == "File: Quit"
    qtbot.keyClick(palette.search, Qt.Key.Key_Down)
    assert (palette.table.currentItem().text(0), palette.table.currentItem().text(1)) == (NAMES[2], "Ctrl+2")
    qtbot.keyClick(palette.search, Qt.Key.Key_Enter)
    assert done == ["Go: Compare"]


def test_what_cannot_be_done_is_grey_and_not_done(palette: CommandPalette, done: list[str], qtbot) -> None:
    qtbot.keyClicks(palette.search, "open")
    assert palette.shown() == ["File: Open"]
    assert palette.table.topLevelItem(0).isDisabled()
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert done == []
    assert palette.isVisible()


def test_words_that_no_action_has_are_told(palette: CommandPalette, done: list[str], qtbot) -> None:
    assert not palette.table.nothing.isVisible()
    qtbot.keyClicks(palette.search, "zebra")
    assert palette.table.nothing.isVisible()
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert done == []


def test_escape_closes_it_and_the_words_are_forgotten(palette: CommandPalette, qtbot) -> None:
    qtbot.keyClicks(palette.search, "dark")
    qtbot.keyClick(palette.search, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    palette.open(palette._actions)
    assert palette.shown() == list(NAMES)


def test_a_click_does_it_and_it_stays_inside_the_window(
    palette: CommandPalette, done: list[str], qtbot
) -> None:
    assert palette.rect().contains(palette.panel.geometry())
    place = palette.table.visualItemRect(palette.table.topLevelItem(1)).center()
    qtbot.mouseClick(palette.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert done == ["File: Quit"]


def test_the_window_offers_all_its_other_actions(window: MainWindow, qtbot) -> None:
    window.actions_by_name["show_palette"].trigger()
    palette = window.dialogs.palette
    names = {action_name(name) for name in ACTIONS if name != "show_palette"}
    assert names <= set(palette.shown())
    qtbot.keyClicks(palette.search, "go compare")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    assert window.view("compare").isVisible()
    assert not palette.isVisible()


def test_it_offers_what_stands_in_the_menus_of_the_place(window: MainWindow, qtbot) -> None:
    translation = window.workspace.translation
    qtbot.waitUntil(lambda: translation.model is not None)
    qtbot.keyClick(window.view("translate").source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=20_000)
    window.actions_by_name["show_palette"].trigger()
    palette = window.dialogs.palette
    assert {"Picture: Transposed", "Picture: Copy numbers"} <= set(palette.shown())
    qtbot.keyClicks(palette.search, "uniform")
    qtbot.keyClick(palette.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: translation.constraints.attention == "uniform" and not translation.is_busy)
    window.go("train")
    window.actions_by_name["show_palette"].trigger()
    assert not [name for name in palette.shown() if name.startswith(("Picture", "What-if"))]
    palette.leave()


def test_the_focus_goes_back_to_what_had_it(window: MainWindow, qtbot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    player = window.view("translate").player
    player.setFocus()
    window.actions_by_name["show_palette"].trigger()
    palette = window.dialogs.palette
    assert QApplication.focusWidget() is palette.search
    qtbot.keyClick(palette.search, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is player


def test_a_click_beside_it_and_a_focus_elsewhere_close_it(window: MainWindow, qtbot) -> None:
    window.actions_by_name["show_palette"].trigger()
    palette = window.dialogs.palette
    qtbot.mouseClick(palette, Qt.MouseButton.LeftButton, pos=QPoint(4, palette.height() - 4))
    assert not palette.isVisible()
    window.actions_by_name["show_palette"].trigger()
    assert palette.isVisible()
    window.actions_by_name["edit_source"].trigger()
    assert not palette.isVisible()


def test_it_follows_the_size_of_the_window(window: MainWindow, qtbot) -> None:
    window.actions_by_name["show_palette"].trigger()
    palette = window.dialogs.palette
    before = window.size()
    window.resize(before.width() + 100, before.height())
    qtbot.waitUntil(lambda: palette.width() == before.width() + 100)
    left = palette.panel.x()
    assert abs(palette.width() - palette.panel.geometry().right() - 1 - left) <= 1
    window.resize(before)
    palette.leave()
