"""Measuring a system: an end at any moment costs a block, and the numbers are those of one go."""

import math
from dataclasses import replace

import pytest

from engine.evaluation import measuring
from engine.evaluation.alignment import GoldLinks, usual_rules
from engine.evaluation.measuring import measure_system
from engine.evaluation.metrics import bleu, chrf
from engine.evaluation.system_measures import known_sentences, system_measures
from engine.evaluation.test_set import TestSet
from tests.engine.backwards import KNOWN, UNKNOWN, BackwardsTranslator

SOURCES = tuple(f"ab c{n} de f{n} gh" for n in range(9))
REFERENCES = tuple(f"ba {n}c ed f{n} hg" for n in range(9))
GOLD = tuple(GoldLinks(frozenset({(0, 0), (1, 2)})) for _ in SOURCES)
TEST_SET = TestSet("made", SOURCES, REFERENCES, "", GOLD)


class Stopped(Exception):
    """What ends the work."""


@pytest.fixture(autouse=True)
def short_blocks(monkeypatch):
    monkeypatch.setattr(measuring, "BLOCK", 2)


def without_time(pairs):
    return [{**vars(pair), "seconds": 0} for pair in pairs]


@pytest.mark.parametrize("cut", [0, 1, 30])
@pytest.mark.parametrize("stop_at", [2, 8])
def test_it_goes_on_where_it_was_stopped(tmp_path, stop_at, cut):
    whole = measure_system(BackwardsTranslator(), 1, TEST_SET, tmp_path / "whole")

    def stop(done):
        if done == stop_at:
            raise Stopped

    with pytest.raises(Stopped):
        measure_system(BackwardsTranslator(), 1, TEST_SET, tmp_path, stop)
    (path,) = tmp_path.glob("*.jsonl")
    path.write_bytes(path.read_bytes()[: -cut or None])  # as a kill in the middle of a line leaves it
    again = BackwardsTranslator()
    found = measure_system(again, 1, TEST_SET, tmp_path)
    assert without_time(found) == without_time(whole)
    assert sum(again.blocks) == len(SOURCES) - stop_at + (cut > 1)  # a line that lacks its end alone is whole


def test_work_with_links_of_another_kind_is_not_gone_on_with(tmp_path):
    """Every pair has the links that are asked for, also where an end came between two ways of asking."""
    measure_system(BackwardsTranslator(), 1, TEST_SET, tmp_path)
    other = replace(TEST_SET, linked_by=("gradient",))
    pairs = measure_system(BackwardsTranslator(), 1, other, tmp_path)
    assert {tuple(pair.links) for pair in pairs} == {tuple(str(rule) for rule in usual_rules("gradient"))}


def test_what_is_of_another_test_set_is_not_taken(tmp_path):
    measure_system(BackwardsTranslator(), 1, TEST_SET, tmp_path)
    other = TestSet("made", SOURCES, tuple(reversed(REFERENCES)))
    again = BackwardsTranslator()
    measure_system(again, 1, other, tmp_path)
    assert sum(again.blocks) == len(SOURCES)


def test_the_measures_are_those_of_the_texts(tmp_path):
    pairs = measure_system(BackwardsTranslator(), 1, TEST_SET, tmp_path)
    found = system_measures(pairs, TEST_SET, known_sentences([pairs]))
    texts = [" ".join(word[::-1] for word in source.split()) for source in SOURCES]
    assert [pair.text for pair in pairs] == texts
    assert found.bleu == pytest.approx(bleu(texts, [REFERENCES]).value)
    assert found.chrf == pytest.approx(chrf(texts, [REFERENCES]).value)
    assert found.perplexity == pytest.approx(math.exp(0.5))  # each token has a log-probability of -0.5
    assert found.nll == pytest.approx(3.0)  # six tokens with end of sentence
    assert found.no_unknown is not None
    assert found.no_unknown.bleu == found.bleu
    # Word k is linked to word k: of five links one is gold, of two gold links one is found.
    scores = found.alignment["argmax"]
    assert (scores.precision, scores.recall) == (pytest.approx(1 / 5), pytest.approx(1 / 2))
    assert scores.error_rate == pytest.approx(1 - 2 / 7)


def test_no_unknown_leaves_out_pairs_and_forbids_the_word(tmp_path):
    """The third source has an unknown word, the fourth reference; the fifth translation would have one."""
    sources = [
        "ab cd ef gh",
        "ij kl mn op",
        f"qr {UNKNOWN} uv wx",
        "ab cd ef gh",
        f"ab {UNKNOWN[::-1]} ef gh",
    ]
    references = ["ba dc fe hg", "ji lk nm po", "rq ts vu xw", f"ba {UNKNOWN} fe hg", f"ba {KNOWN} fe hg"]
    test_set = TestSet("made", tuple(sources), tuple(references))
    pairs = measure_system(BackwardsTranslator(), 1, test_set, tmp_path)
    assert [pair.has_unknown for pair in pairs] == [False, False, True, True, False]
    assert [pair.known_text for pair in pairs] == [
        "ba dc fe hg",
        "ji lk nm po",
        None,
        None,
        f"ba {KNOWN} fe hg",
    ]
    assert pairs[4].text == f"ba {UNKNOWN} fe hg"
    assert known_sentences([pairs, pairs]) == (0, 1, 4)
    found = system_measures(pairs, test_set, (0, 1, 4))
    assert found.unknown == 1
    assert found.no_unknown is not None
    assert (found.no_unknown.sentences, found.no_unknown.bleu) == (3, pytest.approx(100))
    assert found.bleu < 100


def test_blank_pairs_stay_in_place(tmp_path):
    test_set = TestSet("made", ("ab cd", "", "ef"), ("ba dc", "zz", ""))
    pairs = measure_system(BackwardsTranslator(attention=False), 4, test_set, tmp_path)
    assert [pair.text for pair in pairs] == ["ba dc", "", "fe"]
    assert [pair.reference_log_prob for pair in pairs] == [pytest.approx(-1.5), None, None]
    found = system_measures(pairs, test_set, known_sentences([pairs]))
    assert (found.scored, found.nll, found.alignment) == (1, pytest.approx(1.5), {})
