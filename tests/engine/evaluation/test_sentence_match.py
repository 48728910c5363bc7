"""A translation against its reference: BLEU's own counts, the places of right n-grams, chrF."""

import random

import pytest

from engine.evaluation.metrics import chrf, sentence_bleu
from engine.evaluation.sentence_match import longest_right, match_sentence


def test_right_ngrams_are_marked_with_the_longest_that_holds_each_token() -> None:
    reference = ["le", "vieux", "chat", "noir", "dort", "ici"]
    assert longest_right(["le", "chat", "noir", "dort", "bien"], reference) == [1, 3, 3, 3, 0]
    assert longest_right(["le", "vieux", "chat", "noir", "dort", "ici"], reference) == 6 * [4]
    assert longest_right(["un", "chien", "mange"], reference) == [0, 0, 0]
    assert longest_right([], reference) == []


def test_of_a_word_that_is_written_too_often_the_first_ones_are_right() -> None:
    assert longest_right(["le", "le", "le", "chat"], ["le", "chat", "dort", "le"]) == [1, 1, 2, 2]


@pytest.mark.parametrize("seed", range(20))
def test_the_counts_are_those_of_bleu(seed: int) -> None:
    draw = random.Random(seed)
    hypothesis, reference = (" ".join(draw.choices("abcd", k=draw.randrange(1, 9))) for _ in range(2))
    found = match_sentence(hypothesis, reference)
    tokens, other = hypothesis.split(), reference.split()
    for order, (right, count) in enumerate(zip(found.right, found.all, strict=True), start=1):
        grams = [tuple(tokens[i : i + order]) for i in range(len(tokens) - order + 1)]
        others = [tuple(other[i : i + order]) for i in range(len(other) - order + 1)]
        assert count == len(grams)
        assert right == sum(min(grams.count(gram), others.count(gram)) for gram in set(grams))


def test_sentence_bleu_by_hand_and_chrf() -> None:
    found = match_sentence("le chat noir dort", "le chat noir mange")
    assert (found.right, found.all) == ((3, 2, 1, 0), (4, 3, 2, 1))
    smoothed = 1 / 2  # of the one 4-gram, none of which is right
    assert found.bleu == pytest.approx(100 * (3 / 4 * 2 / 3 * 1 / 2 * smoothed) ** 0.25)
    assert found.chrf == pytest.approx(chrf(["le chat noir dort"], [["le chat noir mange"]]).value)
    assert "eff:yes" in found.signature


def test_a_short_sentence_that_is_right_has_100() -> None:
    assert match_sentence("Le chat.", "Le chat.").bleu == pytest.approx(100)
    score, right = sentence_bleu("chien", "chat")
    assert (score.value, right[0]) == (0, 0)
    empty = match_sentence("", "Le chat.")
    assert (empty.bleu, empty.chrf, empty.marks) == (0, 0, ())
    assert "No token" in empty.note


def test_marks_stand_where_the_tokens_are_in_the_text_as_it_is_written() -> None:
    text = "L'homme, «dort» & dort."
    found = match_sentence(text, "un homme, dort.")
    assert [(text[begin:end], order) for begin, end, order in found.marks] == [
        (",", 1),
        ("dort", 2),
        (".", 2),
    ]
