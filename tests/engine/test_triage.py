"""Measures of a translation against numbers worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.triage import entropies, measure
from tests.engine.made_sentences import made

WEIGHTS = [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [0.25, 0.25, 0.5]]


def test_length_ratio_counts_words_without_the_end() -> None:
    measures = measure(*made("a b c d", "e f g"))
    assert (measures.source_words, measures.target_words) == (4, 3)
    assert measures.length_ratio == 0.75


def test_perplexity_of_fair_coins_is_two() -> None:
    measures = measure(*made("a b", "c d"))
    assert measures.mean_log_prob == pytest.approx(math.log(0.5))
    assert measures.perplexity == pytest.approx(2.0)


def test_coverage_is_the_sum_of_a_column() -> None:
    attention = measure(*made("a b", "c d", WEIGHTS)).attention
    np.testing.assert_allclose(attention.coverage, [0.75, 1.5, 0.75])


def test_coverage_of_pieces_is_that_of_their_words() -> None:
    """Source pieces are summed, target pieces averaged: the row of "cd" is half of both rows' sum."""
    attention = measure(*made("▁a b", "▁c d", WEIGHTS)).attention
    np.testing.assert_allclose(attention.coverage, [(0.75 + 1.0) / 2 + 0.5, (0.25 + 0.0) / 2 + 0.5])


def test_entropies_are_in_bits() -> None:
    attention = measure(*made("a b", "c d", WEIGHTS)).attention
    np.testing.assert_allclose(attention.entropies, [1.5, 0.0, 1.5])
    assert attention.most_bits == pytest.approx(math.log2(3))
    # columns: (0.5, 0, 0.25) / 0.75 = (2/3, 0, 1/3), and (0.25, 1, 0.25) / 1.5 = (1/6, 2/3, 1/6)
    two_to_one = math.log2(3) - 2 / 3
    np.testing.assert_allclose(
        attention.source_entropies, [two_to_one, math.log2(6) / 3 + 2 / 3 * math.log2(1.5), two_to_one]
    )


def test_the_identity_has_no_entropy_and_the_uniform_has_the_most() -> None:
    np.testing.assert_array_equal(entropies(np.eye(3)), [0.0, 0.0, 0.0])
    np.testing.assert_allclose(entropies(np.full((2, 8), 1 / 8)), [3.0, 3.0])


def test_transposed_weights_swap_the_two_entropies() -> None:
    doubly = [[0.5, 0.25, 0.25], [0.25, 0.75, 0.0], [0.25, 0.0, 0.75]]  # rows and columns sum to 1
    turned = np.array(doubly).T.tolist()
    one, other = (measure(*made("a b", "c d", weights)).attention for weights in (doubly, turned))
    np.testing.assert_allclose(one.entropies, other.source_entropies)
    np.testing.assert_allclose(one.source_entropies, other.entropies)


def test_a_source_word_without_any_weight_has_no_entropy() -> None:
    attention = measure(*made("a b", "c", [[1, 0, 0], [1, 0, 0]])).attention
    assert attention.source_entropies[0] == 1.0
    assert np.isnan(attention.source_entropies[1:]).all()


def test_attention_on_the_end_leaves_the_last_step_out() -> None:
    assert measure(*made("a b", "c d", WEIGHTS)).attention.on_end == pytest.approx(0.125)
    assert measure(*made("a b", "", [[0, 0, 1]])).attention.on_end is None


def test_copied_words_are_counted_once_each() -> None:
    assert measure(*made("The cat , 7 dogs", "the cat cat , 7")).copied == pytest.approx(2 / 3)
    assert measure(*made("a", "7 ,")).copied is None


def test_unknown_words_are_found_on_both_sides() -> None:
    measures = measure(*made("a <unk> b", "<unk> c"))
    assert (measures.unknown_positions, measures.unknown_steps) == ((1,), (0,))


def test_without_attention_its_measures_are_absent() -> None:
    assert measure(*made("a", "b")).attention is None


def test_an_empty_translation_has_no_numbers_of_tokens() -> None:
    trace, hypothesis = made("a", "", finished=False)
    measures = measure(trace, replace(hypothesis, score=0.0))
    assert (measures.length_ratio, measures.mean_log_prob, measures.perplexity) == (0.0, None, None)
    assert measure(*made("", "b")).length_ratio is None
