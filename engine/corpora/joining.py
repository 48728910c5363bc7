"""Longer training pairs made by joining short ones, so that a network also meets long sentences."""

import random
from collections.abc import Sequence

from engine.text.vocabulary import EOS_ID


def choose_joins(
    lengths: Sequence[tuple[int, int]], max_length: int, share: float, seed: int
) -> list[tuple[int, ...]]:
    """Which pairs to join: share * len(lengths) groups of at least two, the same for the same seed.

    lengths: source and target tokens of each pair, end of sentence not counted.
    For each group a length is drawn between two tokens and `max_length`, so that all lengths occur. Pairs
    are taken, in an order shuffled once, until a side reaches it; neither goes beyond `max_length`. Shuffled,
    because neighbours in a sorted corpus are often the same sentence again. There are fewer groups where
    too few pairs are short enough.
    """
    draw = random.Random(seed)
    order = list(range(len(lengths)))
    draw.shuffle(order)
    groups: list[tuple[int, ...]] = []
    wanted, at = round(share * len(lengths)), 0
    for _ in range(4 * wanted):  # a draw fails where one pair is long enough, or two are too long
        if len(groups) == wanted:
            break
        group = _group(order, at, lengths, (draw.randint(2, max_length), max_length))
        at += max(1, len(group))
        if len(group) > 1:
            groups.append(group)
    return groups


def _group(
    order: Sequence[int], at: int, lengths: Sequence[tuple[int, int]], between: tuple[int, int]
) -> tuple[int, ...]:
    """The pairs from place `at` of the order on that together first reach the lower of the two lengths."""
    enough, most = between
    chosen: list[int] = []
    source = target = 0
    while len(chosen) < len(order) and max(source, target) < enough:
        number = order[(at + len(chosen)) % len(order)]
        source, target = source + lengths[number][0], target + lengths[number][1]
        if max(source, target) > most:
            break
        chosen.append(number)
    return tuple(chosen)


def join(sentences: Sequence[Sequence[int]], groups: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """One side's joined sentences: the ids of each group one after the other, with one end of sentence."""
    return [
        [*(token_id for number in group for token_id in sentences[number] if token_id != EOS_ID), EOS_ID]
        for group in groups
    ]
