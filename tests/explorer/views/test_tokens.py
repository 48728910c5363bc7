"""Labels of tokens: no markers, special symbols by their ids and never by their text."""

from dataclasses import replace

import numpy as np
import pytest

from engine.text.vocabulary import EOS_ID, UNK_ID
from explorer.views.notes import source_note, trace_note
from explorer.views.tokens import candidate_label, shown, source_labels, target_labels
from tests.explorer.made_traces import made_trace


@pytest.mark.parametrize(
    ("token", "text"),
    [("▁the", "the"), ("ing", "ing"), ("▁", "␣"), ("a▁b", "a▁b"), ("@-@", "@-@"), ("▁שלום", "שלום")],
)
def test_a_piece_is_shown_without_its_marker(token: str, text: str) -> None:
    assert shown(token) == text


def test_the_end_is_named_on_both_axes() -> None:
    trace = made_trace("a b")
    assert source_labels(trace) == ("a", "b", "⟨end⟩")
    assert target_labels(trace.hypotheses[0])[-1] == "⟨end⟩"


def test_a_typed_end_symbol_is_text_and_an_unknown_source_word_keeps_its_own() -> None:
    trace = made_trace("Zorglub </s>")
    assert trace.source_ids[0] == UNK_ID
    assert source_labels(trace) == ("Zorglub", "</s>", "⟨end⟩")


def test_an_unknown_word_of_a_given_translation_keeps_its_own_text() -> None:
    best = made_trace("a b c").hypotheses[0]
    given = replace(best, tokens=("Aimez", "<unk>", "</s>"), token_ids=(UNK_ID, UNK_ID, EOS_ID))
    assert target_labels(given) == ("Aimez", "⟨unknown⟩", "⟨end⟩")


def test_an_unknown_target_word_says_so() -> None:
    assert candidate_label(UNK_ID, "<unk>") == "⟨unknown⟩"
    assert candidate_label(EOS_ID, "</s>") == "⟨end⟩"
    assert candidate_label(7, "▁word") == "word"


def test_notes_on_a_source() -> None:
    assert source_note("a cat") == ""
    assert "empty" in source_note(" \n ")
    assert "typed text" in source_note("<unk>")


def test_notes_on_a_translation() -> None:
    trace = made_trace("a b c")
    assert trace_note(trace, trace.hypotheses[0]) == ""
    cut = replace(trace.hypotheses[0], finished=False)
    assert "limit of 4" in trace_note(trace, cut)
    unknown = replace(trace, source_ids=np.array([UNK_ID, UNK_ID, UNK_ID, EOS_ID]))
    assert "no word" in trace_note(unknown, trace.hypotheses[0])
    long = made_trace("a " * 60)
    spaced = replace(unknown, source_tokens=("▁", *unknown.source_tokens[1:]))
    ids = spaced.source_ids.copy()
    ids[0] = 2
    spaced = replace(spaced, source_ids=ids)
    assert "no word" in trace_note(spaced, trace.hypotheses[0]), (
        "a piece that is but a space is no known word"
    )
    assert "60 source tokens" in trace_note(long, long.hypotheses[0])
