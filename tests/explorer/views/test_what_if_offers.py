"""What a menu offers at a word: each offer is named and asks for what it says, and nothing else."""

import pytest

from engine.constraints import Constraints, StepWeights
from explorer.translation import Selection
from explorer.views.what_if_offers import offers, with_weights
from explorer.what_if import Question
from tests.explorer.made_traces import made_trace

TEXT = "one two three"
OWN = Question(TEXT)
TRACE = made_trace(TEXT)


def offered(question: Question = OWN, step: int | None = 1, position: int | None = 1, trace=TRACE):
    found = offers(question, trace, Selection(), step, position)
    return {offer.text.translate({0x2068: None, 0x2069: None}): offer.question for offer in found}


def test_a_word_is_masked_and_deleted() -> None:
    found = offered()
    assert found["Mask ‘two’"] == Question(TEXT, None, Constraints(masked=(1,)))
    assert found["Delete ‘two’ from the source"] == Question("one three")
    masked = Question(TEXT, None, Constraints(masked=(0, 1)))
    assert offered(masked)["Unmask ‘two’"].constraints.masked == (0,)


def test_the_end_of_the_sentence_is_masked_but_never_deleted() -> None:
    found = offered(position=3)
    assert any(text.startswith("Mask ") for text in found)
    assert not any("Delete" in text for text in found)


def test_weights_of_a_step_go_to_a_word_or_away_from_it_and_back() -> None:
    found = offered()
    rows = [found[f"{share} weight on ‘two’ at step 2"].constraints.weights for share in ("No", "All")]
    assert [(row.step, row.weights[1], sum(row.weights)) for (row,) in rows] == [
        (1, 0.0, pytest.approx(1.0)),
        (1, 1.0, pytest.approx(1.0)),
    ]
    name = "The model's own weights at step 2"
    assert name not in found
    changed = Question(TEXT, None, Constraints(masked=(0,), weights=rows[0]))
    assert offered(changed)[name].constraints == Constraints(masked=(0,))


def test_the_beginning_is_fixed_up_to_the_word_and_leaves_a_typed_translation() -> None:
    typed = Question(TEXT, "UN")
    question = offered(typed)["Fix the beginning, up to ‘TWO’"]
    assert question == Question(TEXT, None, Constraints(prefix=TRACE.best().token_ids[:2]))


def test_nothing_that_needs_attention_is_offered_without_it() -> None:
    found = offered(trace=made_trace(TEXT, attention=False))
    assert all(question.constraints.changes_attention is False for question in found.values())
    assert "Delete ‘two’ from the source" in found


def test_beside_the_words_only_what_is_there_is_offered() -> None:
    assert not offered(step=None, position=None)
    assert not any("step" in text or "Fix" in text for text in offered(step=None))
    assert not any("‘two’" in text for text in offered(position=None))


def test_one_row_of_weights_a_step() -> None:
    two = with_weights(with_weights(Constraints(), 2, (1.0, 0.0)), 0, (0.0, 1.0))
    assert [row.step for row in two.weights] == [0, 2]
    assert with_weights(two, 2, (0.0, 1.0)).weights[1] == StepWeights(2, (0.0, 1.0))
    assert with_weights(two, 2, ()).weights == two.weights[:1]
