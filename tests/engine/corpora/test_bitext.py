"""The split by source sentence: no sentence in two parts, nothing lost, the same every time."""

import random
from itertools import combinations

import pytest

from engine.corpora.bitext import Bitext, SentencePair, Split, sentence_key, split
from engine.errors import CorpusError


def _bitext(seed: int, sentences: int = 200) -> Bitext:
    draw = random.Random(seed)
    pairs: list[tuple[str, str]] = []
    for number in range(sentences):
        for variant in range(draw.choice([1, 1, 1, 2, 5])):
            source = f"L’été numéro {number}"
            pairs.append((draw.choice([source, source.upper(), f" {source}\u00a0"]), f"{number} {variant}"))
    draw.shuffle(pairs)
    return Bitext(tuple(SentencePair(*pair, line) for line, pair in enumerate(pairs, start=1)))


def _parts(parts: Split) -> list[tuple[SentencePair, ...]]:
    return [parts.train.pairs, parts.dev.pairs, parts.test.pairs]


@pytest.mark.parametrize("seed", range(5))
def test_no_source_sentence_is_in_two_parts_and_no_pair_is_lost(seed: int) -> None:
    bitext = _bitext(seed)
    parts = _parts(split(bitext, 40, 60, seed))
    assert [len(part) for part in parts] == [len(bitext) - 100, 40, 60]
    keys = [{pair.source.strip().lower() for pair in part} for part in parts]
    assert all(not left & right for left, right in combinations(keys, 2))
    assert sorted((pair for part in parts for pair in part), key=lambda pair: pair.line) == list(bitext.pairs)
    assert all([pair.line for pair in part] == sorted(pair.line for pair in part) for part in parts)


def test_the_same_seed_gives_the_same_split_whatever_the_order() -> None:
    bitext = _bitext(7)
    again = _parts(split(bitext, 40, 60, 1))
    assert _parts(split(bitext, 40, 60, 1)) == again
    backwards = _parts(split(Bitext(bitext.pairs[::-1]), 40, 60, 1))
    assert [set(part) for part in backwards] == [set(part) for part in again]
    assert _parts(split(bitext, 40, 60, 2)) != again


def test_the_test_part_does_not_depend_on_the_size_of_dev() -> None:
    bitext = _bitext(8)
    assert split(bitext, 10, 60, 1).test == split(bitext, 90, 60, 1).test


def test_kept_out_sentences_are_a_fair_sample() -> None:
    bitext = Bitext(tuple(SentencePair(f"s{line}", "t", line) for line in range(1, 2001)))
    lines = [pair.line for pair in split(bitext, 1000, 0, 3).dev.pairs]
    assert abs(sum(lines) / len(lines) - 1000.5) < 60  # the mean of 1000 of 2000; its deviation is about 13


def test_a_large_group_stays_whole_and_goes_to_train() -> None:
    many = [SentencePair("same", str(line), line) for line in range(1, 10)]
    few = [SentencePair(f"other {line}", "t", line) for line in range(10, 15)]
    parts = split(Bitext(tuple(many + few)), 3, 2, 1)
    assert [pair.source for pair in parts.train.pairs] == ["same"] * 9


@pytest.mark.parametrize("sizes", [(5, 5), (10, 0), (400, 400)])
def test_nothing_left_to_train_on_is_an_error(sizes: tuple[int, int]) -> None:
    bitext = Bitext(tuple(SentencePair(f"s{line}", "t", line) for line in range(1, 11)))
    with pytest.raises(
        CorpusError, match=f"{sum(sizes)} sentence pairs are to be kept out of a corpus of 10"
    ):
        split(bitext, *sizes, 1)


@pytest.mark.parametrize("other", ["l'E\u0301TE\u0301  est là", " L’été est\u202flà\ufeff", "L'été est là"])
def test_case_blanks_and_form_make_no_other_sentence(other: str) -> None:
    assert sentence_key(other) == sentence_key("L'été est là")


def test_letters_make_another_sentence() -> None:
    assert sentence_key("L'été est là.") != sentence_key("L'été est là")
