"""Empty places and the bar of messages: what they say, and what their buttons ask for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QToolButton

from engine.errors import EngineError
from explorer.widgets.empty_state import TEXT_WIDTH, EmptyState
from explorer.widgets.notification_bar import NotificationBar


def test_an_empty_state_offers_one_thing(qtbot):
    state = EmptyState("No runs yet", "They will stand here.", "New run …")
    qtbot.addWidget(state)
    state.show()
    with qtbot.waitSignal(state.action_requested):
        qtbot.mouseClick(state.findChild(QPushButton), Qt.MouseButton.LeftButton)
    state.set_texts("Nothing", "Nothing to do.")
    assert not state.findChild(QPushButton).isVisible()
    assert state.text() == "Nothing\nNothing to do."


@pytest.fixture
def bar(qtbot):
    widget = NotificationBar()
    qtbot.addWidget(widget)
    return widget


def test_the_bar_says_both_sentences_until_it_is_closed(bar, qtbot):
    assert bar.isHidden()
    bar.show_error(EngineError("The disk is full.", "Free some space."))
    assert bar.text() == "The disk is full. Free some space."
    assert not bar.isHidden()
    qtbot.mouseClick(bar.findChild(QToolButton), Qt.MouseButton.LeftButton)
    assert bar.isHidden()
    assert bar.text() == ""


def test_the_bar_may_offer_a_button(bar, qtbot):
    bar.show_message("The run has ended.", "Open it")
    with qtbot.waitSignal(bar.action_requested):
        qtbot.mouseClick(bar.findChild(QPushButton), Qt.MouseButton.LeftButton)
    bar.show_error(EngineError("It broke."))
    assert bar.findChild(QPushButton).isHidden()


def test_an_empty_state_fits_into_half_a_narrow_window(qtbot):
    state = EmptyState("The alignment will stand here", "word " * 30)
    qtbot.addWidget(state)
    assert state.minimumSizeHint().width() <= 360
    state.resize(1600, 600)
    state.show()
    assert max(label.width() for label in state.findChildren(QLabel)) == TEXT_WIDTH
