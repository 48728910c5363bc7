"""Every action of the window in one table: where it stands in the menu, its text, its shortcut."""

from dataclasses import dataclass

from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from explorer.views import DOCKED, SENTENCES, SENTENCES_TITLE, VIEWS


@dataclass(frozen=True)
class ActionEntry:
    """An action. Those of one `choice` exclude each other and show which is chosen.

    shortcut: alternatives have "; " between them. Where `is_switch`, a mark shows whether it is on; where
    `has_line_above`, a line parts it from what stands above it in the menu.
    """

    menu: str
    text: str
    shortcut: str = ""
    choice: str = ""
    is_switch: bool = False
    has_line_above: bool = False


def dock_action(name: str) -> str:
    """The name of the action that opens and closes a dock."""
    return f"dock_{name}"


DOCK_ACTIONS = {
    dock_action(name): ActionEntry(
        "&View", VIEWS[name].title, f"Alt+{number % 10}" if number <= 10 else "", is_switch=True
    )
    for number, name in enumerate(DOCKED, start=1)
}

RUN_ACTIONS = {
    "run_new": ActionEntry("&Run", "&New run …", "Ctrl+N"),
    "run_watch": ActionEntry("&Run", "&Open a run folder …"),
    "run_pause": ActionEntry("&Run", "&Pause or resume", "Ctrl+P", has_line_above=True),
    "run_stop": ActionEntry("&Run", "&Stop and keep"),
    "run_validate": ActionEntry("&Run", "&Validate now", "Ctrl+Shift+V"),
    "run_checkpoint": ActionEntry("&Run", "&Checkpoint now", "Ctrl+Shift+K"),
    "run_extend": ActionEntry("&Run", "Raise the &limit …"),
    "run_rename": ActionEntry("&Run", "&Rename", has_line_above=True),
    "run_tag": ActionEntry("&Run", "&Tags"),
    "run_archive": ActionEntry("&Run", "&Archive, or take out of the archive"),
    "run_delete": ActionEntry("&Run", "&Delete"),
    "run_bin": ActionEntry("&Run", "R&estore a deleted run …"),
    "close_ask": ActionEntry("&Run", "As&k at closing about runs", choice="close", has_line_above=True),
    "close_leave": ActionEntry("&Run", "Lea&ve runs training at closing", choice="close"),
    "close_pause": ActionEntry("&Run", "Pa&use runs at closing", choice="close"),
}

ACTIONS = {
    "open_model": ActionEntry("&File", "&Open a run or checkpoint …", "Ctrl+O"),
    "machines": ActionEntry("&File", "Other &machines for training …"),
    "open_workspace": ActionEntry("&File", "Open &workspace …", "Ctrl+Shift+O", has_line_above=True),
    "open_recent": ActionEntry("&File", "Open &recent"),
    "save_workspace": ActionEntry("&File", "&Save workspace", "Ctrl+S"),
    "save_workspace_as": ActionEntry("&File", "Save workspace &as …", "Ctrl+Shift+S"),
    "export_view": ActionEntry("&File", "&Export a view …", "Ctrl+E", has_line_above=True),
    "export_lines": ActionEntry("&File", "Export &many sentences …", "Ctrl+Shift+E"),
    "quit": ActionEntry("&File", "&Quit", "Ctrl+Q"),
    "undo": ActionEntry("&Edit", "&Undo", "Ctrl+Z"),
    "redo": ActionEntry("&Edit", "&Redo", "Ctrl+Shift+Z"),
    "type_target": ActionEntry("&Edit", "&Score a translation of your own …", "Ctrl+T", has_line_above=True),
    "what_if": ActionEntry("&Edit", "&What-if …", "Ctrl+I"),
    "gold_links": ActionEntry("&Edit", "&Gold links", "Ctrl+G", is_switch=True),
    "edit_links": ActionEntry("&Edit", "Edit gold lin&ks", "Ctrl+Shift+G", is_switch=True),
    "go_translate": ActionEntry("&Go", "&Translate", "Ctrl+1", "place"),
    "go_compare": ActionEntry("&Go", "&Compare", "Ctrl+2", "place"),
    "go_train": ActionEntry("&Go", "T&rain", "Ctrl+3", "place"),
    "go_evaluate": ActionEntry("&Go", "&Evaluate", "Ctrl+4", "place"),
    "edit_source": ActionEntry("&Go", "&Source sentence", "Ctrl+L"),
    **RUN_ACTIONS,
    **DOCK_ACTIONS,
    dock_action(SENTENCES): ActionEntry("&View", SENTENCES_TITLE, "Ctrl+Shift+L", is_switch=True),
    "whole_words": ActionEntry("&View", "Whole &words", "Alt+W", is_switch=True, has_line_above=True),
    "theme_system": ActionEntry("&View", "&As the system", choice="theme", has_line_above=True),
    "theme_light": ActionEntry("&View", "&Light", choice="theme"),
    "theme_dark": ActionEntry("&View", "&Dark", choice="theme"),
    "text_larger": ActionEntry("&View", "Larger &text", "Ctrl++; Ctrl+=", has_line_above=True),
    "text_smaller": ActionEntry("&View", "S&maller text", "Ctrl+-"),
    "text_normal": ActionEntry("&View", "&Normal text", "Ctrl+0"),
    "reduced_motion": ActionEntry("&View", "Red&uced motion", is_switch=True),
    "reset_layout": ActionEntry("&View", "&Reset layout", has_line_above=True),
    "show_palette": ActionEntry("&Help", "&Command palette", "Ctrl+Shift+P"),
    "show_keys": ActionEntry("&Help", "&Keys", "F1; ?"),
    "about": ActionEntry("&Help", "&About Alignment Explorer", has_line_above=True),
}


def make_actions(window: QMainWindow) -> dict[str, QAction]:
    """The actions of the table, in the window's menus."""
    actions: dict[str, QAction] = {}
    menus: dict[str, QMenu] = {}
    groups: dict[str, QActionGroup] = {}
    for name, entry in ACTIONS.items():
        action = QAction(entry.text, window)
        action.setShortcuts(QKeySequence.listFromString(entry.shortcut))
        if entry.menu not in menus:
            menus[entry.menu] = window.menuBar().addMenu(entry.menu)
        if entry.has_line_above:
            menus[entry.menu].addSeparator()
        action.setCheckable(entry.is_switch or bool(entry.choice))
        if entry.choice:
            group = groups.setdefault(entry.choice, QActionGroup(window))
            group.addAction(action)
        menus[entry.menu].addAction(action)
        actions[name] = action
    return actions


def place_words(place: str) -> tuple[str, str]:
    """The name of a place, and with it the key that leads there."""
    entry = ACTIONS[f"go_{place}"]
    word = entry.text.replace("&", "")
    return word, f"{word} ({entry.shortcut})"
