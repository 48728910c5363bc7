"""The n-best view lists what the trace holds, marks what is selected, and wishes for what is chosen."""

from dataclasses import replace

import pytest

from explorer.itemmodels.hypotheses import NORMALISED, SCORE, TEXT
from explorer.views.n_best import NBestView
from explorer.workspace import Selection
from tests.explorer.made_traces import made_trace

TRACE = made_trace("the cat sleeps here", slots=5, n_best=4)


@pytest.fixture
def view(qtbot) -> NBestView:
    view = NBestView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    return view


def test_without_a_trace_it_says_what_will_be_there(view: NBestView) -> None:
    view.show_trace(None, Selection())
    assert not view.list.isVisible()
    view.show_trace(TRACE, Selection())
    assert view.list.isVisible()


def test_each_hypothesis_has_its_text_and_its_scores(view: NBestView) -> None:
    view.show_trace(TRACE, Selection())
    model = view.list.model()
    assert model.rowCount() == 4
    for row, hypothesis in enumerate(TRACE.hypotheses):
        texts = [model.index(row, column).data() for column in (TEXT, SCORE, NORMALISED)]
        assert texts[0].startswith(hypothesis.text)
        read = [float(text.replace("\N{MINUS SIGN}", "-")) for text in texts[1:]]
        assert read == pytest.approx([hypothesis.score, hypothesis.normalised_score], abs=0.006)


def test_what_is_chosen_is_wished_with_the_step_that_is_looked_at(view: NBestView, qtbot) -> None:
    view.show_trace(TRACE, Selection(step=2, position=1))
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.list.selectRow(3)
    assert caught.args[0] == Selection(step=2, position=1, hypothesis=3)


def test_what_is_selected_is_marked_without_a_wish(view: NBestView, qtbot) -> None:
    view.show_trace(TRACE, Selection())
    with qtbot.assertNotEmitted(view.selection_requested):
        view.show_selection(Selection(hypothesis=2))
        view.show_trace(TRACE, Selection(hypothesis=1))
    assert view.list.currentIndex().row() == 1


def test_a_translation_that_is_being_made_is_not_called_cut(view: NBestView) -> None:
    growing = tuple(replace(each, finished=False) for each in TRACE.hypotheses)
    whole = replace(TRACE, hypotheses=growing)
    view.show_trace(replace(whole, candidate_ids=None, candidate_log_probs=None), Selection())
    assert "cut" not in view.list.model().index(0, TEXT).data()
    view.show_trace(whole, Selection())
    assert "cut" in view.list.model().index(0, TEXT).data()
