"""Hints at files that would be scored unlike what their owner means."""

import pytest

from engine.evaluation.hints import hints

PLAIN = ["Where is the key?", "It's on the table.", "Thank you!"]


def test_plain_text_gets_no_hint() -> None:
    assert hints(["Where are the keys?", "It's on a table.", "Thanks!"], PLAIN) == ()


@pytest.mark.parametrize(
    ("ours", "theirs", "word"),
    [
        (["The end ."] * 3, ["The end."] * 3, "full stop"),
        (["un@@ happy", "b", "c"], ["unhappy", "b", "d"], "subword"),
        (["▁un happy", "b", "c"], ["unhappy", "b", "d"], "subword"),
        (["Pourquoi\u202f?"] * 2, ["Pourquoi ?", "Pourquoi donc ?"], "spaces before"),
        (["Pourquoi?"] * 2, ["Pourquoi\u00a0?", "Pourquoi donc\u00a0?"], "spaces before"),
        (["l'heure", "b"], ["l’heure", "c"], "apostrophes"),
        (['"non"', "b"], ["«non»", "c"], "quotation"),
        (["cafe\u0301", "b"], ["café", "c"], "accents"),
        (["a", "b"], ["a", ""], "line 2"),
        (PLAIN, PLAIN, "identical"),
    ],
)
def test_each_fault_is_named_alone(ours, theirs, word) -> None:
    found = hints(ours, theirs)
    assert len(found) == 1
    assert word in found[0]


def test_the_side_is_named() -> None:
    assert "reference" in hints(["The end.", "No."], ["The end .", "No ."])[0]


def test_a_single_other_apostrophe_in_many_is_no_style() -> None:
    assert hints(["it's", "I'm", "don't", "a"], ["it's", "I'm", "don’t", "b"]) == ()


def test_empty_output_is_not_called_identical() -> None:
    assert not any("identical" in hint for hint in hints([""], [""]))
