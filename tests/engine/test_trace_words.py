"""Words of a trace: where they begin, and the alignment between them against a loop."""

import numpy as np
import pytest

from engine.trace_words import group_of, merge, merged_sums, word_groups

EOS, UNK = 0, 1


@pytest.mark.parametrize(
    ("tokens", "ids", "words"),
    [
        ("▁the ▁eco nom ic ▁area </s>", [5, 6, 7, 8, 9, EOS], [(0, 1), (1, 4), (4, 5), (5, 6)]),
        ("▁Voir ▁ 東京 . </s>", [5, 6, UNK, 7, EOS], [(0, 1), (1, 4), (4, 5)]),
        ("▁a <unk> b ▁c", [5, UNK, 6, 7], [(0, 3), (3, 4)]),
        ("<unk> s ▁c </s>", [UNK, 5, 6, EOS], [(0, 2), (2, 3), (3, 4)]),
        ("the zone . </s>", [5, 6, 7, EOS], [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ("the ▁ zone </s>", [5, UNK, 6, EOS], [(0, 1), (1, 2), (2, 3), (3, 4)]),
        ("<unk> zone </s>", [UNK, 5, EOS], [(0, 1), (1, 2), (2, 3)]),
        ("</s>", [EOS], [(0, 1)]),
        ("", [], []),
    ],
    ids=[
        "pieces",
        "blank and unknown",
        "inside",
        "at first",
        "words",
        "a mark as text",
        "words 2",
        "end",
        "0",
    ],
)
def test_where_words_begin(tokens, ids, words):
    assert word_groups(tokens.split(), ids) == tuple(words)


def by_hand(weights, source, target):
    """A target word's mean over its pieces of what they give to all the pieces of a source word."""
    merged = np.zeros((len(target), len(source)))
    for row, (first, behind) in enumerate(target):
        for column, (begin, end) in enumerate(source):
            for piece in range(first, behind):
                for position in range(begin, end):
                    merged[row, column] += weights[piece, position] / (behind - first)
    return merged


def drawn_groups(draw, count):
    begins = [0, *(index for index in range(1, count) if draw.random() < 0.5)]
    return list(zip(begins, [*begins[1:], count], strict=True))


@pytest.mark.parametrize("seed", range(10))
def test_merging_is_the_sum_over_source_pieces_and_the_mean_over_target_pieces(seed):
    draw = np.random.default_rng(seed)
    rows, columns = draw.integers(1, 12, size=2)
    weights = draw.dirichlet(np.ones(columns), size=rows).astype(np.float32)
    source, target = drawn_groups(draw, columns), drawn_groups(draw, rows)
    merged = merge(weights, source, target)
    np.testing.assert_allclose(merged, by_hand(weights, source, target), atol=1e-6)
    np.testing.assert_allclose(merged.sum(axis=1), 1, atol=1e-6)


def test_words_of_one_token_change_nothing():
    weights = np.random.default_rng(0).dirichlet(np.ones(4), size=3)
    singles = [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert (merge(weights, singles, singles[:3]) == weights).all()


def test_no_target_yet_gives_no_rows():
    assert merge(np.zeros((0, 3)), [(0, 2), (2, 3)], []).shape == (0, 2)


def test_groups_of_another_sentence_are_refused():
    with pytest.raises(ValueError, match="groups of 2 x 3"):
        merge(np.ones((2, 4)), [(0, 3)], [(0, 2)])


def test_numbers_of_log_probability_are_summed_on_both_sides():
    numbers = np.arange(12, dtype=np.float32).reshape(3, 4)
    source, target = ((0, 2), (2, 3), (3, 4)), ((0, 2), (2, 3))
    assert merged_sums(numbers, source, target).tolist() == [[0 + 1 + 4 + 5, 2 + 6, 3 + 7], [8 + 9, 10, 11]]


@pytest.mark.parametrize(("token", "group"), [(0, 0), (1, 0), (2, 1), (3, None), (None, None)])
def test_the_group_of_a_token_is_the_one_that_holds_it(token, group):
    assert group_of(((0, 2), (2, 3)), token) == group
