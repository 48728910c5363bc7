"""What-ifs in the window, on a fake engine: each step is taken, shown beside the last one, and undone."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from engine.constraints import UNCHANGED, Constraints
from explorer.main_window import MainWindow
from explorer.translation import Translation
from explorer.views.translate import TranslateView
from explorer.views.what_ifs import WhatIfs
from tests.explorer.made_constraints import LOSS


@pytest.fixture
def view(window: MainWindow) -> TranslateView:
    return window.view("translate")


@pytest.fixture
def panel(view: TranslateView) -> WhatIfs:
    return view.what_if


@pytest.fixture
def translation(window: MainWindow) -> Translation:
    return window.workspace.translation


def settled(translation: Translation, qtbot) -> None:
    qtbot.waitUntil(lambda: not translation.is_busy and translation.progress != "idle", timeout=60_000)


def translate(view: TranslateView, qtbot, text: str) -> None:
    view.source.edit.setPlainText(text)
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    settled(view._translation, qtbot)


def choose(panel: WhatIfs, qtbot, attention: str) -> None:
    panel.buttons._attention[attention].trigger()
    settled(panel._translation, qtbot)


def steps(panel: WhatIfs) -> list[QAction]:
    """The list of steps, the oldest first."""
    return panel.buttons.steps.actions()[::-1]


def colours_of_cells(view: TranslateView) -> set[int]:
    """The grey levels at the centres of all cells, as the screen shows them."""
    matrix = view.stage.view.matrix
    image, geometry = matrix.grab().toImage(), matrix.matrix_geometry()
    cells = [(row, column) for row in range(geometry.rows) for column in range(geometry.columns)]
    centres = [geometry.cell_rect(row, column).center().toPoint() for row, column in cells]
    return {image.pixelColor(centre).red() for centre in centres}


def test_another_sentence_is_not_compared_with_the_last_one(view, panel, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps here")
    translate(view, qtbot, "where is it")
    assert panel.strip.isHidden()
    translate(view, qtbot, "where is he")
    assert panel.strip.now.isVisible()


def test_a_change_waits_for_a_translation_that_it_can_be_compared_with(
    view, panel, translation, qtbot
) -> None:
    uniform = panel.buttons._attention["uniform"]
    assert not uniform.isEnabled()
    translate(view, qtbot, "the cat sleeps here")
    assert uniform.isEnabled()


def test_undoing_leaves_the_keys_where_they_are(window, view, panel, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps here")
    choose(panel, qtbot, "uniform")
    view.player.setFocus()
    window.actions_by_name["undo"].trigger()
    assert view.player.hasFocus()


def test_nothing_is_told_of_the_models_own_first_translation(view, panel, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    assert panel.strip.isHidden()
    assert not panel.buttons.undo.isEnabled()


def test_uniform_attention_is_drawn_and_told_with_its_cost(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    own = translation.trace
    choose(panel, qtbot, "uniform")
    np.testing.assert_allclose(translation.trace.weights, 0.25)
    assert colours_of_cells(view) == {round(255 * 0.25)}
    assert panel.strip.isVisible()
    assert panel.strip.changes[0].text == "Uniform attention"
    assert panel.strip.chips.chips[0].text().startswith("Uniform attention")
    lost = LOSS * len(own.best().tokens)
    assert panel.strip.score.text().endswith(f" −{lost:.2f}")
    assert panel.buttons._attention["uniform"].isChecked()


def test_undoing_every_step_gives_back_the_very_first_trace(window, view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    first = translation.trace
    for attention in ("uniform", "hard", "shifted"):
        choose(panel, qtbot, attention)
    translate(view, qtbot, "another cat sleeps")
    assert [action.text() for action in steps(panel)][1:] == [
        "Uniform attention",
        "Hard attention",
        "Shifted attention",
        "Edit source",
    ]
    for _ in range(4):
        window.actions_by_name["undo"].trigger()
    assert translation.trace is first
    assert view.source.edit.text() == "the cat sleeps"
    assert translation.constraints == UNCHANGED
    assert not window.actions_by_name["undo"].isEnabled()
    for _ in range(4):
        window.actions_by_name["redo"].trigger()
    assert view.source.edit.text() == "another cat sleeps"
    assert translation.constraints == Constraints(attention="shifted")


def test_the_menu_names_what_is_undone(window, view, panel, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    choose(panel, qtbot, "hard")
    undo, redo = window.actions_by_name["undo"], window.actions_by_name["redo"]
    assert (undo.text(), redo.text()) == ("&Undo Hard attention", "&Redo")
    undo.trigger()
    assert (undo.text(), redo.text()) == ("&Undo", "&Redo Hard attention")


def test_a_step_of_the_list_is_gone_to(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    first = translation.trace
    choose(panel, qtbot, "hard")
    choose(panel, qtbot, "uniform")
    assert [action.isChecked() for action in steps(panel)] == [False, False, True]
    steps(panel)[0].trigger()
    assert translation.trace is first
    assert [action.isChecked() for action in steps(panel)] == [True, False, False]


def test_a_change_is_taken_away_by_its_cross(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    choose(panel, qtbot, "uniform")
    panel.buttons._temperature[0.5].trigger()
    settled(translation, qtbot)
    assert [change.text for change in panel.strip.changes] == ["Uniform attention", "Temperature 0.5"]
    panel.strip.chips.chips[0].click()
    settled(translation, qtbot)
    assert translation.constraints == Constraints(temperature=0.5)
    panel.buttons.own.trigger()
    settled(translation, qtbot)
    assert translation.constraints == UNCHANGED
    assert panel.strip.chips.isHidden()
    assert steps(panel)[-1].text() == "The model's own translation"


def test_what_the_engine_refuses_is_told_and_is_no_step(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    whole = translation.trace
    view.source.edit.setPlainText("refuse it")
    choose(panel, qtbot, "uniform")
    assert "It was refused." in view.bar.text()
    assert translation.trace is whole
    assert translation.constraints == UNCHANGED
    assert len(steps(panel)) == 1
    assert panel.strip.isHidden()
    assert view.source.edit.text() == "refuse it"


def test_undo_ends_what_is_awaited_and_brings_back_the_last_picture(
    window, view, panel, translation, qtbot
) -> None:
    translate(view, qtbot, "the cat sleeps")
    whole = translation.trace
    view.source.edit.setPlainText("never ends")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: translation.is_live, timeout=60_000)
    window.actions_by_name["undo"].trigger()
    assert translation.trace is whole
    assert not translation.is_busy
    assert len(steps(panel)) == 1


def test_a_model_without_attention_offers_no_change_of_it(view, panel, translation, window, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    choose(panel, qtbot, "uniform")
    view.models.model_requested.emit(next(m for m in window.workspace.models if not m.has_attention))
    settled(translation, qtbot)
    assert "left behind" in view.bar.text()
    assert not any(action.isEnabled() for action in panel.buttons._attention.values())
    assert translation.constraints == UNCHANGED
    assert panel.strip.isHidden()
    assert len(steps(panel)) == 1


def test_another_sentence_keeps_the_attention_that_was_chosen(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    choose(panel, qtbot, "hard")
    translate(view, qtbot, "a dog barks")
    assert translation.constraints == Constraints(attention="hard")
    assert set(np.unique(translation.trace.weights)) == {0.0, 1.0}


def test_an_emptied_source_is_brought_back(window, view, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    whole = translation.trace
    view.source.edit.setPlainText(" ")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    assert translation.trace is None
    window.actions_by_name["undo"].trigger()
    assert translation.trace is whole
    assert view.source.edit.text() == "the cat sleeps"


def test_the_beam_is_a_step_too(window, view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    view.source.beam.setValue(2)
    qtbot.waitUntil(lambda: len(steps(panel)) == 2, timeout=60_000)
    assert steps(panel)[-1].text() == "Beam size 2"
    window.actions_by_name["undo"].trigger()
    assert view.source.beam.value() == 5
    assert translation.trace.token_ids.shape[1] == 5


@pytest.mark.parametrize("has_typed", [True, False])
def test_the_key_of_undo_takes_back_typing_before_steps(
    window, view, panel, translation, qtbot, has_typed: bool
) -> None:
    translate(view, qtbot, "the cat sleeps")
    first = translation.trace
    choose(panel, qtbot, "hard")
    window.activateWindow()
    edit = view.source.edit
    edit.setFocus()
    edit.set_text("")
    edit.set_text("the cat sleeps")  # text that is set is no typing
    if has_typed:
        qtbot.keyClicks(edit, "now")
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.text() == "the cat sleeps"
    assert (translation.trace is first) is not has_typed


def test_a_path_that_the_beam_gave_up_is_decoded_on_and_undone(window, view, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    first = translation.trace
    window.actions_by_name["dock_beam_graph"].trigger()
    graph = view.docks.docks["beam_graph"].view
    graph.pruned.setChecked(True)
    nodes = graph.graph.nodes
    lost = next(node for node in range(len(nodes)) if nodes.pruned[node] and nodes.is_open(node))
    prefix = nodes.path_to(lost)
    graph.graph.node_clicked.emit(lost)
    settled(translation, qtbot)
    assert translation.constraints == Constraints(prefix=prefix)
    assert all(hypothesis.token_ids[: len(prefix)] == prefix for hypothesis in translation.trace.hypotheses)
    assert view.what_if.strip.isVisible()
    window.actions_by_name["undo"].trigger()
    assert translation.trace is first


def test_a_path_belongs_to_the_sentence_on_screen_not_to_the_one_being_typed(
    view, panel, translation, qtbot
) -> None:
    translate(view, qtbot, "the cat sleeps")
    view.source.edit.setPlainText("a dog")
    prefix = translation.trace.best().token_ids[:1]
    panel.decode_on(prefix)
    settled(translation, qtbot)
    assert translation.trace.source_text == "the cat sleeps"
    assert translation.constraints == Constraints(prefix=prefix)
    assert translation.trace.constraints["prefix"] == list(prefix)
