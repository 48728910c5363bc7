"""The place Compare on a fake engine: two models, one source, one player, and no matrix without attention."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from explorer.main_window import MainWindow
from explorer.plots.alignment_matrix import AlignmentMatrix
from explorer.views.compare import CompareView
from explorer.views.fixed_vector import FixedVectorView
from explorer.views.matrix import MatrixView
from tests.explorer.made_probes import made_importance
from tests.explorer.made_traces import made_forced_trace


@pytest.fixture
def view(window: MainWindow) -> CompareView:
    window.go("compare")
    return window.view("compare")


def compare(window: MainWindow, view: CompareView, qtbot, text: str) -> None:
    view.source.edit.setPlainText(text)
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not any(t.is_busy for t in window.workspace.compared), timeout=60_000)


def test_one_enter_translates_with_both_models(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "the cat sleeps")
    left, right = view.columns
    assert (left.models.currentText(), right.models.currentText()) == ("made-search", "made-encdec")
    assert isinstance(left.stage.view, MatrixView)
    assert isinstance(right.stage.view, FixedVectorView)
    for column in (left, right):
        assert column.text.text() == column.translation.trace.hypotheses[0].text
        assert column.text.text().startswith("THE CAT SLEEPS")


def test_the_column_without_attention_says_so_and_holds_no_matrix(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    compare(window, view, qtbot, "the cat sleeps")
    left = view.columns[1]
    assert "No attention" in left.stage.view._title.text()
    assert "vector c" in left.stage.view._words.text()
    assert left.findChildren(AlignmentMatrix) == []
    rows = left.stage.view.word_bars.rows
    assert [row.word for row in rows][:2] == ["THE", "CAT"]
    assert [row.word for row in rows][-1] == "⟨end⟩"
    log_probs = left.translation.trace.along(left.translation.trace.log_probs, left.translation.hypothesis)
    assert [row.share for row in rows] == pytest.approx(np.exp(log_probs).tolist())


def test_one_player_walks_both_columns(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "the cat sleeps")
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert [translation.selection.step for translation in window.workspace.compared] == [2, 2]
    for column in view.columns:
        assert "Step 3 of 4" in column.step_line.text()
        assert any(row.is_marked for row in column.candidates.rows)


def test_an_error_stands_in_its_column(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "refuse")
    assert [column.bar.text() for column in view.columns] == 2 * ["It was refused. Ask otherwise."]
    assert view.bar.isHidden()


def test_another_model_translates_its_column_alone(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "the cat")
    left, right = window.workspace.compared
    before = right.trace
    view.columns[0].models.activated.emit(0)
    qtbot.waitUntil(lambda: left.progress == "done" and left.trace is not None, timeout=60_000)
    assert left.trace.weights is None
    assert right.trace is before


def test_cancel_stops_both(window: MainWindow, view: CompareView, qtbot) -> None:
    view.source.edit.setPlainText("never ends")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.workspace.compared[0].is_live, timeout=60_000)
    qtbot.mouseClick(view.source.button, Qt.MouseButton.LeftButton)
    assert [translation.progress for translation in window.workspace.compared] == ["cancelled", "cancelled"]


def test_both_places_share_the_source_line(window: MainWindow, view: CompareView) -> None:
    view.source.edit.setPlainText("shared words")
    assert window.view("translate").source.edit.text() == "shared words"


def test_a_long_translation_is_read_from_its_beginning(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "word " * 150)
    for column in view.columns:
        assert column.text.verticalScrollBar().maximum() > 0
        assert column.text.verticalScrollBar().value() == 0


def test_that_there_is_no_attention_is_seen_at_every_step(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    compare(window, view, qtbot, "word " * 60)
    left = view.columns[1].stage.view
    for step in (0, 30, 60):
        window.workspace.compared[1].select_step(step)
        assert not left._title.visibleRegion().isEmpty()
        row = left.word_bars.row_height()
        top = left.word_bars.mapTo(left._area.viewport(), QPoint(0, step * row)).y()
        assert -1 <= top <= left._area.viewport().height() - row + 1


def test_a_short_window_leaves_the_room_to_the_pictures(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "the cat sleeps")
    size = window.size()
    try:
        window.resize(1000, 700)
        assert view.columns[0].candidates.isVisible()
        window.resize(1000, 520)
        assert not view.columns[0].candidates.isVisible()
        assert view.columns[0].step_line.isVisible()
    finally:
        window.resize(size)


def test_the_explanation_is_read_whole_wherever_the_word_can_be_seen_with_it(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    compare(window, view, qtbot, "word " * 60)
    bar = view.columns[1].stage.view._area.verticalScrollBar()
    window.workspace.compared[1].select_step(50)
    assert bar.value() > 0
    window.workspace.compared[1].select_step(0)
    assert bar.value() == 0


def test_a_third_model_joins_is_made_a_and_leaves(window: MainWindow, view: CompareView, qtbot) -> None:
    compare(window, view, qtbot, "the cat")
    view.add_button.click()
    qtbot.waitUntil(lambda: not any(t.is_busy for t in window.workspace.compared), timeout=60_000)
    assert [column.letter.letter for column in view.columns] == ["A", "B", "C"]
    first, _, third = view.columns
    assert third.text.text().startswith("THE CAT")
    assert first.pin_button.isHidden()
    assert not first.close_button.isHidden()
    third.pin_button.click()
    assert view.columns[0] is third
    assert third.letter.letter == "A"
    assert view.rows.translations[0] is third.translation
    third.close_button.click()
    assert third.isHidden()
    assert view.columns[0] is first
    assert first.close_button.isHidden()


def test_words_that_a_has_not_are_marked_in_the_others_alone(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    compare(window, view, qtbot, "the old cat")
    first, second = view.columns
    first.translation.show_result(made_forced_trace("the old cat", "THE OLD CAT"))
    second.translation.show_result(made_forced_trace("the old cat", "THE BIG CAT SLEEPS", attention=False))
    assert second.text.marked() == ["BIG", "SLEEPS"]
    assert first.text.marked() == []
    view.tabs.setCurrentIndex(1)
    assert not first.stage.isVisible()
    table = view.words.table
    assert [[cell and cell.word for cell in row] for row in table.rows] == [
        ["THE", "THE"],
        ["OLD", "BIG"],
        ["CAT", "CAT"],
        [None, "SLEEPS"],
        ["⟨end⟩", "⟨end⟩"],
    ]
    assert [row[1].differs for row in table.rows] == [False, True, False, True, False]
    assert table.rows[0][1].log_prob == pytest.approx(np.log(0.61), abs=1e-5)
    table.row_pressed.emit(3)
    assert [translation.selection.step for translation in window.workspace.compared] == [2, 3]
    assert view.player._step == 3
    assert [title for title, _ in view.seen_views()] == ["A made-search", "B made-encdec"]
    assert first.stage.isVisible()  # a picture that is exported is on screen


def test_without_attention_there_is_the_vector_or_importance_in_its_own_frame(
    window: MainWindow, view: CompareView, qtbot
) -> None:
    compare(window, view, qtbot, "the old cat")
    search, fixed = view.columns
    assert search.picture.choice.isHidden()
    assert isinstance(fixed.picture.view, FixedVectorView)
    fixed.picture.choice.setCurrentIndex(1)
    importance = fixed.picture.view
    qtbot.waitUntil(lambda: importance.picture.isVisible(), timeout=5_000)
    trace = fixed.translation.trace
    expected = made_importance("the old cat", trace.best().token_ids, "occlusion").values
    assert np.allclose(importance.matrix._figure.weights, expected, atol=1e-5)
    assert not fixed.candidates.isVisible()
    view.rows.go_to(1)
    assert importance.matrix._figure.marked_step == 1
    assert [title for title, _ in view.seen_views()] == ["A made-search", "B made-encdec"]
    assert view.seen_views()[1][1] is importance
    fixed.models.model_requested.emit(window.workspace.models[1])
    qtbot.waitUntil(lambda: not fixed.translation.is_busy, timeout=60_000)
    assert isinstance(fixed.picture.view, MatrixView)
    fixed.picture.choice.setCurrentIndex(0)
