"""The list of keys: opened by F1 and ?, searched by typing, closed by Escape, and never in the way."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from explorer.dialogs.keys import KeysDialog
from explorer.keys import KeyEntry, all_keys
from explorer.main_window import MainWindow

ENTRIES = (
    KeyEntry("Player", "Step forward", "Right"),
    KeyEntry("Player", "Step back", "Left"),
    KeyEntry("Matrix", "Larger cells", "+"),
)


def test_typing_leaves_what_was_searched_for(qtbot) -> None:
    dialog = KeysDialog(ENTRIES)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.shown() == [("Step forward", "→"), ("Step back", "←"), ("Larger cells", "+")]
    qtbot.keyClicks(dialog.search, "back")
    assert dialog.shown() == [("Step back", "←")]
    assert [place.isHidden() for place in dialog._places()] == [False, True]
    dialog.search.setText("matrix")
    assert dialog.shown() == [("Larger cells", "+")]
    assert not dialog.table.nothing.isVisible()
    dialog.search.setText("zebra")
    assert dialog.shown() == []
    assert dialog.table.nothing.isVisible()


def test_f1_and_the_question_mark_open_it_and_escape_closes_it(window: MainWindow, qtbot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    source = window.view("translate").source.edit
    source.setFocus()
    before = source.toPlainText()
    qtbot.keyClick(source, Qt.Key.Key_F1)
    dialog = window.dialogs.keys
    assert dialog.isVisible()
    assert not dialog.isModal()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is dialog.search)
    qtbot.keyClick(dialog.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)

    source.setFocus()
    qtbot.keyClick(source, "?")
    assert not dialog.isVisible()
    assert source.toPlainText() != before  # in a text it is a letter
    window.view("translate").player.setFocus()
    qtbot.keyClick(window.view("translate").player, "?")
    assert dialog.isVisible()
    dialog.close()


def test_what_the_mouse_does_is_listed_too(qtbot) -> None:
    dialog = KeysDialog(all_keys())
    qtbot.addWidget(dialog)
    dialog.search.setText("trackpad")
    assert [keys for _, keys in dialog.shown()] == [
        "Wheel, Ctrl+wheel, pinch",
        "Two fingers, drag",
        "Double click",
    ]
