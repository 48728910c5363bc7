"""Hard links and the alignment error rate against hand-computed numbers and loops over the formulas."""

import numpy as np
import pytest

from engine.errors import ConfigError, CorpusError
from engine.evaluation.alignment import (
    GoldLinks,
    LinkRule,
    PlacedTokens,
    alignment_scores,
    hard_links,
    merge_weights,
    word_links,
)
from engine.text.word_places import word_spans, words_of_tokens

# Three target words over two source words and end of sentence.
WEIGHTS = np.array([[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0.4, 0.4, 0.2]], dtype=np.float32)


def test_argmax_leaves_end_of_sentence_aside() -> None:
    assert hard_links(WEIGHTS, LinkRule("argmax")) == {(0, 0), (1, 1), (0, 2)}


def test_argmax_or_none_leaves_a_word_unaligned_when_end_of_sentence_wins() -> None:
    assert hard_links(WEIGHTS, LinkRule("argmax-or-none")) == {(0, 0), (0, 2)}


def test_threshold_links_all_that_reach_it_and_nothing_else() -> None:
    assert hard_links(WEIGHTS, LinkRule("threshold", 0.4)) == {(0, 0), (0, 2), (1, 2)}
    assert hard_links(WEIGHTS, LinkRule("threshold", 0.71)) == frozenset()


@pytest.mark.parametrize("kind", LinkRule.kinds())
def test_end_of_sentence_is_never_linked(kind: str) -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(5), size=40).astype(np.float32)
    links = hard_links(weights, LinkRule(kind, 0.2))
    assert links
    assert all(0 <= source < 4 and 0 <= target < 40 for source, target in links)


def test_empty_sides_have_no_links() -> None:
    assert hard_links(np.zeros((0, 3), np.float32), LinkRule()) == frozenset()
    assert hard_links(np.ones((2, 1), np.float32), LinkRule()) == frozenset()


def test_rules_are_checked() -> None:
    with pytest.raises(ConfigError, match="softmax"):
        LinkRule("softmax")
    with pytest.raises(ConfigError, match="threshold"):
        LinkRule("threshold", 0.0)


def test_words_are_what_spaces_and_tabs_separate() -> None:
    assert word_spans("  un  chat\tnoir ") == ((2, 4), (6, 10), (11, 15))
    assert len(word_spans("10\u00a0000 francs")) == 2
    assert word_spans("") == word_spans("   ") == ()


def test_tokens_belong_to_the_word_they_stand_in() -> None:
    words = word_spans("un  chaton dort")
    spans = [(0, 2), (2, 4), (4, 8), (8, 10), (10, 15), (15, 15)]  # a space may belong to a token or be one
    assert words_of_tokens(spans, words) == (0, 1, 1, 1, 2, 3)


def test_merging_sums_over_source_tokens_and_averages_over_target_tokens() -> None:
    weights = np.array([[0.1, 0.2, 0.6, 0.1], [0.3, 0.3, 0.2, 0.2], [0.0, 0.1, 0.1, 0.8]], dtype=np.float32)
    merged = merge_weights(weights, [0, 0, 1, 2], [0, 0, 1])
    assert merged == pytest.approx(np.array([[0.45, 0.4, 0.15], [0.1, 0.1, 0.8]]), abs=1e-6)


def test_merged_rows_still_sum_to_one() -> None:
    weights = np.random.default_rng(2).dirichlet(np.ones(9), size=7).astype(np.float32)
    merged = merge_weights(weights, [0, 0, 1, 2, 2, 2, 3, 4, 5], [0, 1, 1, 1, 2, 3, 3])
    assert merged.shape == (4, 6)
    assert merged.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-6)


def test_word_links_merge_before_they_choose() -> None:
    # "ab c" in three tokens and end of sentence: the two halves of "ab" outweigh "c" only together.
    source = PlacedTokens("ab c", ((0, 1), (1, 2), (2, 4), (4, 4)))
    target = PlacedTokens("x", ((0, 1), (1, 1)))
    weights = np.array([[0.3, 0.3, 0.4, 0.0], [0.0, 0.0, 0.0, 1.0]], dtype=np.float32)
    assert word_links(weights, source, target, LinkRule()) == {(0, 0)}


def test_a_target_word_without_tokens_stays_unaligned() -> None:
    source = PlacedTokens("a b", ((0, 1), (2, 3), (3, 3)))
    target = PlacedTokens("x y z", ((0, 1), (4, 5), (5, 5)))
    weights = np.array([[0.2, 0.7, 0.1], [0.6, 0.3, 0.1], [0.0, 0.0, 1.0]], dtype=np.float32)
    assert word_links(weights, source, target, LinkRule()) == {(1, 0), (0, 2)}


def test_possible_links_hold_the_sure_ones() -> None:
    gold = GoldLinks(frozenset({(0, 0)}), frozenset({(1, 1)}))
    assert gold.possible == {(0, 0), (1, 1)}


def test_error_rate_by_hand() -> None:
    # A = {00 11 22 31}, S = {00 11 33}, P = S + {22 23}: |A∩S| = 2, |A∩P| = 3, AER = 1 - 5/7.
    found = frozenset({(0, 0), (1, 1), (2, 2), (3, 1)})
    gold = GoldLinks(frozenset({(0, 0), (1, 1), (3, 3)}), frozenset({(2, 2), (2, 3)}))
    scores = alignment_scores([found], [gold])
    assert scores.error_rate == pytest.approx(2 / 7)
    assert (scores.precision, scores.recall) == (pytest.approx(3 / 4), pytest.approx(2 / 3))
    assert (scores.links, scores.sure, scores.possible) == (4, 3, 5)


def test_any_answer_between_sure_and_possible_is_perfect() -> None:
    sure, possible = frozenset({(0, 0), (1, 2)}), frozenset({(1, 1), (2, 2)})
    for extra in (frozenset(), frozenset({(1, 1)}), possible):
        assert alignment_scores([sure | extra], [GoldLinks(sure, possible)]).error_rate == 0.0


def test_scores_are_the_formula_over_random_sets() -> None:
    random = np.random.default_rng(11)

    def links(count: int) -> frozenset[tuple[int, int]]:
        return frozenset((int(i), int(j)) for i, j in random.integers(0, 5, size=(count, 2)))

    found = [links(6) for _ in range(50)]
    gold = [GoldLinks(links(4), links(5)) for _ in range(50)]
    all_found = [(n, link) for n, a in enumerate(found) for link in a]
    all_sure = [(n, link) for n, g in enumerate(gold) for link in g.sure]
    all_possible = [(n, link) for n, g in enumerate(gold) for link in g.sure | g.possible]
    in_sure = sum(link in all_sure for link in all_found)
    in_possible = sum(link in all_possible for link in all_found)
    scores = alignment_scores(found, gold)
    assert scores.error_rate == pytest.approx(1 - (in_sure + in_possible) / (len(all_found) + len(all_sure)))
    assert scores.precision == pytest.approx(in_possible / len(all_found))
    assert scores.recall == pytest.approx(in_sure / len(all_sure))


def test_empty_sets_are_defined() -> None:
    nothing = frozenset()
    both = alignment_scores([nothing], [GoldLinks()])
    assert (both.error_rate, both.precision, both.recall) == (0.0, 1.0, 1.0)
    none_found = alignment_scores([nothing], [GoldLinks(frozenset({(0, 0)}))])
    assert (none_found.error_rate, none_found.recall) == (1.0, 0.0)
    only_possible = alignment_scores([frozenset({(0, 0)})], [GoldLinks(nothing, frozenset({(0, 0)}))])
    assert only_possible.error_rate == 0.0


def test_unequal_counts_are_refused_with_both_numbers() -> None:
    with pytest.raises(CorpusError, match=r"2 sentence pairs.* 3"):
        alignment_scores([frozenset()] * 2, [GoldLinks()] * 3)
