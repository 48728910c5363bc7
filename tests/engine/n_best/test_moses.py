"""n-best lists as text: what is written comes back, and what is wrong is told by its line."""

import random

import pytest

from engine.errors import CorpusError
from engine.n_best.moses import ListedHypothesis, n_best_line, read_n_best, with_every_sentence


def test_a_line_of_moses_is_read_field_by_field() -> None:
    line = (
        "3 ||| il n&apos; y a &#124; rien  |||  LM0= -12.5 TM0= -1 -2.25 1e-3 pen= 4 ||| -7.125 ||| 0-0 1-2"
    )
    (found,) = read_n_best([line], "x")
    assert (found.sentence, found.text, found.total) == (3, "il n' y a | rien", -7.125)
    assert found.features == (("LM0", (-12.5,)), ("TM0", (-1.0, -2.25, 0.001)), ("pen", (4.0,)))
    assert found.further == ("0-0 1-2",)


def test_older_and_barer_forms_are_taken() -> None:
    lines = ["0 ||| a ||| d: 0 -1 lm: -3 ||| -2", "", "0 ||| b ||| d=0 -1 lm=-4", "1 |||  ||| -5 6 ||| -1"]
    found = read_n_best(lines, "x")
    assert found[0].features == (("d", (0.0, -1.0)), ("lm", (-3.0,)))
    assert (found[1].features, found[1].total) == ((("d", (0.0, -1.0)), ("lm", (-4.0,))), None)
    assert (found[2].text, found[2].features) == ("", (("", (-5.0, 6.0)),))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1 ||| text", "Line 2 of x has 2 fields"),
        ("one ||| text ||| a= 1 ||| 1", "begins with 'one'"),
        ("-1 ||| text ||| a= 1 ||| 1", "begins with '-1'"),
        ("1 ||| text ||| a= 1 b= two ||| 1", "has 'two' where a score belongs"),
        ("1 ||| text ||| a= nan ||| 1", "has 'nan'"),
        ("1 ||| text ||| a= 1 ||| inf", "has 'inf'"),
        ("1 ||| text ||| a= 1 ||| ", "has '' where a score belongs"),
        ("1 ||| text ||| a= 1 a= 2 ||| 1", "under 'a' twice"),
        ("1 ||| text ||| = 1 ||| 1", "name is empty"),
        ("1 ||| text ||| a= 1 2 ||| 1", "has 2 scores under 'a', and line 1 has 1"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(line: str, words: str) -> None:
    with pytest.raises(CorpusError, match=words):
        read_n_best(["0 ||| text ||| a= 1 ||| 1", line], "x")


def test_a_list_of_nothing_is_refused() -> None:
    with pytest.raises(CorpusError, match="x has no hypothesis"):
        read_n_best(["", " "], "x")


def test_whatever_is_written_is_read_again() -> None:
    draw = random.Random(8)
    pieces = [
        "|",
        "|||",
        "&",
        "&amp;",
        "&#124;",
        "&apos",
        ";",
        "#124;",
        "AT&T",
        "=",
        " ",
        "é",
        "'",
        "[",
        "<unk>",
    ]
    for number in range(300):
        text = "".join(draw.choices(pieces, k=draw.randint(0, 8))).strip()
        features = tuple(
            (name, tuple(round(draw.uniform(-99, 9), 6) for _ in range(draw.randint(1, 3))))
            for name in draw.sample(["", "LogProb", "Length", "a/b:c"], draw.randint(0, 4))
        )
        features = tuple(sorted(features))  # scores without a name come first, or belong to the one before
        further = draw.choice([(), ("0-0", "x")])
        made = ListedHypothesis(number, text, features, round(draw.uniform(-9, 9), 6), further)
        assert read_n_best([n_best_line(made)], "x") == [made]


def test_sentences_without_a_hypothesis_are_blank_and_those_too_many_refused() -> None:
    listed = read_n_best(["2 ||| c ||| ", "0 ||| a ||| ", "2 ||| d ||| "], "x")
    found = with_every_sentence(listed, 4, "x")
    assert [(one.sentence, one.text) for one in found] == [(0, "a"), (1, ""), (2, "c"), (2, "d"), (3, "")]
    with pytest.raises(CorpusError, match="x has hypotheses of sentence 2, and there are 2 sentences"):
        with_every_sentence(listed, 2, "x")
