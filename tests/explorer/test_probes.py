"""Questions about a translation: one a kind is wanted, and an answer belongs to its question alone."""

from dataclasses import replace

import pytest

from engine.errors import EngineError
from explorer.probes import MOST_ANSWERS, OTHER_MODEL, ProbeQuestion, Probes
from explorer.workspace import Translation
from tests.explorer.made_probes import made_attention_test, made_importance
from tests.explorer.made_traces import made_trace

QUESTION = ProbeQuestion("occlusion", "one two", (2, 3, 0), "")
FOUND = made_importance("one two", (2, 3, 0), "occlusion")


@pytest.fixture
def probes(qapp) -> Probes:
    return Probes()


def test_what_is_known_or_asked_already_is_not_asked_again(probes: Probes) -> None:
    asked: list[ProbeQuestion] = []
    probes.asked.connect(asked.append)
    probes.want(QUESTION)
    probes.want(QUESTION)
    assert asked == [QUESTION]
    probes.take("occlusion", FOUND)
    probes.want(QUESTION)
    assert asked == [QUESTION]
    assert probes.answer(QUESTION) is FOUND
    assert probes.wanted == ()


def test_an_answer_to_another_question_is_dropped(probes: Probes) -> None:
    newer = replace(QUESTION, target_ids=(3, 0))
    probes.want(QUESTION)
    probes.want(newer)
    probes.take("occlusion", FOUND)
    probes.take("gradient", FOUND)
    assert probes.answer(QUESTION) is None
    assert probes.wanted == (newer,)


def test_kinds_wait_beside_each_other_until_another_translation_comes(qapp) -> None:
    translation = Translation("made")
    translation.probes.want(QUESTION)
    test = replace(QUESTION, kind="attention_test")
    translation.probes.want(test)
    assert translation.probes.wanted == (QUESTION, test)
    found = made_attention_test("one two", (2, 3, 0))
    translation.probes.take("attention_test", found)
    assert translation.probes.answer(test) is found
    translation.show_result(made_trace("three"))
    assert translation.probes.wanted == ()


def test_an_answer_of_another_model_is_an_error_in_words(probes: Probes) -> None:
    older = replace(QUESTION, fingerprint="older")
    probes.want(older)
    probes.take("occlusion", FOUND)
    assert probes.answer(older) is None
    assert probes.error(older) is OTHER_MODEL


def test_what_failed_may_be_asked_again(probes: Probes) -> None:
    probes.want(QUESTION)
    error = EngineError("It failed.", "Try again.")
    probes.fail("occlusion", error)
    assert probes.error(QUESTION) is error
    probes.want(QUESTION)
    assert probes.error(QUESTION) is None
    assert probes.wanted == (QUESTION,)


def test_only_the_newest_answers_are_kept(probes: Probes) -> None:
    for number in range(MOST_ANSWERS + 1):
        question = replace(QUESTION, target_ids=(number,))
        probes.want(question)
        probes.take("occlusion", replace(FOUND, target_ids=(number,)))
    assert probes.answer(replace(QUESTION, target_ids=(0,))) is None
    assert probes.answer(replace(QUESTION, target_ids=(MOST_ANSWERS,))) is not None
