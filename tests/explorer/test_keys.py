"""The table of keys holds exactly what the player and the matrix take, and all that the actions have."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from explorer.actions import ACTIONS
from explorer.keys import PLACE_KEYS, all_keys, has_words, keys_in_words
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.plots.shaded_words import ShadedWords
from explorer.views.player import Player

PLAIN = Qt.KeyboardModifier.NoModifier


def listed(place: str) -> set[int]:
    """The codes of the keys that the table lists for a place."""
    sequences = [
        key for entry in PLACE_KEYS if entry.place == place for key in QKeySequence.listFromString(entry.keys)
    ]
    return {sequence[0].key().value for sequence in sequences}


def press(key: Qt.Key) -> QKeyEvent:
    """The event of this key alone."""
    event = QKeyEvent(QEvent.Type.KeyPress, key.value, PLAIN)
    event.ignore()
    return event


def test_the_player_takes_the_keys_that_are_listed_and_no_others(qtbot) -> None:
    player = Player()
    qtbot.addWidget(player)
    player.set_tokens("abc")
    assert {key.value for key in Qt.Key if player.handle_key(press(key))} == listed("Player")


def test_the_matrix_takes_the_keys_that_are_listed_and_no_others(qtbot) -> None:
    matrix = AlignmentMatrix()
    qtbot.addWidget(matrix)
    matrix.resize(400, 400)
    matrix.set_alignment(np.eye(4), "abcd", "efgh")
    taken = set()
    for key in Qt.Key:
        matrix.zoom(2.0, QPointF(200, 200))  # the arrows scroll what is larger than its place
        event = press(key)
        event.accept()
        matrix.keyPressEvent(event)
        if event.isAccepted():
            taken.add(key.value)
    assert taken == listed("Matrix")


def test_a_text_takes_the_keys_that_are_listed_and_no_others(qtbot) -> None:
    text = ShadedWords("Source")
    qtbot.addWidget(text)
    text.set_words("abc", from_right=False)
    taken = set()
    for key in Qt.Key:
        event = press(key)
        event.accept()
        text.keyPressEvent(event)
        if event.isAccepted():
            taken.add(key.value)
    assert taken == listed("Text")


def test_every_shortcut_of_an_action_is_listed() -> None:
    shortcuts = [entry.shortcut for entry in ACTIONS.values() if entry.shortcut]
    assert [entry.keys for entry in all_keys()][: len(shortcuts)] == shortcuts


def test_menu_marks_are_not_shown() -> None:
    assert not [entry for entry in all_keys() if "&" in entry.text or "&" in entry.place]
    assert "Open a run or checkpoint" in [entry.text for entry in all_keys()]


def test_keys_are_written_as_they_stand_on_the_keyboard() -> None:
    assert keys_in_words("Left; Up; Space") == "←, ↑, Space"
    assert keys_in_words("F1; ?") == "F1, ?"


@pytest.mark.parametrize(
    ("typed", "found"),
    [("", True), ("step FORWARD", True), ("forward step", True), ("step back", False), ("  ", True)],
)
def test_typed_words_are_found_in_any_order(typed: str, found: bool) -> None:
    assert has_words("Player Step forward →", typed) is found
