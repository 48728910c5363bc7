"""The history of what was asked: what is kept, what is forgotten, and that going back changes nothing."""

from dataclasses import replace

import pytest

from engine.constraints import Constraints, StepWeights
from explorer.what_if import DecodingChoice, History, Question, State
from tests.explorer.made_traces import made_trace

OWN = Question("one two")


def state(question: Question, fingerprint: str = "a") -> State:
    return State(question, replace(made_trace(question.source_text), meta={"fingerprint": fingerprint}))


def history_of(*questions: Question) -> History:
    history = History()
    for question in questions:
        history = history.with_answer(state(question))
    return history


def attention(name: str) -> Question:
    return replace(OWN, constraints=Constraints(attention=name))


def test_nothing_is_current_before_the_first_answer() -> None:
    assert (History().current, History().before, History().own()) == (None, None, None)


def test_a_step_after_an_undo_forgets_what_was_undone() -> None:
    history = history_of(OWN, attention("uniform"), attention("hard")).at(0)
    history = history.with_answer(state(attention("shifted")))
    assert [kept.question for kept in history.states] == [OWN, attention("shifted")]
    assert history.before.question == OWN


def test_the_same_question_again_is_no_step_unless_the_parameters_are_others() -> None:
    history = history_of(OWN, attention("hard")).at(0)
    again = history.with_answer(state(OWN))
    assert [kept.question for kept in again.states] == [OWN, attention("hard")]
    assert again.states[0] is not history.states[0]
    trained = history.with_answer(state(OWN, "b"))
    assert [kept.trace.meta["fingerprint"] for kept in trained.states] == ["a", "b"]


def test_of_too_many_states_the_oldest_are_forgotten() -> None:
    history = History()
    for size in range(1, 8):
        history = history.with_answer(state(replace(OWN, decoding=DecodingChoice(size, 1))), most=3)
    assert [kept.question.decoding.beam_size for kept in history.states] == [5, 6, 7]
    assert history.index == 2


@pytest.mark.parametrize("index", [-1, 2])
def test_there_is_no_state_beyond_the_ends(index: int) -> None:
    with pytest.raises(IndexError):
        history_of(OWN, attention("hard")).at(index)


def test_the_models_own_translation_is_found_behind_the_changes() -> None:
    history = history_of(OWN, attention("hard"), replace(attention("hard"), target_text="ONE"))
    assert history.own() is history.states[0]
    assert history_of(attention("hard")).own() is None
    assert history_of(OWN, replace(attention("hard"), source_text="three")).own() is None


def test_another_sentence_keeps_what_belongs_to_no_position() -> None:
    constraints = Constraints((2,), (0,), 0.5, "shuffled", 7, (StepWeights(0, (1.0, 0.0)),))
    question = Question("one two", "UN", constraints, DecodingChoice(3, 1))
    assert question.about("one two") == question
    kept = Constraints(temperature=0.5, attention="shuffled", seed=7)
    assert question.about("three") == Question("three", None, kept, DecodingChoice(3, 1))


def test_only_what_changes_nothing_is_the_models_own() -> None:
    assert OWN.is_own
    assert not replace(OWN, target_text="").is_own
    assert not attention("hard").is_own
    assert replace(attention("hard"), target_text="UN").own() == OWN


def test_beam_and_n_best_never_contradict_each_other() -> None:
    choice = DecodingChoice(5, 3)
    assert choice.with_beam_size(2) == DecodingChoice(2, 2)
    assert choice.with_n_best(8) == DecodingChoice(8, 8)
    assert choice.with_beam_size(12) == DecodingChoice(12, 3)
