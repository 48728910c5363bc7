"""Whole words and raw pieces in the views of one step, of numbers and of lists: reckoned by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.probes import AttentionTest, Survival
from engine.trace import DecodingTrace
from explorer.itemmodels.attention_test import LOOKS_AT, UNIFORM, WORD
from explorer.probes import ATTENTION_TEST, ProbeQuestion, Probes
from explorer.views.attention_test import AttentionTestView
from explorer.views.fixed_vector import FixedVectorView
from explorer.views.states import StatesView
from explorer.views.step import StepView
from explorer.views.triage import TriageView
from explorer.views.words import WordsView
from explorer.workspace import Selection
from tests.explorer.made_pieces import WEIGHTS, made_pieces

WORDS, PIECES = ("European", "zone", "⟨end⟩"), ("Eu", "ropean", "zone", "⟨end⟩")


def whole_trace() -> DecodingTrace:
    """The pieces with their candidates, as they come with a whole translation."""
    return replace(
        made_pieces(),
        energies=np.log(np.array(WEIGHTS, np.float32) + 1e-6)[:, None],
        candidate_ids=np.array([[[5]], [[6]], [[0]]]),
        candidate_log_probs=np.array([[[-0.25]], [[-0.5]], [[-0.125]]], np.float32),
    )


@pytest.fixture
def shown(qtbot, theme):
    def show(view, *, whole_words: bool, selection: Selection):
        qtbot.addWidget(view)
        view.whole_words = whole_words
        view.show_trace(whole_trace(), selection)
        return view

    return show


def column(model, number: int) -> list[str]:
    return [model.index(row, number).data() for row in range(model.rowCount())]


def test_the_words_of_the_translation_add_up_their_pieces(shown) -> None:
    view = shown(WordsView(), whole_words=True, selection=Selection(step=1))
    assert [column(view.model, number) for number in (0, 1, 2)] == [
        ["1", "3"],
        ["européenne", "⟨end⟩"],
        ["−0.75", "−0.12"],
    ]
    assert view.table.currentIndex().row() == 0
    wished: list[Selection] = []
    view.selection_requested.connect(wished.append)
    view.table.selectRow(1)
    assert wished == [Selection(step=2)]
    view = shown(WordsView(), whole_words=False, selection=Selection(step=1))
    assert column(view.model, 1) == ["euro", "péenne", "⟨end⟩"]
    assert view.table.currentIndex().row() == 1


def test_a_step_is_one_piece_named_by_its_word(shown) -> None:
    view = shown(StepView(), whole_words=True, selection=Selection(step=1, position=1))
    assert view._word.text() == "européenne"
    assert "piece 2 of 2: \u2068péenne\u2069" in view._where.text()
    names = ("European (Eu)", "European (ropean)", "zone", "⟨end⟩")
    assert view.weight_bars._labels == names
    view = shown(StepView(), whole_words=False, selection=Selection(step=1, position=1))
    assert view._word.text() == "péenne"
    assert "piece" not in view._where.text()
    assert view.weight_bars._labels == PIECES


def test_the_heaviest_words_of_a_step_have_the_sums_of_their_pieces(shown) -> None:
    view = shown(StepView(), whole_words=True, selection=Selection(step=1))
    assert "zone\u2069 0.600  ·  \u2068European\u2069 0.300" in view.weights.texts()[0]
    view = shown(StepView(), whole_words=False, selection=Selection(step=1))
    assert "Eu\u2069 0.200" in view.weights.texts()[0]


def test_states_of_a_word_are_the_mean_of_its_pieces(shown) -> None:
    view = shown(StatesView(), whole_words=False, selection=Selection(position=2))
    pieces = view.content.values
    assert view.content.columns == PIECES
    view = shown(StatesView(), whole_words=True, selection=Selection(position=2))
    assert view.content.columns == WORDS
    np.testing.assert_allclose(view.content.values[:, 0], (pieces[:, 0] + pieces[:, 1]) / 2, atol=1e-6)
    np.testing.assert_array_equal(view.content.values[:, 1:], pieces[:, 2:])
    assert "mean" in view.meaning.text()
    assert view.map._marks.column == 1
    wished: list[Selection] = []
    view.selection_requested.connect(wished.append)
    view.map.column_pointed.emit(1)
    assert wished == []
    view.map.column_pointed.emit(0)
    assert wished == [Selection(position=0)]


def test_triage_tells_the_coverage_of_words_or_of_pieces(shown) -> None:
    """By hand: 0.5 + 0.1, 0.4 + 0.1, 0.1 + 0.8 of words; the sums of the columns of pieces."""
    for whole_words, expected in ((True, ("0.500", "0.600")), (False, ("0.500", "0.600", "0.900"))):
        view = shown(TriageView(), whole_words=whole_words, selection=Selection())
        text = next(text for title, _, text in view.numbers.texts() if title == "Coverage")
        assert all(number in text for number in expected)
        assert ("\u2068ropean" in text) is not whole_words


def test_a_word_of_a_fixed_vector_model_has_the_product_of_the_probabilities_of_its_pieces(shown) -> None:
    view = shown(FixedVectorView(), whole_words=True, selection=Selection(step=1))
    rows = view.word_bars._rows
    assert [(row.word, row.is_marked) for row in rows] == [("européenne", True), ("⟨end⟩", False)]
    assert rows[0].share == pytest.approx(math.exp(-0.25) * math.exp(-0.5))
    wished: list[Selection] = []
    view.selection_requested.connect(wished.append)
    view.word_bars.row_pressed.emit(0)
    assert wished == [], "the piece stays within its word"
    view.word_bars.row_pressed.emit(1)
    assert wished == [Selection(step=2)]
    view = shown(FixedVectorView(), whole_words=False, selection=Selection(step=1))
    assert [row.word for row in view.word_bars._rows] == ["euro", "péenne", "⟨end⟩"]


def test_attention_is_tested_word_by_word(shown) -> None:
    trace = whole_trace()
    found = AttentionTest(
        trace.source_text,
        (5, 6, 0),
        "",
        (-0.25, -0.5, -0.125),
        (True, True, True),
        {
            change: Survival((1.0, 0.0, 1.0), (-0.5, -2.0, 0.25))
            for change in ("uniform", "shuffled", "shifted")
        },
    )
    cases = ((True, ["européenne", "⟨end⟩"], "1 of 2"), (False, ["euro", "péenne", "⟨end⟩"], "1 of 3"))
    for whole_words, words, counts in cases:
        view = shown(AttentionTestView(), whole_words=whole_words, selection=Selection())
        view.show_trace(trace, Selection(step=1))
        probes = Probes()
        probes.want(ProbeQuestion.about(trace, trace.best(), ATTENTION_TEST))
        probes.take(ATTENTION_TEST, found)
        view.show_probes(probes)
        assert column(view._model, WORD) == words
        assert counts in view.summary.text()
        assert view.table.currentIndex().row() == (0 if whole_words else 1)
    assert column(view._model, LOOKS_AT)[0].endswith("0.40")
    assert column(view._model, UNIFORM)[0] == "✓  −0.50"
