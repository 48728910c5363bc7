"""Gold links of pairs: each step has a name and can be taken back, and no pair's links are lost."""

import pytest

from engine.evaluation.alignment import GoldLinks
from explorer.gold_book import GoldBook, LinkPlace
from explorer.pair_links import PairLinks, WordPair, pair_links_from, pair_of
from tests.explorer.made_traces import made_trace

PAIR, OTHER = WordPair(("a", "b"), ("x", "y", "z")), WordPair(("c",), ("d",))


@pytest.fixture
def book(qapp) -> GoldBook:
    found = GoldBook()
    found.set_pair(PAIR)
    return found


def test_a_click_links_and_another_takes_the_link_away(book: GoldBook) -> None:
    book.mark(0, 2, is_sure=True)
    assert book.sheet.links == GoldLinks(frozenset({(0, 2)}))
    book.mark(0, 2, is_sure=False)  # sure is made possible
    assert book.sheet.links == GoldLinks(possible=frozenset({(0, 2)}))
    book.mark(0, 2, is_sure=True)
    assert book.sheet.links.sure == {(0, 2)}
    book.mark(0, 2, is_sure=True)
    assert book.sheet.links == GoldLinks()
    names = [name for name, _ in book.sheet.steps[1:]]
    assert names == ["Link a – z", "Possible link a – z", "Link a – z", "Remove the link a – z"]


def test_steps_are_taken_back_and_again_by_name(book: GoldBook) -> None:
    book.undo()
    book.mark(0, 0, is_sure=True)
    book.mark(1, 1, is_sure=False)
    book.undo()
    assert (book.sheet.undo_name, book.sheet.redo_name) == ("Link a – x", "Possible link b – y")
    assert book.sheet.links.possible == {(0, 0)}
    book.redo()
    assert book.sheet.links == GoldLinks(frozenset({(0, 0)}), frozenset({(1, 1)}))
    book.undo()
    book.mark(1, 2, is_sure=True)
    assert book.sheet.redo_name == ""
    book.put(book.sheet.links, "nothing new")
    assert book.sheet.undo_name == "Link b – z"


def test_each_pair_keeps_its_own_links(book: GoldBook) -> None:
    book.mark(0, 0, is_sure=True)
    book.set_pair(OTHER)
    assert book.sheet.links == GoldLinks()
    book.mark(0, 0, is_sure=False)
    book.set_pair(PAIR)
    assert book.sheet.links.sure == {(0, 0)}
    assert {one.pair for one in book.unsaved()} == {PAIR, OTHER}


def test_what_is_saved_is_no_longer_unsaved_until_it_is_edited(book: GoldBook, tmp_path) -> None:
    book.mark(0, 0, is_sure=True)
    book.note_saved(PAIR, book.sheet.links, LinkPlace(tmp_path / "f", 1, 1))
    assert (book.unsaved(), len(book.all())) == ((), 1)
    book.undo()
    assert [one.links for one in book.unsaved()] == [GoldLinks()]


def test_links_from_elsewhere_are_a_step_over_those_that_are_there(book: GoldBook) -> None:
    book.mark(0, 0, is_sure=True)
    book.take([PairLinks(PAIR, GoldLinks(frozenset({(1, 1)})))], "elsewhere")
    assert (book.sheet.links.sure, book.sheet.undo_name) == ({(1, 1)}, "elsewhere")
    book.undo()
    assert book.sheet.links.sure == {(0, 0)}


def test_links_are_written_and_read_again() -> None:
    one = PairLinks(PAIR, GoldLinks(frozenset({(0, 0), (1, 2)}), frozenset({(0, 1)})))
    assert one.to_plain()["links"] == "0-0 0p1 1-2"
    assert pair_links_from(one.to_plain()) == one
    for wrong in ({"links": "2-0"}, {"links": "x"}, {"links": 3}, {"source": "ab"}, {"target": [1]}):
        with pytest.raises((TypeError, ValueError)):
            pair_links_from(one.to_plain() | wrong)


def test_the_words_of_a_pair_are_without_end_of_sentence() -> None:
    trace = made_trace("the cat")
    assert pair_of(trace, trace.hypotheses[0]) == WordPair(("the", "cat"), ("THE", "CAT"))
