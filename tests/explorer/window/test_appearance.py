"""Size of text and motion: chosen in the View menu, followed by every widget and plot, and remembered."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from explorer.main_window import MainWindow
from explorer.theme import Theme
from explorer.window.appearance import TEXT_SIZES
from tests.explorer.made_traces import made_trace

SENTENCE = "the old man gave me a red book"


@pytest.fixture(autouse=True)
def _normal_text(theme: Theme) -> Iterator[None]:
    yield
    theme.set_text_size(1.0)


@pytest.fixture
def shown(window: MainWindow, qtbot) -> Iterator[MainWindow]:
    """A window with a translation, of normal text before and after."""
    qtbot.waitUntil(lambda: bool(window.workspace.models), timeout=60_000)
    window.workspace.translation.show_result(made_trace(SENTENCE))
    yield window
    window.actions_by_name["text_normal"].trigger()
    if window.actions_by_name["reduced_motion"].isChecked():
        window.actions_by_name["reduced_motion"].trigger()


def sizes(window: QWidget) -> dict[QWidget, float]:
    """Of the text in every visible widget."""
    visible = [widget for widget in window.findChildren(QWidget) if widget.isVisible()]
    return {widget: widget.font().pointSizeF() for widget in visible}


def cut_labels(view: QWidget) -> list[str]:
    """The texts of the visible labels that are lower than a line of them."""
    labels = [label for label in view.findChildren(QLabel) if label.isVisible()]
    return [label.text() for label in labels if label.height() < label.fontMetrics().height()]


def test_every_visible_text_grows_with_each_step_and_comes_back(shown: MainWindow) -> None:
    before = sizes(shown)
    shown.actions_by_name["text_larger"].trigger()
    after = sizes(shown)
    assert len(before) > 40
    for widget in before.keys() & after.keys():
        assert after[widget] / before[widget] == pytest.approx(TEXT_SIZES[1] / 100, rel=0.02), widget
    shown.actions_by_name["text_smaller"].trigger()
    assert sizes(shown) == before


def test_the_labels_of_the_matrix_grow(shown: MainWindow) -> None:
    matrix = shown.view("translate").stage.view.matrix
    before = matrix.shown_labels()[0][0].box.height()
    for _ in range(3):
        shown.actions_by_name["text_larger"].trigger()
    assert matrix.shown_labels()[0][0].box.height() == pytest.approx(1.5 * before, rel=0.1)


def test_text_is_never_smaller_than_the_system_s_and_at_most_twice_as_large(shown: MainWindow) -> None:
    actions, font = shown.actions_by_name, QApplication.font().pointSizeF()
    assert not actions["text_smaller"].isEnabled()
    for _ in TEXT_SIZES:
        actions["text_larger"].trigger()
    assert QApplication.font().pointSizeF() == pytest.approx(2 * font)
    assert not actions["text_larger"].isEnabled()
    actions["text_normal"].trigger()
    assert QApplication.font().pointSizeF() == font


def test_no_word_of_the_window_is_cut_at_twice_the_size(shown: MainWindow, qtbot) -> None:
    size = shown.size()
    shown.resize(1280, 720)
    for _ in TEXT_SIZES:
        shown.actions_by_name["text_larger"].trigger()
    view = shown.view("translate")
    qtbot.waitUntil(lambda: not cut_labels(view))
    assert view.source.edit.height() > view.source.edit.fontMetrics().height()
    assert all(
        button.width() > button.fontMetrics().horizontalAdvance(button.text())
        for button in shown.rail._buttons.values()
    )
    assert view.stage.view.matrix.height() >= 120
    shown.resize(size)


def test_size_and_motion_are_remembered(open_window, qtbot) -> None:
    first, font = open_window(), QApplication.font().pointSizeF()
    first.actions_by_name["text_larger"].trigger()
    first.actions_by_name["reduced_motion"].trigger()
    first.close()
    second = open_window()
    assert QApplication.font().pointSizeF() == pytest.approx(font * TEXT_SIZES[1] / 100)
    assert second.actions_by_name["reduced_motion"].isChecked()
    assert not second.view("translate").docks.isAnimated()


def test_with_reduced_motion_the_player_jumps_and_the_docks_do_not_slide(shown: MainWindow, qtbot) -> None:
    view, translation = shown.view("translate"), shown.workspace.translation
    assert view.docks.isAnimated()
    view.player.play()
    assert view.player.is_playing
    shown.actions_by_name["reduced_motion"].trigger()
    assert not view.player.is_playing
    assert not view.docks.isAnimated()
    view.player.play()
    assert not view.player.is_playing
    assert translation.selection.step == translation.steps - 1
    view.player.play()
    assert translation.selection.step == 0
