"""A sentence that grows: where a text is cut, what each length is, and from which on a model is broken."""

import pytest

from explorer.growth import ALONE, MOST_CLAUSES, Clauses, Grown, Growth, breaking_place, clauses_of, joined

TOWN = Clauses(
    "town", ("I got up,", "I ate,", "and I left."), ("Je me suis levé,", "j'ai mangé,", "et je suis parti.")
)


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("I eat, you sleep; he left.", ("I eat,", "you sleep;", "he left.")),
        (
            "The man who lives here left because it rained",
            ("The man", "who lives here left", "because it rained"),
        ),
        ("Yes, I know that he is here", ("Yes, I know", "that he is here")),
        ("It costs 3.5 euros", ("It costs 3.5 euros",)),
        ("One dog  and\ttwo cats – no birds", ("One dog", "and two cats –", "no birds")),
        ("Sandy andrew orlando", ("Sandy andrew orlando",)),
        ("", ()),
        ("Go", ("Go",)),
    ],
)
def test_a_text_is_cut_behind_punctuation_and_before_conjunctions(
    text: str, clauses: tuple[str, ...]
) -> None:
    assert clauses_of(text) == clauses
    assert " ".join(clauses).split() == text.split()


def test_a_text_of_too_many_clauses_keeps_all_its_words() -> None:
    text = "a b, " * (MOST_CLAUSES + 7)
    clauses = clauses_of(text)
    assert len(clauses) == MOST_CLAUSES
    assert " ".join(clauses).split() == text.split()


def test_every_length_ends_as_a_sentence_does() -> None:
    assert [TOWN.source(count) for count in (1, 2, 3)] == [
        "I got up.",
        "I got up, I ate.",
        "I got up, I ate, and I left.",
    ]
    assert TOWN.reference(2) == "Je me suis levé, j'ai mangé."
    assert TOWN.alone() == ("I got up.", "I ate.", "and I left.")
    assert [TOWN.words(count) for count in (1, 2, 3)] == [3, 5, 8]
    assert Clauses("own", ("a b", "c d?")).reference(2) == ""
    assert joined(("Really?",)) == "Really?"


@pytest.mark.parametrize(
    ("values", "place"),
    [
        ((100, 74, 42, 52, 45, 35, 45), 4),  # 42 is one length alone; 45 and 35 are two
        ((60, 80, 39, 38), 2),
        ((60, 80, 40, 38), None),  # half is not under half
        ((60, 80, 39), None),  # the last length alone
        ((100, 40, None, 20, 10), None),
        ((0, 0, 0), None),
        ((29, 10, 10), None),  # it never was any good
        ((), None),
    ],
)
def test_two_lengths_in_a_row_under_half_of_the_best_are_a_break(values, place) -> None:
    assert breaking_place(values) == place


def test_answers_belong_to_a_model_a_beam_and_these_clauses(qapp, qtbot) -> None:
    growth = Growth()
    growth.set_examples([TOWN])
    assert (growth.source, growth.missing("m", 5)) == ("I got up.", (1, 2, 3))
    with qtbot.waitSignal(growth.answered, timeout=100):
        growth.take("m", 5, {2: Grown("deux", {ALONE: 50.0})})
    assert growth.curve("m", 5, ALONE) == (None, 50.0, None)
    assert growth.missing("m", 5) == (1, 3)
    assert growth.missing("m", 1) == growth.missing("other", 5) == (1, 2, 3)
    growth.set_count(9)
    assert growth.count == 3
    growth.set_count(0)
    assert growth.count == 1
    growth.set_clauses(Clauses("own", ("a b", "c d")))
    assert growth.curve("m", 5, ALONE) == (None, None)


def test_a_persons_sentence_is_kept_unless_it_is_one_that_grew_here(qapp) -> None:
    growth = Growth()
    growth.set_examples([TOWN])
    for text in (TOWN.source(2), "One clause only.", ""):
        growth.keep_own(text)
        assert growth.own is None
    growth.keep_own("I came, and I saw.")
    assert growth.own.sources == ("I came,", "and I saw.")
    assert growth.clauses is TOWN
