"""Joined pairs: long enough, never too long, the same for the same seed."""

import random
from itertools import pairwise

import numpy as np
import pytest

from engine.corpora import joining
from engine.corpora.joining import join
from engine.corpora.token_store import TokenPairs
from engine.corpora.word_links import places
from engine.text.language_side import train_side
from engine.text.token_array import TokenArray, offsets_of


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
    pairs = TokenPairs(sentences, sentences.take([1, 2, 3, 0]))
    joined = join(pairs, [(2, 0), (1, 3, 2)])
    assert joined.source.tolist() == [[8, 9, 9, 5, 0], [6, 7, 4, 8, 9, 9, 0]]
    assert joined.target.tolist() == [[4, 6, 7, 0], [8, 9, 9, 5, 4, 0]]
    assert len(join(pairs, [])) == 0


def test_the_links_of_a_joined_pair_move_with_its_tokens() -> None:
    draw = random.Random(5)
    rows = [(draw.randint(0, 4), draw.randint(0, 4)) for _ in range(20)]
    sides = [TokenArray.of([[7] * pair[side] + [0] for pair in rows]) for side in (0, 1)]
    links = [
        sorted({(draw.randrange(j), draw.randrange(i)) for _ in range(3)} if i and j else []) for j, i in rows
    ]
    numbers = np.array([i << 32 | j for linked in links for j, i in linked])
    pairs = TokenPairs(*sides, TokenArray(numbers, offsets_of(np.array([len(linked) for linked in links]))))
    groups = [(3, 0), (5, 6, 7), (19, 2, 2)]
    joined = join(pairs, groups)
    for group, numbers in zip(groups, joined.links, strict=True):
        expected, at = [], (0, 0)
        for member in group:
            expected += [(at[0] + j, at[1] + i) for j, i in links[member]]
            at = at[0] + rows[member][0], at[1] + rows[member][1]
        assert sorted(zip(*map(list, places(numbers)), strict=True)) == sorted(expected)


@pytest.mark.parametrize("segmentation", ["sentencepiece", "words"])
def test_joined_ids_are_those_of_the_joined_text(segmentation: str) -> None:
    texts = ["Elle est là.", "Où vas-tu ?", "Il dort.", "Non !"]
    side = train_side(texts, segmentation, 26, "fr")
    encoded = side.encode_array(texts)
    joined = join(TokenPairs(encoded, encoded), [(3, 0, 2)]).target[0].tolist()
    assert joined == list(side.encode("Non ! Elle est là. Il dort.").ids)
