"""Targets that training shares with what is kept out, against a loop over all pairs."""

import random

import pytest

from engine.corpora.bitext import SentencePair
from engine.corpora.overlap import shared_targets


def pair(source: str, target: str) -> SentencePair:
    return SentencePair(source, target, 1)


def counted(corpus, kept_out) -> int:
    out = {one.source.casefold() for one in kept_out}
    training = [one.target.casefold() for one in corpus if one.source.casefold() not in out]
    return sum(one.target.casefold() in training for one in kept_out)


@pytest.mark.parametrize("seed", range(20))
def test_as_many_as_a_loop_over_all_pairs_finds(seed: int) -> None:
    draw = random.Random(seed)
    corpus = [pair(draw.choice("abcdefgABC"), draw.choice("uvwxyzUVW")) for _ in range(30)]
    sources = draw.sample("abcdefg", 3)
    kept_out = [one for one in corpus if one.source.casefold() in sources]
    assert shared_targets(iter(corpus), kept_out) == counted(corpus, kept_out)


def test_case_and_unicode_form_make_no_difference() -> None:
    kept_out = [pair("one", "Caf\u00e9"), pair("two", "th\u00e9")]
    corpus = [*kept_out, pair("three", "cafe\u0301"), pair("One", "thé")]
    assert shared_targets(corpus, kept_out) == 1  # "One" is kept out itself
