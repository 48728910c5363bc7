"""F1 by frequency against counts by hand."""

import pytest

from engine.evaluation.word_frequency import frequency_scores

REFERENCES = ["a a b", "a b c", "a a d"]  # a 5 times, b twice, c and d once


def test_counts_by_hand():
    found = frequency_scores({"one": ["a a a", "x b c", "a a d"]}, REFERENCES)
    once, few, five, *more = found.bins
    assert [(one.low, one.high) for one in found.bins] == [(1, 1), (2, 4), (5, 9), (10, 99), (100, None)]
    assert (once.occurrences, once.sentences) == (2, (1, 2))
    assert (few.occurrences, few.sentences) == (2, (0, 1))
    assert (five.occurrences, five.sentences) == (5, (0, 1, 2))
    assert [(one.occurrences, one.sentences) for one in more] == [(0, ()), (0, ())]
    # once: c and d are right, x is written too; b: one of two; a: 4 right of 5 written and 5 wanted
    assert found.f1["one"] == (
        pytest.approx(2 * 2 / (3 + 2)),
        pytest.approx(2 * 1 / (1 + 2)),
        pytest.approx(2 * 4 / (5 + 5)),
        None,
        None,
    )


def test_the_references_themselves_are_all_right():
    found = frequency_scores({"people": REFERENCES}, REFERENCES)
    assert [score for score in found.f1["people"] if score is not None] == [1.0, 1.0, 1.0]
