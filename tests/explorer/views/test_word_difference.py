"""Which words differ between two texts; the smallest difference is found by trying all subsequences."""

import random
from itertools import combinations

import pytest

from explorer.views.word_difference import differing, is_edit


@pytest.mark.parametrize(
    ("before", "now", "gone", "come"),
    [
        ("a red book", "a blue book", ["red"], ["blue"]),
        ("a b c", "a  b c ", [], []),
        ("", "a b", [], ["a", "b"]),
        ("a b a b", "a a b", ["b"], []),
        ("ספר אדום", "ספר כחול", ["אדום"], ["כחול"]),
    ],
)
def test_words_that_are_gone_and_come(before: str, now: str, gone: list[str], come: list[str]) -> None:
    old, new = differing(before, now)
    assert ([before[a:b] for a, b in old], [now[a:b] for a, b in new]) == (gone, come)


def test_no_smaller_difference_exists() -> None:
    draw = random.Random(3)
    for _ in range(100):
        before, now = ([draw.choice("abc") for _ in range(draw.randint(0, 6))] for _ in range(2))
        gone, come = differing(" ".join(before), " ".join(now))
        shared = {tuple(part) for size in range(7) for part in combinations(now, size)}
        longest = max(size for size in range(7) for part in combinations(before, size) if part in shared)
        assert (len(gone), len(come)) == (len(before) - longest, len(now) - longest)


@pytest.mark.parametrize(
    ("before", "now", "edited"),
    [
        ("the red book", "the red book", True),
        ("the red book", "the blue book", True),
        ("the red book", "the book", True),
        ("the red book", "where is the station", False),
        ("one two three four", "one two", True),
        ("one two three four", "one", False),
        ("", "one", False),
        ("", "", True),
    ],
)
def test_an_edit_keeps_half_of_the_words(before: str, now: str, edited: bool) -> None:
    assert is_edit(before, now) == is_edit(now, before) == edited
