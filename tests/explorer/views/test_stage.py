"""Where a picture stands: the Tab key comes to it there, and the smallest window has room around it."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from explorer.main_window import MainWindow
from explorer.views.translate import TranslateView
from explorer.window.place import SMALLEST


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


@pytest.mark.parametrize("is_second", [False, True])
def test_the_picture_of_forty_tokens_has_room_beside_the_open_step_dock(
    window: MainWindow, view: TranslateView, qtbot, is_second: bool
) -> None:
    """1280 x 720, with a hint (an unknown word) and the caveat in one line.

    Its cells have 340 pixels, and all of it has where the comparison with another sentence stands above it.
    """
    size, translation = window.size(), window.workspace.translation
    window.resize(1280, 720)
    if not is_second:
        translation.set_model(window.workspace.models[0])
        translation.set_model(window.workspace.models[1])
    words = " ".join(["children", "have", "eaten"] * 13)
    view.source.edit.setPlainText(f"{words[:-5]}Zorglub")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not translation.is_busy and translation.trace is not None, timeout=60_000)
    try:
        assert len(translation.trace.source_ids) == 40
        assert view.docks.docks["step"].is_seen
        matrix = view.stage.view.matrix
        height = matrix.height() if is_second else matrix.placed(None).matrix_rect().height()
        assert height >= 340
        assert view.hint.text().startswith("1 of 39 source tokens")
        assert view.hint.text().endswith("not why it chose the word.")
        assert view.hint.height() < 2 * view.hint.fontMetrics().height()
        assert view.source.note.isHidden()
    finally:
        window.resize(size)


def test_gold_links_lie_over_cells_that_can_be_hit_in_the_smallest_window(
    window: MainWindow, view: TranslateView
) -> None:
    size = window.size()
    try:
        window.resize(*SMALLEST)
        window.workspace.gold.set_shown(is_open=True)
        QApplication.processEvents()
        assert view.stage.view.matrix.placed(None).cell_rect(0, 0).width() >= 8
    finally:
        window.workspace.gold.set_shown(is_open=False)
        window.resize(size)
    QApplication.processEvents()
