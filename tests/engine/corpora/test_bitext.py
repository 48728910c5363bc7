"""The split by source sentence: no sentence in two parts, nothing lost, the same every time."""

import random
from itertools import combinations

import numpy as np
import pytest

from engine.corpora.bitext import Part, sentence_key, split, split_turn
from engine.errors import CorpusError

Sources = list[str]


def _sources(seed: int, sentences: int = 200) -> Sources:
    draw = random.Random(seed)
    sources: list[str] = []
    for number in range(sentences):
        for _ in range(draw.choice([1, 1, 1, 2, 5])):
            source = f"L’été numéro {number}"
            sources.append(draw.choice([source, source.upper(), f" {source}\u00a0"]))
    draw.shuffle(sources)
    return sources


def _split(sources: Sources, dev_size: int, test_size: int, seed: int) -> list[list[int]]:
    """The places in the corpus of the pairs of train, dev and test."""
    turns = np.array([split_turn(source, seed) for source in sources], dtype=np.uint64)
    parts = split(turns, dev_size, test_size)
    return [np.flatnonzero(parts == part).tolist() for part in (Part.TRAIN, Part.DEV, Part.TEST)]


@pytest.mark.parametrize("seed", range(5))
def test_no_source_sentence_is_in_two_parts_and_no_pair_is_lost(seed: int) -> None:
    sources = _sources(seed)
    parts = _split(sources, 40, 60, seed)
    assert [len(part) for part in parts] == [len(sources) - 100, 40, 60]
    keys = [{sources[place].strip().lower() for place in part} for part in parts]
    assert all(not left & right for left, right in combinations(keys, 2))
    assert sorted(place for part in parts for place in part) == list(range(len(sources)))


def test_the_same_seed_gives_the_same_split_whatever_the_order() -> None:
    sources = _sources(7)
    again = _split(sources, 40, 60, 1)
    assert _split(sources, 40, 60, 1) == again
    last = len(sources) - 1
    backwards = _split(sources[::-1], 40, 60, 1)
    assert [{last - place for place in part} for part in backwards] == [set(part) for part in again]
    assert _split(sources, 40, 60, 2) != again


def test_the_test_part_does_not_depend_on_the_size_of_dev() -> None:
    sources = _sources(8)
    assert _split(sources, 10, 60, 1)[2] == _split(sources, 90, 60, 1)[2]


def test_the_sentences_of_the_lowest_turns_are_kept_out() -> None:
    """Test takes the first sentences in the order of their turns, dev the next ones that still fit."""
    turns = np.array([50, 10, 30, 10, 20, 40, 60, 30], dtype=np.uint64)  # 10 and 30 stand there twice
    parts = split(turns, dev_size=1, test_size=3)  # both of 30 are too many for dev
    assert parts.tolist() == [0, Part.TEST, 0, Part.TEST, Part.TEST, Part.DEV, 0, 0]


def test_kept_out_sentences_are_a_fair_sample() -> None:
    places = _split([f"s{line}" for line in range(2000)], 1000, 0, 3)[1]
    assert abs(sum(places) / len(places) - 999.5) < 60  # the mean of 1000 of 2000; its deviation is about 13


def test_a_large_group_stays_whole_and_goes_to_train() -> None:
    train, _, _ = _split(["same"] * 9 + [f"other {line}" for line in range(5)], 3, 2, 1)
    assert train == list(range(9))


@pytest.mark.parametrize("sizes", [(5, 5), (10, 0), (400, 400)])
def test_nothing_left_to_train_on_is_an_error(sizes: tuple[int, int]) -> None:
    with pytest.raises(
        CorpusError, match=f"{sum(sizes)} sentence pairs are to be kept out of a corpus of 10"
    ):
        _split([f"s{line}" for line in range(10)], *sizes, 1)


@pytest.mark.parametrize("other", ["l'E\u0301TE\u0301  est là", " L’été est\u202flà\ufeff", "L'été est là"])
def test_case_blanks_and_form_make_no_other_sentence(other: str) -> None:
    assert sentence_key(other) == sentence_key("L'été est là")
    assert split_turn(other, 1) == split_turn("L'été est là", 1)


def test_letters_make_another_sentence() -> None:
    assert sentence_key("L'été est là.") != sentence_key("L'été est là")
