"""Reports of sentences against numbers worked out by hand, and their way through JSON."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from engine.errors import CheckpointError
from engine.sentence_report import SentenceReport, from_plain, report_of, to_plain
from engine.triage_rules import Rule
from tests.engine.made_sentences import made

WEIGHTS = [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0], [0.25, 0.25, 0.5]]


def report(*given: object) -> SentenceReport:
    return report_of(made(*given)[0])


def test_the_numbers_are_those_worked_out_by_hand() -> None:
    """Coverage without the end is (0.75, 1.5); the rows have 1.5, 0 and 1.5 bits."""
    found = report("a b", "c d", WEIGHTS)
    two_to_one = math.log2(3) - 2 / 3  # the bits of (2/3, 1/3), the first and the last column
    sixths = math.log2(6) / 3 + 2 / 3 * math.log2(1.5)  # of (1/6, 2/3, 1/6)
    assert (found.text, found.length_ratio, found.problem) == ("c d", 1.0, "")
    assert (found.least_coverage, found.most_coverage) == (0.75, 1.5)
    assert found.entropy_out == pytest.approx(1.0)
    assert found.entropy_in == pytest.approx((2 * two_to_one + sixths) / 3)
    assert Rule.SPREAD in found.rules, "1.5 of log2 3 bits is above 0.8"


def test_the_identity_has_no_entropy_either_way() -> None:
    found = report("a b", "c d", np.eye(3).tolist())
    assert (found.entropy_out, found.entropy_in) == (0.0, 0.0)
    assert (found.least_coverage, found.most_coverage) == (1.0, 1.0)
    assert found.rules == ()


def test_transposed_weights_swap_in_and_out() -> None:
    doubly = [[0.5, 0.25, 0.25], [0.25, 0.75, 0.0], [0.25, 0.0, 0.75]]
    one, other = (report("a b", "c d", weights) for weights in (doubly, np.array(doubly).T.tolist()))
    assert one.entropy_out == pytest.approx(other.entropy_in)
    assert one.entropy_in == pytest.approx(other.entropy_out)


def test_the_score_is_the_normalised_one() -> None:
    trace, hypothesis = made("a", "b")
    trace = replace(trace, hypotheses=(replace(hypothesis, score=-3.0, normalised_score=-1.5),))
    assert report_of(trace).score == -1.5


def test_repeated_and_unknown_words_are_counted() -> None:
    found = report("a <unk> <unk> d", "no no <unk> x")
    assert (found.repeated, found.unknown_source, found.unknown_target) == (1, 2, 1)
    assert found.rules == (Rule.REPEATED, Rule.UNKNOWN)
    assert found.problem == ""


def test_a_model_without_attention_has_no_such_numbers() -> None:
    found = report("a b", "c d")
    assert found.score is not None
    numbers = (found.least_coverage, found.most_coverage, found.entropy_out, found.entropy_in)
    assert numbers == (None,) * 4


def test_a_line_without_words_and_one_of_unknown_words_are_told() -> None:
    empty = report("", "", [[1.0]])
    assert empty == SentenceReport(problem="The line is empty.")
    pieces = report("▁a <unk> ▁ <unk>", "▁a")
    assert pieces.problem == "The model knows none of these words.", "of each word a piece is unknown"
    assert report("▁a <unk> ▁ a", "▁a").problem == ""
    unknown = report("<unk> <unk>", "a b")
    assert (unknown.problem, unknown.text) == ("The model knows none of these words.", "a b")


def test_a_report_comes_back_from_json() -> None:
    for found in (report("a b", "no no", WEIGHTS), report("a", "b"), SentenceReport(problem="Too long.")):
        assert from_plain(json.loads(json.dumps(to_plain(found)))) == found


@pytest.mark.parametrize(
    "wrong", [None, [], {}, {"rules": ["NONE"]}, {"score": "high"}, {"entropy_in": math.nan}, {"rules": 3}]
)
def test_what_is_no_report_is_refused(wrong: object) -> None:
    plain = {**to_plain(report("a", "b")), **wrong} if isinstance(wrong, dict) and wrong else wrong
    with pytest.raises(CheckpointError, match="no report"):
        from_plain(plain)
