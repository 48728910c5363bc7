"""The tokens of a hypothesis in a table: log-probabilities, ranks, likelier tokens, found again by loops."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.trace import DecodingTrace
from explorer.itemmodels.target_words import (
    CHOICE,
    RANK,
    TargetWord,
    TargetWordModel,
    merged_words,
    target_words_of,
)
from explorer.number_text import number
from tests.explorer.made_traces import first_steps, made_forced_trace, made_trace

TEXT = "the old cat sleeps"


def test_a_typed_word_that_is_not_the_models_is_told_with_what_it_would_have_written() -> None:
    trace = made_forced_trace(TEXT, "THE YOUNG CAT SLEEPS")
    words = target_words_of(trace, trace.best())
    assert [word.is_otherwise for word in words] == [False, True, False, False, False]
    assert words[1].choice == "OLD"
    assert math.exp(words[1].log_prob) == pytest.approx(0.02)
    assert sum(word.log_prob for word in words) == pytest.approx(trace.best().score, abs=1e-5)


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_ranks_are_places_among_the_candidates(rank: int) -> None:
    trace = made_trace(TEXT, slots=3, n_best=3)
    hypothesis = trace.hypotheses[rank]
    slot = hypothesis.end_slot
    for step, word in enumerate(target_words_of(trace, hypothesis)):
        likelier = sum(value > trace.log_probs[step, slot] for value in trace.candidate_log_probs[step, slot])
        assert word.rank == likelier + 1
        assert word.log_prob == trace.log_probs[step, slot]
        assert word.is_otherwise == (likelier > 0)


def test_a_word_beyond_the_candidates_has_no_rank() -> None:
    trace = made_trace(TEXT)
    trace.candidate_ids[1] = np.where(
        trace.candidate_ids[1] == trace.token_ids[1, 0], 1, trace.candidate_ids[1]
    )
    word = target_words_of(trace, trace.best())[1]
    assert word.rank is None
    assert word.is_otherwise


def test_nothing_is_said_of_candidates_that_are_not_recorded_yet(qapp) -> None:
    trace: DecodingTrace = first_steps(made_trace(TEXT), 2)
    model = TargetWordModel()
    model.set_words(target_words_of(trace, trace.best()), (0, 1))
    assert [model.index(0, column).data() for column in (RANK, CHOICE)] == ["", ""]


def test_the_table_says_the_numbers(qapp) -> None:
    trace = made_forced_trace(TEXT, "THE YOUNG")
    model = TargetWordModel()
    words = target_words_of(trace, trace.best())
    model.set_words(words, (0, 1, 2))
    shown = [[model.index(row, column).data() for column in range(5)] for row in range(3)]
    assert shown[0] == ["1", "THE", number(math.log(0.61), 2), "1", ""]
    assert shown[1][1] == "YOUNG"
    assert "OLD" in model.index(1, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert shown[1][4] == "OLD"


def test_a_whole_word_adds_up_its_pieces_and_has_the_worst_of_their_ranks() -> None:
    pieces = (
        TargetWord("m", -0.5, 1, "m", -0.5),
        TargetWord("a", -2.0, 3, "e", -0.25),
        TargetWord("s", -1.0, 2, "t", -0.75),
        TargetWord(".", -0.125, None, "!", -0.0625),
    )
    word, end = merged_words(pieces, ((0, 3), (3, 4)), ("mas", "."))
    assert word == TargetWord("mas", -3.5, 3, "e", -0.25)
    assert end == pieces[3]
