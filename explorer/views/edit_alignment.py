"""Words of several texts beside each other: aligned with the first text by the fewest edits, with gaps.

Levenshtein's distance, with one for a word that comes, goes or is another one; of the alignments with as few
edits, one that keeps the most words. Each text is aligned with the first alone, and the gaps are merged.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_EDIT = 1 << 20  # what an edit costs; another word costs one more, so that among equals the most words stay


@dataclass(frozen=True)
class Row:
    """places: which word of each text stands in this row; None is a gap. The first text is A.

    same: for each text whether it has here what A has; A's own is True.
    """

    places: tuple[int | None, ...]
    same: tuple[bool, ...]

    @property
    def is_shared(self) -> bool:
        """Whether every text has the same word here."""
        return all(self.same)


def aligned_rows(texts: Sequence[Sequence[str]]) -> tuple[Row, ...]:
    """The words of every text in rows, in order; each word stands in one row.

    A text without words leaves its column empty, and where A has none the others stand beside its gaps.
    """
    if not texts:
        return ()
    first = texts[0]
    columns = [_against(first, text) for text in texts[1:]]
    rows = []
    for place in range(len(first) + 1):
        for depth in range(max((len(extra[place]) for extra, _ in columns), default=0)):
            beside = [extra[place][depth] if depth < len(extra[place]) else None for extra, _ in columns]
            rows.append(Row((None, *beside), (True, *(other is None for other in beside))))
        if place < len(first):
            beside = [paired[place] for _, paired in columns]
            same = [
                other is not None and text[other] == first[place]
                for other, text in zip(beside, texts[1:], strict=True)
            ]
            rows.append(Row((place, *beside), (True, *same)))
    return tuple(rows)


def edit_pairs(first: Sequence[str], second: Sequence[str]) -> list[tuple[int | None, int | None]]:
    """Which word of one text stands beside which of the other, in order; None beside a word alone."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys([*first, *second]))}
    costs = _costs([numbers[word] for word in first], [numbers[word] for word in second])
    pairs: list[tuple[int | None, int | None]] = []
    i, j = len(first), len(second)
    while i or j:
        other = 0 if i and j and first[i - 1] == second[j - 1] else _EDIT + 1
        if i and j and costs[i, j] == costs[i - 1, j - 1] + other:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif j and costs[i, j] == costs[i, j - 1] + _EDIT:
            j -= 1
            pairs.append((None, j))
        else:
            i -= 1
            pairs.append((i, None))
    return pairs[::-1]


def _costs(first: Sequence[int], second: Sequence[int]) -> NDArray[np.int64]:
    """[i, j]: the cost of making the first j words of `second` out of the first i words of `first`."""
    others = np.array(second, dtype=np.int64)
    steps = np.arange(len(second) + 1) * _EDIT
    costs = np.empty((len(first) + 1, len(second) + 1), dtype=np.int64)
    costs[0] = steps
    for i, word in enumerate(first, start=1):
        above = costs[i - 1]
        best = above + _EDIT
        best[1:] = np.minimum(best[1:], above[:-1] + np.where(others == word, 0, _EDIT + 1))
        costs[i] = np.minimum.accumulate(best - steps) + steps  # a word more, from any place at the left
    return costs


def _against(first: Sequence[str], text: Sequence[str]) -> tuple[list[list[int]], list[int | None]]:
    """Of a text: the words before each word of the first (and at its end), and the word beside each."""
    extra: list[list[int]] = [[] for _ in range(len(first) + 1)]
    paired: list[int | None] = [None] * len(first)
    place = 0
    for one, other in edit_pairs(first, text):
        if one is None:
            assert other is not None
            extra[place].append(other)
        else:
            paired[one], place = other, one + 1
    return extra, paired
