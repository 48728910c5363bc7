"""Sentences in one flat array against the same sentences as lists."""

import random

import numpy as np
import pytest

from engine.text.token_array import TokenArray


def _sentences(seed: int, count: int = 50) -> list[list[int]]:
    draw = random.Random(seed)
    return [[draw.randint(1, 99) for _ in range(draw.randint(0, 6))] + [0] for _ in range(count)]


@pytest.mark.parametrize("seed", range(3))
def test_sentences_come_out_as_they_went_in(seed: int) -> None:
    sentences = _sentences(seed)
    array = TokenArray.of(sentences)
    assert len(array) == len(sentences)
    assert array.tolist() == sentences
    assert [ids.tolist() for ids in array] == sentences
    assert array[7].tolist() == sentences[7]
    assert array.lengths().tolist() == [len(sentence) for sentence in sentences]


@pytest.mark.parametrize("seed", range(3))
def test_ends_of_sentence_are_put_after_each(seed: int) -> None:
    sentences = _sentences(seed)
    bare = np.array([token for sentence in sentences for token in sentence[:-1]], dtype=np.int32)
    counts = np.array([len(sentence) - 1 for sentence in sentences])
    assert TokenArray.closed(bare, counts).tolist() == sentences


def test_rows_can_be_taken_in_any_order_and_more_than_once() -> None:
    sentences = _sentences(4)
    array = TokenArray.of(sentences)
    rows = [3, 3, 0, 49, 12]
    assert array.take(rows).tolist() == [sentences[row] for row in rows]
    assert array.lengths_of(rows).tolist() == [len(sentences[row]) for row in rows]
    assert array.take(np.array(rows, dtype=np.int32)).tolist() == array.take(rows).tolist()
    assert array.take([]).tolist() == []


def test_ids_keep_their_type_and_padding_does_not_overflow_it() -> None:
    array = TokenArray.of([[65_535, 0], [7, 8, 9, 0]])
    small = TokenArray(array.ids.astype("<u2"), array.offsets)
    assert small.take([0]).ids.dtype == np.dtype("<u2")
    assert small.padded().tolist() == [[65_535, 0, 0, 0], [7, 8, 9, 0]]
    assert small.padded().dtype == np.int64


def test_no_sentence_and_no_row_beyond_the_last() -> None:
    empty = TokenArray.of([])
    assert (len(empty), empty.tolist(), empty.padded().shape) == (0, [], (0, 0))
    for row in (-1, 2):
        with pytest.raises(IndexError):
            TokenArray.of([[0], [0]])[row]
