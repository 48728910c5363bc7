"""The view of lines: its words and weights are the trace's, and pointing speaks of tokens."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize

from explorer.views.lines import LinesView
from explorer.workspace import Selection
from tests.explorer.made_pieces import MERGED, WEIGHTS, made_pieces
from tests.explorer.made_traces import first_steps, made_trace


@pytest.fixture
def view(qtbot, theme):
    shown = LinesView()
    qtbot.addWidget(shown)
    shown.resize(640, 400)
    shown.show()
    return shown


def test_whole_words_are_linked_and_pieces_where_they_are_chosen(view) -> None:
    view.show_trace(made_pieces(), Selection())
    assert (view.lines._source, view.lines._target) == (
        ("European", "zone", "⟨end⟩"),
        ("européenne", "⟨end⟩"),
    )
    np.testing.assert_allclose(view.lines._weights, MERGED, atol=1e-6)
    view.whole_words = False
    view.show_trace(made_pieces(), Selection())
    assert view.lines._target == ("euro", "péenne", "⟨end⟩")
    np.testing.assert_allclose(view.lines._weights, WEIGHTS, atol=1e-6)


def test_pointing_names_the_first_token_of_a_word(view, qtbot) -> None:
    view.show_trace(made_pieces(), Selection(step=1, position=1))
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.lines.source_pointed.emit(1)
    assert caught.args == [Selection(step=1, position=2)]
    with qtbot.assertNotEmitted(view.selection_requested):
        view.lines.source_pointed.emit(0)  # the word that holds the position already
    with qtbot.assertNotEmitted(view.selection_requested):
        view.lines.target_pointed.emit(0)
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.lines.target_pointed.emit(1)
    assert caught.args == [Selection(step=2, position=1)]


def test_a_selection_from_elsewhere_is_marked_in_its_words(view) -> None:
    view.show_trace(made_pieces(), Selection(step=1, position=2))
    assert view.lines._marked == (0, 1)
    view.show_selection(Selection(step=2))
    assert view.lines._marked == (1, None)


def test_the_note_tells_what_the_threshold_hides(view) -> None:
    view.show_trace(made_pieces(), Selection())
    view.threshold.setValue(0.15)
    assert "under 0.15" in view.note.text()
    assert "together 0.150" in view.note.text()  # 0.1 of the first row, 0.1 + 0.1 of the second
    view.threshold.setValue(0.01)
    assert "together 0.000" in view.note.text()


def test_each_hypothesis_has_its_own_lines(view) -> None:
    trace = made_trace("the old cat sleeps")
    for rank, hypothesis in enumerate(trace.hypotheses):
        view.show_trace(trace, Selection(hypothesis=rank))
        np.testing.assert_allclose(view.lines._weights, trace.weights_of(hypothesis), atol=1e-6)


def test_a_live_translation_gets_its_lines_step_by_step(view) -> None:
    trace = made_trace("the old cat sleeps")
    view.show_trace(first_steps(trace, 2), Selection(step=1))
    assert view.lines._target == ("THE", "OLD")


def test_without_attention_no_line_is_drawn_and_it_is_said(view) -> None:
    view.show_trace(made_trace("the old cat", attention=False), Selection())
    assert view.pages.currentWidget() is view.without
    assert "no attention" in view.without.text()


def test_an_empty_view_says_what_will_be_there(view) -> None:
    view.show_trace(made_trace("a b"), Selection())
    for trace in (None, made_trace("")):
        view.show_trace(trace, Selection())
        assert view.pages.currentWidget() is view.waiting
        assert view.waiting.text()


def test_weights_that_are_no_numbers_are_told_and_not_drawn(view) -> None:
    trace = made_trace("a b")
    weights = trace.weights.copy()
    weights[0, :, 0] = np.nan
    view.show_trace(replace(trace, weights=weights), Selection())
    assert view.pages.currentWidget() is view.without
    assert "not numbers" in view.without.text()


def test_a_long_sentence_is_scrolled_to_its_step(view) -> None:
    view.resize(QSize(360, 400))
    trace = made_trace(" ".join(f"word{number}" for number in range(60)))
    view.show_trace(trace, Selection(step=50))
    seen = view.lines.visibleRegion().boundingRect().toRectF()
    assert seen.contains(view.lines.marked_box())


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_narrow_dock_holds_the_view_at_any_size_of_text(view, scale: float) -> None:
    font = view.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    view.setFont(font)
    view.resize(300, 400)
    view.show_trace(made_trace("the old man who lives next door"), Selection(step=1))
    assert view.minimumSizeHint().width() <= 300
    assert view.note.geometry().top() > view.threshold.geometry().bottom()


def test_in_a_wide_dock_the_note_stands_beside_the_threshold(view, qtbot) -> None:
    view.show_trace(made_trace("the old man who lives next door"), Selection(step=1))
    view.resize(1000, 250)
    qtbot.waitUntil(lambda: view.note.geometry().left() > view.threshold.geometry().right())
