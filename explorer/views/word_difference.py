"""Which words of two texts differ: the fewest that have to go and to come (longest common subsequence)."""

import re
from collections.abc import Sequence

Span = tuple[int, int]  # begin and end in the text


def differing(before: str, now: str) -> tuple[list[Span], list[Span]]:
    """The words of `before` that are gone in `now`, and the words of `now` that are new in it."""
    old, new = words_of(before), words_of(now)
    old_texts, new_texts = [before[a:b] for a, b in old], [now[a:b] for a, b in new]
    kept = kept_pairs(old_texts, new_texts)
    kept_old, kept_new = {i for i, _ in kept}, {j for _, j in kept}
    gone = [span for index, span in enumerate(old) if index not in kept_old]
    come = [span for index, span in enumerate(new) if index not in kept_new]
    return gone, come


def is_edit(before: str, now: str) -> bool:
    """Whether one text is the other with some words changed: at least half of the longer one is kept."""
    old, new = before.split(), now.split()
    return before == now or 2 * len(kept_pairs(old, new)) >= max(len(old), len(new))


def kept_pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Pairs of equal words in the same order on both sides, as many as there can be."""
    longest = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]  # [i][j]: of old[i:] and new[j:]
    for i in range(len(old) - 1, -1, -1):
        row, below = longest[i], longest[i + 1]
        for j in range(len(new) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if old[i] == new[j] else max(below[j], row[j + 1])
    pairs, i, j = [], 0, 0
    while i < len(old) and j < len(new):
        if old[i] == new[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif longest[i + 1][j] >= longest[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def words_of(text: str) -> list[Span]:
    """Where the words of the text stand."""
    return [match.span() for match in re.finditer(r"\S+", text)]
