"""A translation that a person types: scored as a step, compared with the model's own, marked and undone."""

import pytest
from PySide6.QtCore import Qt

from engine.constraints import Constraints
from explorer.main_window import MainWindow
from explorer.translation import Translation
from explorer.views.translate import TranslateView
from tests.explorer.views.test_what_ifs import settled, translate


@pytest.fixture
def view(window: MainWindow) -> TranslateView:
    view = window.view("translate")
    view.what_if.target.hide()
    return view


@pytest.fixture
def translation(window: MainWindow) -> Translation:
    return window.workspace.translation


def type_target(window: MainWindow, view: TranslateView, qtbot, text: str) -> None:
    window.actions_by_name["type_target"].trigger()
    view.what_if.target.edit.setText(text)
    qtbot.keyClick(view.what_if.target.edit, Qt.Key.Key_Return)
    settled(view._translation, qtbot)


def test_it_is_scored_and_what_the_model_would_have_written_is_marked(
    window, view, translation, qtbot
) -> None:
    translate(view, qtbot, "the old cat")
    first = translation.trace
    type_target(window, view, qtbot, "THE YOUNG CAT")
    assert translation.trace.is_forced
    assert translation.trace.best().text == "THE YOUNG CAT"
    assert view.player.strip._marked == {1}
    strip = view.what_if.strip
    assert "YOUNG" in strip.now.marked()
    assert strip.score.isVisible()
    assert [change.text for change in strip.changes] == ["Your translation is forced"]
    assert window.actions_by_name["undo"].text() == "&Undo Typed translation"
    window.actions_by_name["undo"].trigger()
    assert translation.trace is first
    assert translation.target_text is None
    assert view.player.strip._marked == set()


def test_it_begins_with_what_is_on_screen_and_closes(window, view, translation, qtbot) -> None:
    translate(view, qtbot, "the old cat")
    target = view.what_if.target
    assert target.isHidden()
    window.actions_by_name["type_target"].trigger()
    assert target.edit.text() == translation.hypothesis.text
    qtbot.keyClick(target.edit, Qt.Key.Key_Escape)
    assert target.isHidden()


def test_nothing_typed_is_nothing_asked(window, view, translation, qtbot) -> None:
    translate(view, qtbot, "the old cat")
    first = translation.trace
    type_target(window, view, qtbot, "  ")
    assert translation.trace is first


def test_a_fixed_beginning_is_left_where_a_whole_translation_is_given(
    window, view, translation, qtbot
) -> None:
    translate(view, qtbot, "the old cat")
    view.what_if.decode_on(translation.trace.best().token_ids[:1])
    settled(translation, qtbot)
    type_target(window, view, qtbot, "THE")
    assert translation.constraints == Constraints()
    assert translation.trace.best().text == "THE"


def test_translating_again_gives_back_the_models_own_words(window, view, translation, qtbot) -> None:
    translate(view, qtbot, "the old cat")
    type_target(window, view, qtbot, "THE")
    translate(view, qtbot, "the old cat")
    assert not translation.trace.is_forced


def test_the_menu_of_what_ifs_opens_by_its_key(window, view, qtbot) -> None:
    window.actions_by_name["what_if"].trigger()
    assert view.what_if.buttons.menu.isVisible()
    view.what_if.buttons.menu.close()
