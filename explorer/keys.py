"""Every key in one table: those of the actions, and those that the views and the player take."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence

from explorer.actions import ACTIONS

ARROWS = {"Left": "←", "Up": "↑", "Right": "→", "Down": "↓"}  # as they stand on the keys


WHEEL = QT_TRANSLATE_NOOP("keys", "Wheel, Ctrl+wheel, pinch")
TWO_FINGERS = QT_TRANSLATE_NOOP("keys", "Two fingers, drag")
CLICK = QT_TRANSLATE_NOOP("keys", "Click")
SHIFT_CLICK = QT_TRANSLATE_NOOP("keys", "Shift+click")
DOUBLE_CLICK = QT_TRANSLATE_NOOP("keys", "Double click")


@dataclass(frozen=True)
class KeyEntry:
    """What some keys do, and where. `keys` are alternatives with "; " between them, as Qt writes them.

    mouse: what does it instead of keys, in words.
    """

    place: str
    text: str
    keys: str
    mouse: str = ""


PLACE_KEYS = (
    KeyEntry("Source sentence", "Translate it", "Return; Enter"),
    KeyEntry("Source sentence", "Stop the translation that is being made", "Escape"),
    KeyEntry("Player", "Play or pause", "Space"),
    KeyEntry("Player", "Step forward", "Right; Down"),
    KeyEntry("Player", "Step back", "Left; Up"),
    KeyEntry("Player", "First step", "Home"),
    KeyEntry("Player", "Last step", "End"),
    KeyEntry("Matrix", "Larger cells", "+; ="),
    KeyEntry("Matrix", "Smaller cells", "-"),
    KeyEntry("Matrix", "The whole matrix again", "0"),
    KeyEntry("Matrix", "Go to another cell", "Left; Right; Up; Down"),
    KeyEntry("Matrix", "The first and the last cell of the row", "Home; End"),
    KeyEntry("Matrix", "The first and the last cell of all", "Ctrl+Home; Ctrl+End"),
    KeyEntry("Matrix: editing links", "Link the two words of the cell, or no longer", "Return; Enter", CLICK),
    KeyEntry("Matrix: editing links", "As a possible link", "Shift+Return; Shift+Enter", SHIFT_CLICK),
    KeyEntry("Matrix: editing links", "Edit them no longer", "Escape"),
    KeyEntry("Text", "Go to another word", "Left; Right; Up; Down"),
    KeyEntry("Text", "The first and the last word", "Home; End"),
    KeyEntry("Beam graph", "Larger nodes", "+; ="),
    KeyEntry("Beam graph", "Smaller nodes", "-"),
    KeyEntry("Beam graph", "The whole graph", "0"),
    KeyEntry("Beam graph", "Go to another node", "Left; Right; Up; Down"),
    KeyEntry("Beam graph", "Choose the hypothesis of a node, or decode on from it", "Return; Enter"),
    KeyEntry("States and gates", "Larger and smaller cells", "+; =; -"),
    KeyEntry("States and gates", "All units and words", "0"),
    KeyEntry("States and gates", "Go to another unit or word", "Left; Right; Up; Down"),
    KeyEntry("States and gates", "Keep the line of a unit, or let it go", "Return; Enter"),
    KeyEntry("Step: weights", "Go to another weight", "Left; Right"),
    KeyEntry("Step: weights", "More and less weight", "Up; Down"),
    KeyEntry("Step: weights", "No weight", "Delete"),
    KeyEntry("Step: weights", "All of the weight", "Return; Enter"),
    KeyEntry("Step: next word", "Go to another candidate", "Up; Down"),
    KeyEntry("Step: next word", "Go on from it", "Return; Enter"),
    KeyEntry("Sentences", "Open the sentence in Translate", "Return; Enter"),
    KeyEntry("Sentences", "Pin the chosen rows to the top, or let them go", "P"),
    KeyEntry("Sentences", "Copy the chosen rows", "Ctrl+C"),
    KeyEntry("Sentences", "Filter by text", "Ctrl+F"),
    KeyEntry("Sentences", "Put what was copied elsewhere in their place, a sentence a line", "Ctrl+V"),
    KeyEntry("Translation", "Open the list of hypotheses", "Alt+Down"),
    KeyEntry("Translation", "Choose another hypothesis", "Up; Down"),
    KeyEntry("Translation", "Copy the chosen one", "Ctrl+C"),
    KeyEntry("Pictures: mouse and trackpad", "Larger and smaller, at the pointer", "", WHEEL),
    KeyEntry("Pictures: mouse and trackpad", "Scroll what is larger than its place", "", TWO_FINGERS),
    KeyEntry("Pictures: mouse and trackpad", "All of it again", "", DOUBLE_CLICK),
)


def all_keys() -> tuple[KeyEntry, ...]:
    """The keys of the actions, then those of the places."""
    entries = [
        KeyEntry(plain(entry.menu), plain(entry.text), entry.shortcut)
        for entry in ACTIONS.values()
        if entry.shortcut
    ]
    return (*entries, *PLACE_KEYS)


def action_name(name: str) -> str:
    """An action of the table in words: its menu and its text."""
    entry = ACTIONS[name]
    return f"{plain(entry.menu)}: {plain(entry.text)}"


def plain(text: str) -> str:
    """A menu's text without the mark of its letter; in the language of the window."""
    return QCoreApplication.translate("actions", text).replace("&", "").removesuffix("…").strip()


def keys_in_words(keys: str | Iterable[QKeySequence]) -> str:
    """Alternative keys as this system writes them, arrows as arrows."""
    sequences = QKeySequence.listFromString(keys) if isinstance(keys, str) else keys
    native = [sequence.toString(QKeySequence.SequenceFormat.NativeText) for sequence in sequences]
    return ", ".join(ARROWS.get(name, name) for name in native)


def has_words(text: str, typed: str) -> bool:
    """Whether all that was typed stands in the text, in any order; capitals count for nothing."""
    return all(word in text.casefold() for word in typed.casefold().split())
