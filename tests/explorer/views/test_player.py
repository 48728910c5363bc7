"""The player: buttons, keys, playing by itself, and the strip of words."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from explorer.views.player import Player
from explorer.widgets.token_strip import TokenStrip


@pytest.fixture
def player(qtbot) -> Player:
    player = Player()
    qtbot.addWidget(player)
    player.resize(900, 40)
    player.step_requested.connect(player.set_step)
    player.set_tokens(("a", "b", "c", "d"))
    player.set_step(0)
    return player


def press(player: Player, key: Qt.Key, modifiers=Qt.KeyboardModifier.NoModifier) -> bool:
    return player.handle_key(QKeyEvent(QEvent.Type.KeyPress, key, modifiers))


def test_steps_stay_within_the_words(player: Player) -> None:
    player.back()
    assert player._step == 0
    player.last()
    assert player._step == 3
    player.forward()
    assert player._step == 3
    player.back()
    assert player._step == 2
    player.first()
    assert player._step == 0


def test_playing_walks_to_the_end_and_stops(player: Player, qtbot) -> None:
    seen = []
    player.step_requested.connect(seen.append)
    player.set_speed(8.0)
    player.play()
    assert player.is_playing
    qtbot.waitUntil(lambda: not player.is_playing, timeout=3000)
    assert seen == [1, 2, 3]


def test_playing_from_the_last_word_begins_anew(player: Player) -> None:
    player.last()
    player.play()
    assert (player._step, player.is_playing) == (0, True)
    player.play()
    assert not player.is_playing


def test_a_step_by_hand_pauses(player: Player) -> None:
    player.play()
    player.forward()
    assert not player.is_playing


def test_new_words_are_no_reason_to_walk_past_them(player: Player) -> None:
    player.play()
    player.set_tokens(())
    assert not player.is_playing
    player.forward()
    player.play()
    assert not player.is_playing


def test_keys_with_modifiers_are_left_to_others(player: Player) -> None:
    assert press(player, Qt.Key.Key_Right)
    assert not press(player, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert not press(player, Qt.Key.Key_A)


def test_the_nearest_speed_on_offer_is_taken(player: Player) -> None:
    player.set_speed(3.4)
    assert player._speeds.currentData() == 4.0


def strip_of(qtbot, tokens: list[str], width: int) -> TokenStrip:
    strip = TokenStrip("words")
    qtbot.addWidget(strip)
    strip.resize(width, 28)
    strip.set_tokens(tokens)
    return strip


def test_words_stand_in_order_without_overlap(qtbot) -> None:
    rects = strip_of(qtbot, ["one", "two", "three"], 400).token_rects()
    assert rects[0].left() == 0
    assert all(left.right() <= right.left() + 0.01 for left, right in pairwise(rects))


def test_right_to_left_words_begin_at_the_right(qtbot) -> None:
    rects = strip_of(qtbot, ["שלום", "עולם", "⟨end⟩"], 400).token_rects()
    assert rects[0].right() == pytest.approx(400)
    assert rects[1].right() == pytest.approx(rects[0].left())


@pytest.mark.parametrize("tokens", [["word"] * 100, ["שלום"] * 100])
@pytest.mark.parametrize("current", [0, 50, 99])
def test_the_current_word_of_a_long_line_is_seen_whole(qtbot, tokens: list[str], current: int) -> None:
    strip = strip_of(qtbot, tokens, 300)
    strip.set_current(current)
    rect = strip.token_rects()[current]
    assert rect.left() >= -0.01
    assert rect.right() <= 300.01


def test_a_click_on_a_word_asks_for_its_step(qtbot) -> None:
    strip = strip_of(qtbot, ["one", "two", "three"], 400)
    asked = []
    strip.token_pressed.connect(asked.append)
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=strip.token_rects()[1].center().toPoint())
    assert asked == [1]


def test_the_player_is_one_stop_and_a_clicked_button_hands_it_the_keys(player: Player, qtbot) -> None:
    player.show()
    qtbot.mouseClick(player._buttons["forward"], Qt.MouseButton.LeftButton)
    assert player.focusWidget() is player
    assert {button.focusPolicy() for button in player._buttons.values()} == {Qt.FocusPolicy.NoFocus}
    assert player.accessibleName()


def test_where_the_keys_go_is_seen(player: Player, qtbot, theme) -> None:
    player.show()
    player.activateWindow()
    qtbot.waitUntil(player.isActiveWindow, timeout=5000)
    player._speeds.setFocus()
    around = player._buttons["play"].geometry().adjusted(-4, -4, 4, 4)
    without = player.grab(around).toImage()
    player.setFocus()
    assert player.hasFocus()
    assert player.grab(around).toImage() != without
