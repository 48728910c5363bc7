"""The list of sentences: what it takes, what it forgets, and what it tells."""

import pytest

from engine.sentence_report import SentenceReport
from explorer import sentence_list
from explorer.model_info import ModelInfo
from explorer.sentence_list import SentenceList

MODEL = ModelInfo("made", "rnnsearch", "/made", 1, {}, "")
OTHER = ModelInfo("other", "rnnsearch", "/other", 1, {}, "")
REPORTS = [SentenceReport(text=letter) for letter in "abc"]


@pytest.fixture
def sentences() -> SentenceList:
    one = SentenceList()
    one.set_texts(("a", "", "c"))
    return one


def test_reports_come_in_order_and_end_the_work(sentences: SentenceList) -> None:
    told: list[tuple[int, int]] = []
    sentences.reported.connect(lambda first, last: told.append((first, last)))
    sentences.begin(MODEL, 5)
    sentences.take(REPORTS[:2], "f")
    assert sentences.is_running
    assert not sentences.is_whole
    sentences.take(REPORTS[2:], "f")
    assert told == [(0, 1), (2, 2)]
    assert sentences.is_whole
    assert not sentences.is_running
    assert (sentences.reports, sentences.fingerprint) == (REPORTS, "f")


def test_what_was_stopped_goes_on_but_another_model_begins_anew(sentences: SentenceList) -> None:
    sentences.begin(MODEL, 5)
    sentences.take(REPORTS[:2], "f")
    sentences.stop()
    sentences.begin(MODEL, 5)
    assert sentences.reports == REPORTS[:2]
    sentences.begin(MODEL, 4)
    assert sentences.reports == []
    sentences.take(REPORTS[:2], "f")
    sentences.begin(OTHER, 4)
    assert (sentences.reports, sentences.model) == ([], OTHER)
    sentences.take(REPORTS, "f")
    sentences.begin(OTHER, 4)
    assert sentences.reports == [], "a whole one is asked for again"
    assert sentences.is_running


def test_pins_are_told_once_and_kept_while_it_is_translated_again(sentences: SentenceList) -> None:
    changes: list[frozenset[int]] = []
    sentences.pins_changed.connect(lambda: changes.append(sentences.pinned))
    sentences.pin([2, 0], is_pinned=True)
    sentences.pin([2], is_pinned=True)
    sentences.pin([0], is_pinned=False)
    assert changes == [frozenset({0, 2}), frozenset({2})]
    sentences.begin(MODEL, 5)
    assert sentences.pinned == {2}
    sentences.set_texts(("x", "y"), pinned=(1, 7, -1))
    assert sentences.pinned == {1}


def test_what_was_there_can_be_had_back_and_given_up_again(sentences: SentenceList) -> None:
    sentences.begin(MODEL, 5)
    sentences.take(REPORTS, "f")
    sentences.pin([1], is_pinned=True)
    sentences.set_texts(("x", "y"))
    sentences.begin(OTHER, 2)
    sentences.take(REPORTS[:1], "g")
    assert sentences.replaced_count == 3
    sentences.go_back()
    assert (sentences.texts, sentences.reports, sentences.pinned) == (("a", "", "c"), REPORTS, {1})
    assert (sentences.model, sentences.beam_size, sentences.fingerprint) == (MODEL, 5, "f")
    assert sentences.is_whole
    assert not sentences.is_running
    sentences.go_back()
    assert (sentences.texts, sentences.reports, sentences.model) == (("x", "y"), REPORTS[:1], OTHER)
    sentences.begin(OTHER, 2)
    assert sentences.reports == REPORTS[:1], "it goes on where it was"


def test_more_than_it_takes_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sentence_list, "MOST_SENTENCES", 3)
    monkeypatch.setattr(sentence_list, "MOST_CHARACTERS", 10)
    sentences = SentenceList()
    sentences.set_texts(("a", "b", "c", "d"))
    assert (sentences.texts, sentences.left_out) == (("a", "b", "c"), 1)
    sentences.set_texts(("five5", "sixsix", "g"))
    assert (sentences.texts, sentences.left_out) == (("five5",), 2)
