"""Differences of two frames against subtraction by hand, and gold links against cells found by hand."""

import numpy as np
import pytest

from engine.evaluation.alignment import GoldLinks
from engine.text.vocabulary import EOS
from explorer.plots.cell_ring import Ring
from explorer.views.film_difference import difference
from explorer.views.film_gold import Gold, gold_rings, words_of
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


def sure(*links):
    return GoldLinks(frozenset(links))


def test_a_link_is_ringed_at_its_words():
    trace = made_forced_trace("a red book", "UN LIVRE ROUGE")
    content = matrix_content(trace, trace.best(), WORDS)
    rings = gold_rings(trace, content, GoldLinks(frozenset({(0, 0), (2, 1)}), frozenset({(1, 2)})))
    assert rings == (Ring(0, 0, 0, 0), Ring(2, 2, 1, 1, is_sure=False), Ring(1, 1, 2, 2))


def test_a_link_of_words_in_pieces_goes_round_all_of_them():
    trace = made_pieces()
    pieces = matrix_content(trace, trace.best(), MatrixChoice(whole_words=False))
    words = matrix_content(trace, trace.best(), WORDS)
    links = sure((0, 0), (1, 0))
    assert gold_rings(trace, pieces, links) == (Ring(0, 1, 0, 1), Ring(0, 1, 2, 2))
    assert gold_rings(trace, words, links) == (Ring(0, 0, 0, 0), Ring(0, 0, 1, 1))


def test_a_link_to_a_word_that_is_not_there_has_no_ring():
    trace = made_forced_trace("a red book", "UN LIVRE ROUGE")
    content = matrix_content(trace, trace.best(), WORDS)
    assert gold_rings(trace, content, sure((7, 0), (0, 9))) == ()


def test_links_move_to_the_words_that_a_translation_shares_with_the_reference():
    reference = ("un", "livre", "rouge", EOS)
    gold = Gold(GoldLinks(frozenset({(0, 0), (1, 2)}), frozenset({(2, 1)})), 3)
    moved = gold.moved(reference, ("mais", "un", "gros", "livre", EOS))
    assert moved == Gold(GoldLinks(frozenset({(0, 1)}), frozenset({(2, 3)})), 3)
    assert gold.moved(reference, ()) == Gold(GoldLinks(), 3)


def test_the_words_of_pieces_are_joined():
    assert words_of(made_pieces()) == ("européenne", EOS)
