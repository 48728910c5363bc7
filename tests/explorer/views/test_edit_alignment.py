"""Words of texts in rows: the fewest edits, checked against all alignments of short texts."""

import random
from collections.abc import Iterator, Sequence

import pytest

from explorer.views.edit_alignment import Row, aligned_rows, edit_pairs

Pair = tuple[int | None, int | None]


def every_alignment(
    first: Sequence[str], second: Sequence[str], i: int = 0, j: int = 0
) -> Iterator[list[Pair]]:
    """All ways to put two texts beside each other."""
    if i == len(first) and j == len(second):
        yield []
    if i < len(first) and j < len(second):
        yield from ([(i, j), *rest] for rest in every_alignment(first, second, i + 1, j + 1))
    if i < len(first):
        yield from ([(i, None), *rest] for rest in every_alignment(first, second, i + 1, j))
    if j < len(second):
        yield from ([(None, j), *rest] for rest in every_alignment(first, second, i, j + 1))


def cost(first: Sequence[str], second: Sequence[str], pairs: Sequence[Pair]) -> tuple[int, int]:
    """The edits, and how many of them put another word in a place."""
    others = sum(None not in pair and first[pair[0]] != second[pair[1]] for pair in pairs)
    return others + sum(None in pair for pair in pairs), others


@pytest.mark.parametrize("seed", range(30))
def test_no_alignment_has_fewer_edits_or_keeps_more_words(seed: int) -> None:
    draw = random.Random(seed)
    first, second = (draw.choices("abc", k=draw.randrange(6)) for _ in range(2))
    found = edit_pairs(first, second)
    assert found in list(every_alignment(first, second))
    best = min(cost(first, second, pairs) for pairs in every_alignment(first, second))
    assert cost(first, second, found) == best


def test_gaps_of_several_texts_share_their_rows() -> None:
    texts = [["le", "chat", "dort"], ["le", "petit", "chat", "noir", "dort"], ["un", "chat"]]
    assert aligned_rows(texts) == (
        Row((0, 0, 0), (True, True, False)),
        Row((None, 1, None), (True, False, True)),
        Row((1, 2, 1), (True, True, True)),
        Row((None, 3, None), (True, False, True)),
        Row((2, 4, None), (True, True, False)),
    )


def test_every_word_stands_in_one_row_in_order() -> None:
    draw = random.Random(7)
    texts = [draw.choices("abcd", k=length) for length in (9, 0, 14, 6)]
    rows = aligned_rows(texts)
    for column, text in enumerate(texts):
        places = [row.places[column] for row in rows if row.places[column] is not None]
        assert places == list(range(len(text)))
    assert all(any(place is not None for place in row.places) for row in rows)


def test_a_first_text_without_words_is_all_gaps() -> None:
    assert aligned_rows([[], ["a"], ["b", "c"]]) == (
        Row((None, 0, 0), (True, False, False)),
        Row((None, None, 1), (True, True, False)),
    )
    assert aligned_rows([]) == ()
