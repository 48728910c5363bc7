"""Docks under the picture: both can be used, and what a person chose stays."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt

from explorer.main_window import MainWindow
from explorer.views import SENTENCES
from explorer.views.docks import ViewDocks


@pytest.fixture
def docks(window: MainWindow) -> Iterator[ViewDocks]:
    docks = window.view("translate").docks
    yield docks
    docks.arrange()


def test_a_dock_under_the_picture_leaves_it_its_height_and_keeps_one_that_was_chosen(
    window: MainWindow, docks: ViewDocks, qtbot
) -> None:
    """1280 x 640: rows are seen and so is the picture; what is opened there later is a tab beside it."""
    size = window.size()
    window.resize(1280, 640)
    try:
        dock = docks.docks[SENTENCES]
        docks.open(SENTENCES)
        qtbot.waitUntil(lambda: dock.is_seen)
        qtbot.waitUntil(lambda: dock.height() == dock.minimumSizeHint().height())
        assert dock.height() >= dock.widget().minimumSizeHint().height() > 120
        assert docks.centralWidget().height() > 360
        docks.docks["beam_graph"].title.side_requested.emit("bottom")
        assert docks.tabifiedDockWidgets(dock) == [docks.docks["beam_graph"]]
        docks.docks["beam_graph"].close()
        docks.resizeDocks([dock], [300], Qt.Orientation.Vertical)
        qtbot.waitUntil(lambda: dock.height() == 300)
        docks.toggle(SENTENCES)
        qtbot.waitUntil(lambda: not dock.is_seen)
        docks.toggle(SENTENCES)
        qtbot.waitUntil(lambda: dock.is_seen)
        assert dock.height() == 300
    finally:
        window.resize(size)
