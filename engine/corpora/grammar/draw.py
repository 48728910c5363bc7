"""Chance that is the same on every machine: only `random()` of a generator with a whole number as seed."""

import random
from collections.abc import Sequence
from itertools import accumulate
from typing import TypeVar

T = TypeVar("T")


class Draw:
    """The draws of one sentence pair, and the keys that link its words."""

    def __init__(self, seed: int, index: int) -> None:
        self._random = random.Random((seed << 64) | index)
        self._keys = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        return int(self._random.random() * limit)

    def between(self, least: int, most: int) -> int:
        """A whole number from least to most."""
        return least + self.below(most - least + 1)

    def chance(self, share: float) -> bool:
        """True in this share of the cases."""
        return self._random.random() < share

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One of the items, each as often as its weight says."""
        sums = list(accumulate(weights))
        turn = self.below(sums[-1])
        return next(item for item, end in zip(items, sums, strict=True) if turn < end)

    def key(self) -> int:
        """A new key for words that translate each other."""
        self._keys += 1
        return self._keys
