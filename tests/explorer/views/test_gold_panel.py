"""Gold links in Translate on a fake engine: laid over the picture, set by clicks and keys, taken back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from engine.evaluation.alignment import GoldLinks, LinkRule, alignment_scores, trace_links
from explorer.main_window import MainWindow
from explorer.plots.cell_ring import Ring
from explorer.views.translate import TranslateView

LEFT, SHIFT, PLAIN = (
    Qt.MouseButton.LeftButton,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.fixture
def view(window: MainWindow, qtbot) -> TranslateView:
    """A translation of four words with its links open to be edited."""
    view = window.view("translate")
    window.workspace.set_source_text("the old cat sleeps")
    window.service.request((window.workspace.translation,))
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=10_000)
    window.actions_by_name["edit_links"].trigger()
    yield view
    window.workspace.gold._sheets.clear()
    window.workspace.gold.set_shown(is_open=False)


def click(view: TranslateView, qtbot, step: int, position: int, modifier=PLAIN) -> None:
    matrix, press = view.stage.view.matrix, qtbot.mouseClick
    row, column = (position, step) if view.stage.view.menu.transposed.isChecked() else (step, position)
    press(matrix, LEFT, modifier, matrix.matrix_geometry().cell_rect(row, column).center().toPoint())


def rings(view: TranslateView) -> tuple[Ring, ...]:
    return view.stage.view.matrix._figure.rings


@pytest.mark.parametrize("is_transposed", [False, True])
def test_a_click_sets_a_link_where_it_is_seen(window, view, qtbot, is_transposed: bool) -> None:
    if is_transposed:
        view.stage.view.menu.transposed.trigger()
    click(view, qtbot, 1, 0)
    click(view, qtbot, 2, 3, SHIFT)
    assert window.workspace.gold.sheet.links == GoldLinks(frozenset({(0, 1)}), frozenset({(3, 2)}))
    assert rings(view) == (Ring(1, 1, 0, 0), Ring(2, 2, 3, 3, is_sure=False))
    click(view, qtbot, 1, 0)
    assert window.workspace.gold.sheet.links.sure == frozenset()
    if is_transposed:
        view.stage.view.menu.transposed.trigger()


def test_two_quick_clicks_are_two_clicks_and_no_zoom(window, view, qtbot) -> None:
    matrix = view.stage.view.matrix
    matrix.zoom(1.5, matrix.centre())
    cell = matrix.matrix_geometry().cell
    place = matrix.matrix_geometry().cell_rect(1, 1).center().toPoint()
    qtbot.mouseClick(matrix, LEFT, PLAIN, place)
    assert window.workspace.gold.sheet.links.sure == {(1, 1)}
    qtbot.mouseDClick(matrix, LEFT, PLAIN, place)  # the event that the system sends for the second press
    qtbot.mouseRelease(matrix, LEFT, PLAIN, place)
    assert window.workspace.gold.sheet.links.sure == set()
    assert len(window.workspace.gold.sheet.steps) == 3
    assert matrix.matrix_geometry().cell == cell
    matrix.show_all()


def test_the_keys_go_to_a_cell_and_link_it(window, view, qtbot) -> None:
    matrix = view.stage.view.matrix
    click(view, qtbot, 1, 1)
    matrix.setFocus()
    qtbot.keyClick(matrix, Qt.Key.Key_Down)
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    qtbot.keyClick(matrix, Qt.Key.Key_Return, SHIFT)
    assert window.workspace.gold.sheet.links == GoldLinks(frozenset({(1, 1)}), frozenset({(2, 2)}))
    qtbot.keyClick(matrix, Qt.Key.Key_Return)
    assert window.workspace.gold.sheet.links.sure == {(1, 1), (2, 2)}


def test_without_editing_a_click_links_nothing(window, view, qtbot) -> None:
    qtbot.keyClick(view.stage.view.matrix, Qt.Key.Key_Escape)
    assert view.gold.bar.isVisible()
    click(view, qtbot, 1, 1)
    assert window.workspace.gold.sheet.links == GoldLinks()
    assert not view.gold.bar.edit.isChecked()


def test_end_of_sentence_is_never_linked(window, view, qtbot) -> None:
    click(view, qtbot, 4, 1)
    click(view, qtbot, 1, 4)
    assert window.workspace.gold.sheet.links == GoldLinks()
    assert "never linked" in view.gold.bar.summary.text()


def test_undo_names_the_step_of_links_while_they_are_edited(window, view, qtbot) -> None:
    history = window.workspace.translation.history
    click(view, qtbot, 1, 1)
    undo, redo = window.actions_by_name["undo"], window.actions_by_name["redo"]
    assert undo.text().endswith("Link old – OLD")
    undo.trigger()
    assert rings(view) == ()
    assert (undo.isEnabled(), redo.text().endswith("Link old – OLD")) == (False, True)
    redo.trigger()
    assert rings(view) == (Ring(1, 1, 1, 1),)
    assert window.workspace.translation.history is history
    window.actions_by_name["edit_links"].trigger()
    assert "Link" not in undo.text()


def test_the_models_links_are_a_start_and_are_held_to_the_gold_ones(window, view, qtbot) -> None:
    book, trace = window.workspace.gold, window.workspace.translation.trace
    view.gold.bar.start.trigger()
    own = trace_links(trace, LinkRule())
    assert book.sheet.links.sure == own
    assert "AER 0.000" in view.gold.bar.scores.text()
    source, target = min(own)
    click(view, qtbot, target, source)
    # One of the model's links is neither sure nor possible: 1 - (n - 1 + n - 1) / (n + n - 1).
    rate = 1 - 2 * (len(own) - 1) / (2 * len(own) - 1)
    assert f"AER {rate:.3f}" in view.gold.bar.scores.text()
    book.set_rule(LinkRule("threshold", 0.5))
    assert f"AER {rate:.3f}" not in view.gold.bar.scores.text()


def test_the_error_rate_is_of_the_weights_on_screen(window, view, qtbot) -> None:
    """The same words with other weights, as under a what-if, have another rate."""
    view.gold.bar.start.trigger()
    view.what_if.buttons._attention["shifted"].trigger()
    translation = window.workspace.translation
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=10_000)
    own = trace_links(translation.trace, LinkRule(), translation.hypothesis)
    rate = alignment_scores([own], [window.workspace.gold.sheet.links]).error_rate
    assert rate > 0
    assert f"AER {rate:.3f}" in view.gold.bar.scores.text()


def test_links_of_occlusion_are_worked_out_by_the_engine(window, view, qtbot) -> None:
    """Made importance: target word i depends on source word i alone, so its links are the diagonal."""
    book, bar = window.workspace.gold, view.gold.bar
    click(view, qtbot, 0, 0)
    bar.rule_chosen.emit(LinkRule("argmax", of="occlusion"))
    qtbot.waitUntil(lambda: "AER" in bar.scores.text() and "…" not in bar.scores.text(), timeout=10_000)
    # One gold link, found, among four: 1 - (1 + 1) / (4 + 1).
    assert "AER 0.600" in bar.scores.text()
    bar.start.trigger()
    assert book.sheet.links.sure == {(i, i) for i in range(4)}
    assert book.sheet.undo_name == "The model's links by largest occlusion"
    book.set_rule(LinkRule())


def test_the_bar_says_between_which_words_links_stand(window, view, qtbot) -> None:
    click(view, qtbot, 1, 1)
    words = view.gold.bar.summary.text()
    assert words == "1 sure, 0 possible · not saved · 4 source × 4 target words, parted by spaces"
    named = [child for child in view.gold.bar.findChildren(QWidget) if child.focusPolicy() != Qt.NoFocus]
    assert all(child.accessibleName() or child.toolTip() for child in named if child.isVisible())


def test_a_cell_says_its_link_and_editing_gives_the_matrix_the_keys(window, view, qtbot) -> None:
    matrix = view.stage.view.matrix
    window.actions_by_name["edit_links"].trigger()
    assert not matrix.hasFocus()
    window.actions_by_name["edit_links"].trigger()
    assert window.focusWidget() is matrix
    click(view, qtbot, 1, 1, SHIFT)
    assert "possible gold link" in matrix.accessibleDescription()
    qtbot.keyClick(matrix, Qt.Key.Key_Return)
    assert "   gold link" in matrix.accessibleDescription()
    qtbot.keyClick(matrix, Qt.Key.Key_Right)
    assert "gold link" not in matrix.accessibleDescription()


def test_links_that_no_file_has_can_be_gone_back_to(window, view, qtbot) -> None:
    click(view, qtbot, 1, 1)
    pair, translation = window.workspace.gold.pair, window.workspace.translation
    window.workspace.set_source_text("a dog")
    window.service.request((translation,))
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=10_000)
    (action,) = view.gold.bar.unsaved.actions()
    assert (action.text(), action.toolTip()) == ("the old cat sleeps", "THE OLD CAT SLEEPS")
    action.trigger()
    qtbot.waitUntil(lambda: window.workspace.gold.pair == pair, timeout=10_000)
    assert rings(view) == (Ring(1, 1, 1, 1),)


def test_another_translation_has_links_of_its_own(window, view, qtbot) -> None:
    click(view, qtbot, 1, 1)
    translation = window.workspace.translation
    window.workspace.set_source_text("a dog")
    window.service.request((translation,))
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=10_000)
    assert rings(view) == ()
    window.workspace.undo()
    assert rings(view) == (Ring(1, 1, 1, 1),)
