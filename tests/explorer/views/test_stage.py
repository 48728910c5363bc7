"""Where a picture stands: the Tab key comes to it there, and the smallest window has room around it."""

import pytest
from PySide6.QtCore import Qt

from explorer.main_window import MainWindow
from explorer.views.translate import TranslateView
from explorer.window_place import SMALLEST


@pytest.fixture
def view(window: MainWindow, qtbot) -> TranslateView:
    """Translate with a translation."""
    view = window.view("translate")
    view.source.edit.setPlainText("the cat sleeps in front of the fire")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=60_000)
    return view


def test_the_tab_key_comes_to_the_picture_before_the_player(view: TranslateView) -> None:
    widget, order = view.source.edit.nextInFocusChain(), []
    while widget is not view.source.edit:
        order.append(widget)
        widget = widget.nextInFocusChain()
    assert order.index(view.hypotheses) < order.index(view.stage.view.matrix) < order.index(view.player)


def test_the_smallest_window_has_room_for_every_place(window: MainWindow, view: TranslateView) -> None:
    size = window.size()
    try:
        window.resize(*SMALLEST)
        for place in ("translate", "compare", "train"):
            window.go(place)
            needed = window.view(place).minimumSizeHint()
            assert needed.height() <= window.view(place).height()
            assert needed.width() <= window.view(place).width()
    finally:
        window.resize(size)
