"""Longer training pairs made by joining short ones, so that a network also meets long sentences."""

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.corpora.token_store import TokenPairs
from engine.corpora.word_links import moved
from engine.text.token_array import TokenArray, offsets_of
from engine.text.vocabulary import EOS_ID


def choose_joins(
    lengths: tuple[NDArray[np.int32], NDArray[np.int32]], max_length: int, share: float, seed: int
) -> Iterator[tuple[int, ...]]:
    """Which pairs to join: groups of at least two, `share` as many as there are pairs, decided by the seed.

    lengths: source and target tokens of each pair, end of sentence not counted.
    For each group a length is drawn between two tokens and `max_length`, so that all lengths occur. Pairs
    are taken, in an order shuffled once, until a side reaches it; neither goes beyond `max_length`. Shuffled,
    because neighbours in a sorted corpus are often the same sentence again. There are fewer groups where
    too few pairs are short enough.
    """
    wanted, at = round(share * len(lengths[0])), 0
    if wanted == 0:
        return
    draw = random.Random(seed)
    order = array("i", range(len(lengths[0])))
    draw.shuffle(order)
    sides = lengths[0].data, lengths[1].data  # their items are plain numbers, and fast
    left = wanted
    for _ in range(4 * wanted):  # a draw fails where one pair is long enough, or two are too long
        if left == 0:
            break
        group = _group(order, at, sides, (draw.randint(2, max_length), max_length))
        at += max(1, len(group))
        if len(group) > 1:
            left -= 1
            yield group


def _group(
    order: Sequence[int], at: int, lengths: tuple[memoryview, memoryview], between: tuple[int, int]
) -> tuple[int, ...]:
    """The pairs from place `at` of the order on that together first reach the lower of the two lengths."""
    enough, most = between
    chosen: list[int] = []
    source = target = 0
    while len(chosen) < len(order) and max(source, target) < enough:
        number = order[(at + len(chosen)) % len(order)]
        source, target = source + lengths[0][number], target + lengths[1][number]
        if max(source, target) > most:
            break
        chosen.append(number)
    return tuple(chosen)


def join(pairs: TokenPairs, groups: Sequence[tuple[int, ...]]) -> TokenPairs:
    """Joined pairs: on each side the tokens of each group one after the other, with one end of sentence."""
    members = np.fromiter(chain.from_iterable(groups), dtype=np.int64)
    sizes = np.fromiter(map(len, groups), dtype=np.int64, count=len(groups))
    taken = pairs.take(members)
    links = None if taken.links is None else _join_links(taken.links, taken, sizes)
    return TokenPairs(_join_side(taken.source, sizes), _join_side(taken.target, sizes), links)


def _join_side(taken: TokenArray, sizes: NDArray[np.int64]) -> TokenArray:
    return TokenArray.closed(taken.ids[taken.ids != EOS_ID], _sums(taken.lengths() - 1, sizes))


def _join_links(links: TokenArray, taken: TokenPairs, sizes: NDArray[np.int64]) -> TokenArray:
    """The links of joined pairs, whose tokens begin behind those of the pairs before them."""
    begins = (_before(side.lengths() - 1, sizes) for side in (taken.source, taken.target))
    counts = links.lengths()
    ids = moved(links.ids, *(np.repeat(begin, counts) for begin in begins))
    return TokenArray(ids, offsets_of(_sums(counts, sizes)))


def _sums(counts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each group of so many neighbours."""
    return np.diff(offsets_of(counts)[offsets_of(sizes)])


def _before(lengths: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each member of a group the lengths of those before it in the group together."""
    offsets = offsets_of(lengths)
    return offsets[:-1] - np.repeat(offsets[offsets_of(sizes)[:-1]], sizes)
