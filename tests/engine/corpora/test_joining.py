"""Joined pairs: long enough, never too long, the same for the same seed."""

import random
from itertools import pairwise

import numpy as np
import pytest

from engine.corpora import joining
from engine.corpora.joining import join
from engine.text.language_side import train_side
from engine.text.token_array import TokenArray


def choose_joins(
    lengths: list[tuple[int, int]], max_length: int, share: float, seed: int
) -> list[tuple[int, ...]]:
    source, target = (np.array([pair[side] for pair in lengths], dtype=np.int32) for side in (0, 1))
    return list(joining.choose_joins((source, target), max_length, share, seed))


def _lengths(seed: int, count: int = 400) -> list[tuple[int, int]]:
    draw = random.Random(seed)
    return [(draw.randint(1, 12), draw.randint(1, 12)) for _ in range(count)]


@pytest.mark.parametrize("seed", range(4))
def test_groups_fit_and_cover_all_lengths(seed: int) -> None:
    lengths = _lengths(seed)
    groups = choose_joins(lengths, 50, 0.5, seed)
    totals = [max(sum(lengths[n][side] for n in group) for side in (0, 1)) for group in groups]
    assert len(groups) == 200
    assert all(len(group) >= 2 and len(set(group)) == len(group) for group in groups)
    assert max(totals) <= 50
    for low in range(10, 50, 10):
        assert sum(low < total <= low + 10 for total in totals) > 15


def test_the_seed_decides() -> None:
    lengths = _lengths(1)
    assert choose_joins(lengths, 50, 0.2, 5) == choose_joins(lengths, 50, 0.2, 5)
    assert choose_joins(lengths, 50, 0.2, 5) != choose_joins(lengths, 50, 0.2, 6)


def test_neighbours_of_a_sorted_corpus_are_not_joined_to_each_other() -> None:
    groups = choose_joins([(5, 5)] * 1000, 50, 0.2, 1)
    near = sum(abs(a - b) == 1 for group in groups for a, b in pairwise(group))
    assert near < 10  # of some 800 joins; 2 are expected by chance


def test_nothing_is_joined_where_nothing_fits_or_nothing_is_wanted() -> None:
    assert choose_joins([(30, 1)] * 20, 50, 0.5, 1) == []
    assert choose_joins([(5, 5)] * 20, 50, 0.0, 1) == []
    assert choose_joins([], 50, 0.5, 1) == []
    assert choose_joins([(5, 5)], 50, 0.9, 1) == []


def test_joined_ids_have_one_end() -> None:
    sentences = TokenArray.of([[5, 0], [6, 7, 0], [8, 9, 9, 0], [4, 0]])
    assert join(sentences, [(2, 0), (1, 3, 2)]).tolist() == [[8, 9, 9, 5, 0], [6, 7, 4, 8, 9, 9, 0]]
    assert join(sentences, []).tolist() == []


@pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])
def test_joined_ids_are_those_of_the_joined_text(segmentation: str) -> None:
    texts = ["Elle est là.", "Où vas-tu ?", "Il dort.", "Non !"]
    side = train_side(texts, segmentation, 26, "fr")
    (joined,) = join(side.encode_array(texts), [(3, 0, 2)]).tolist()
    assert joined == list(side.encode("Non ! Elle est là. Il dort.").ids)
