"""Longer training pairs made by joining short ones, so that a network also meets long sentences."""

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engine.text.token_array import TokenArray
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


def join(sentences: TokenArray, groups: Sequence[tuple[int, ...]]) -> TokenArray:
    """One side's joined sentences: the ids of each group one after the other, with one end of sentence."""
    members = np.fromiter(chain.from_iterable(groups), dtype=np.int64)
    sizes = np.fromiter(map(len, groups), dtype=np.int64, count=len(groups))
    taken = sentences.take(members)
    group = np.repeat(np.arange(len(groups)), sizes)
    counts = np.zeros(len(groups), dtype=np.int64)
    np.add.at(counts, group, taken.lengths() - 1)
    return TokenArray.closed(taken.ids[taken.ids != EOS_ID], counts)
