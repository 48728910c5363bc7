"""What-ifs of single words, on a fake engine: from the step panel, the matrix and the menu of what-ifs."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from engine.constraints import Constraints
from explorer.main_window import MainWindow
from explorer.translation import Selection, Translation
from explorer.views.translate import TranslateView
from explorer.views.what_ifs import WhatIfs
from tests.explorer.views.test_what_ifs import settled, translate


@pytest.fixture
def view(window: MainWindow) -> TranslateView:
    return window.view("translate")


@pytest.fixture
def panel(view: TranslateView) -> WhatIfs:
    return view.what_if


@pytest.fixture
def translation(window: MainWindow) -> Translation:
    return window.workspace.translation


def test_a_candidate_is_forced_and_weights_are_set_each_as_a_step(
    window, view, panel, translation, qtbot
) -> None:
    translate(view, qtbot, "the cat sleeps")
    first = translation.trace
    step = view.docks.docks["step"].view
    translation.select_step(1)
    qtbot.keyClick(step.candidate_bars, Qt.Key.Key_Down)
    qtbot.keyClick(step.candidate_bars, Qt.Key.Key_Return)
    settled(translation, qtbot)
    assert translation.trace.token_ids[1, 0] == translation.constraints.prefix[1] != first.token_ids[1, 0]
    qtbot.keyClick(step.weight_bars, Qt.Key.Key_Delete)
    settled(translation, qtbot)
    assert translation.trace.weights[1, 0].min() == 0.0
    assert [change.text.split()[0] for change in panel.strip.changes] == ["Begins", "Weights"]
    for _ in range(2):
        window.actions_by_name["undo"].trigger()
    assert translation.trace is first


def test_the_menu_of_a_cell_masks_its_word(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    menu = QMenu()
    qtbot.addWidget(menu)
    view.stage.menu_requested.emit(menu, 0, 1)
    next(action for action in menu.actions() if action.text().startswith("Mask")).trigger()
    settled(translation, qtbot)
    assert translation.constraints == Constraints(masked=(1,))
    assert translation.trace.weights[:, :, 1].max() == 0.0


def test_the_menu_of_what_ifs_offers_what_is_selected_and_deletes_a_word(
    view, panel, translation, qtbot
) -> None:
    translate(view, qtbot, "the cat sleeps")
    translation.select(Selection(step=0, position=1))
    panel.buttons.menu.aboutToShow.emit()
    actions = panel.buttons.word_menu.actions()
    next(action for action in actions if action.text().startswith("Delete")).trigger()
    settled(translation, qtbot)
    assert view.source.edit.text() == translation.trace.source_text == "the sleeps"


def test_why_attention_cannot_be_changed_is_told(view, panel, translation, window, qtbot) -> None:
    assert not panel.buttons.without_attention.isVisible()
    view.models.model_requested.emit(next(m for m in window.workspace.models if not m.has_attention))
    assert panel.buttons.without_attention.isVisible()


def test_what_is_shuffled_once_more_is_shuffled_otherwise(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    for _ in range(2):
        panel.buttons.attention_requested.emit("shuffled")
        settled(translation, qtbot)
    assert translation.constraints == Constraints(attention="shuffled", seed=2)
    panel.buttons.attention_requested.emit("hard")
    settled(translation, qtbot)
    assert translation.constraints == Constraints(attention="hard")


def test_a_wish_that_is_overtaken_is_never_painted_and_is_no_step(view, panel, translation, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    panel.buttons.attention_requested.emit("uniform")
    panel.buttons.attention_requested.emit("hard")
    painted: list[str] = []

    def note() -> None:
        painted.append(translation.trace.constraints["attention"])

    translation.trace_changed.connect(note)
    settled(translation, qtbot)
    translation.trace_changed.disconnect(note)
    assert set(painted) == {"hard"}
    assert len(translation.history.states) == 2
    assert panel.strip.changes[0].text == "Hard attention"
