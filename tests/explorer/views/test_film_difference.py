"""Differences of two frames against subtraction by hand, and gold links against cells found by hand."""

from dataclasses import replace

import numpy as np
import pytest

from engine.text.vocabulary import EOS
from explorer.plots.cell_ring import Ring
from explorer.views.film_difference import difference
from explorer.views.film_gold import Gold, gold_rings, target_word_of_tokens
from explorer.views.matrix_choice import MatrixChoice
from explorer.views.matrix_content import matrix_content
from tests.explorer.made_film import frame_trace, reference_trace
from tests.explorer.made_pieces import made_pieces
from tests.explorer.made_traces import made_forced_trace

WORDS = MatrixChoice(whole_words=True)


def test_along_a_reference_each_weight_is_subtracted():
    found = difference(reference_trace(10), reference_trace(30), WORDS)
    assert found.is_whole
    assert found.target_labels == ("UN", "LIVRE", "ROUGE", "⟨end⟩")
    expected = reference_trace(30).weights[:, 0].astype(float) - reference_trace(10).weights[:, 0]
    assert np.abs(found.numbers - expected).max() < 1e-7
    assert np.abs(found.numbers).max() > 0.1


def test_of_two_translations_only_the_words_that_both_have_are_compared():
    """A RED BOOK W10 . against A RED BOOK W20 . : the fourth words differ."""
    found = difference(frame_trace(10, 0), frame_trace(20, 0), WORDS)
    assert found.target_labels == ("A", "RED", "BOOK", "⟨end⟩")
    assert (found.all_rows, found.is_whole) == (5, False)
    before, now = frame_trace(10, 0).weights[:, 0], frame_trace(20, 0).weights[:, 0]
    for row, step in enumerate((0, 1, 2, 4)):
        assert found.numbers[row] == pytest.approx(now[step] - before[step], abs=1e-7)


def test_words_that_stand_elsewhere_are_compared_with_themselves():
    before = made_forced_trace("a red book", "UN LIVRE")
    now = made_forced_trace("a red book", "LE GRAND LIVRE")
    found = difference(before, now, WORDS)
    assert found.target_labels == ("LIVRE", "⟨end⟩")
    assert found.numbers[0] == pytest.approx(now.weights[2, 0] - before.weights[1, 0], abs=1e-7)


def test_frames_of_two_sources_are_not_compared():
    with pytest.raises(ValueError, match="different sources"):
        difference(frame_trace(10, 0), frame_trace(10, 1), WORDS)


def test_a_link_is_ringed_at_its_words():
    trace = made_forced_trace("a red book", "UN LIVRE ROUGE")
    content = matrix_content(trace, trace.best(), WORDS)
    rings = gold_rings(trace, content, frozenset({(0, 0), (1, 2), (2, 1)}))
    assert rings == (Ring(0, 0, 0, 0), Ring(2, 2, 1, 1), Ring(1, 1, 2, 2))


def test_a_link_of_words_in_pieces_goes_round_all_of_them():
    trace = made_pieces()
    pieces = matrix_content(trace, trace.best(), MatrixChoice())
    words = matrix_content(trace, trace.best(), WORDS)
    links = frozenset({(0, 0), (1, 0)})
    assert gold_rings(trace, pieces, links) == (Ring(0, 1, 0, 1), Ring(0, 1, 2, 2))
    assert gold_rings(trace, words, links) == (Ring(0, 0, 0, 0), Ring(0, 0, 1, 1))


def test_a_link_to_a_word_that_is_not_there_has_no_ring():
    trace = made_forced_trace("a red book", "UN LIVRE ROUGE")
    content = matrix_content(trace, trace.best(), WORDS)
    assert gold_rings(trace, content, frozenset({(7, 0), (0, 9)})) == ()


def test_links_move_to_the_words_that_a_translation_shares_with_the_reference():
    gold = Gold(frozenset({(0, 0), (1, 2), (2, 1)}), 3)
    moved = gold.moved("un livre rouge", "mais un gros livre")
    assert moved == Gold(frozenset({(0, 1), (2, 3)}), 3)
    assert gold.moved("un livre rouge", "") == Gold(frozenset(), 3)


def test_tokens_are_counted_into_words_by_their_letters():
    hypothesis = made_forced_trace("x", "l' ami").best()
    joined = replace(
        hypothesis,
        tokens=("l", "'", "ami", "▁", "dort", EOS),
        token_ids=(2, 3, 4, 5, 6, 0),
        text="l'ami dort",
    )
    assert target_word_of_tokens(joined) == (0, 0, 0, 1, 1, 2)
    assert target_word_of_tokens(replace(joined, text="l'ami rit")) == ()
