"""Ctrl+Z in the source line, on a fake engine: typing that is not translated first, then the last step."""

from PySide6.QtCore import Qt

from engine.constraints import UNCHANGED, Constraints
from explorer.main_window import MainWindow

UNDO = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_once_the_typing_is_translated_the_last_step_is_taken_back(window: MainWindow, qtbot) -> None:
    view, translation = window.view("translate"), window.workspace.translation
    edit = view.source.edit

    def settle() -> None:
        qtbot.waitUntil(lambda: not translation.is_busy and translation.progress == "done", timeout=60_000)

    edit.clear()
    qtbot.keyClicks(edit, "the cat sleeps")
    qtbot.keyClick(edit, Qt.Key.Key_Return)
    settle()
    view.what_if.buttons._attention["uniform"].trigger()
    settle()
    edit.setFocus()
    qtbot.keyClicks(edit, " here")
    qtbot.keyClick(edit, *UNDO)
    assert edit.text() == "the cat sleeps"
    assert translation.constraints == Constraints(attention="uniform")
    qtbot.keyClick(edit, *UNDO)
    assert translation.constraints == UNCHANGED
    assert edit.text() == "the cat sleeps"
    assert edit.hasFocus()
