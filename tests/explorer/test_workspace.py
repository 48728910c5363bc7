"""The workspace: which models are asked, what is selected, and which signals say so."""

from dataclasses import replace

import pytest

from engine.trace import DecodingTrace
from explorer.what_if import Question
from explorer.workspace import DecodingChoice, ModelInfo, Selection, Translation, Workspace
from tests.explorer.made_traces import first_steps, made_forced_trace, made_trace

SEARCH = ModelInfo("search", "rnnsearch", "/search")
ENCDEC = ModelInfo("encdec", "rnnencdec", "/encdec")
LATER = ModelInfo("later", "rnnsearch", "/later")


@pytest.fixture
def translation(qapp) -> Translation:
    translation = Translation("here")
    translation.show_result(made_trace("one two three", slots=3))
    return translation


def test_translate_takes_a_model_with_attention_and_compare_one_of_each(qapp) -> None:
    workspace = Workspace()
    workspace.set_models((ENCDEC, SEARCH, LATER))
    assert [translation.model for translation in workspace.translations] == [SEARCH, SEARCH, ENCDEC]


def test_one_kind_of_model_alone_still_fills_every_place(qapp) -> None:
    workspace = Workspace()
    workspace.set_models((ENCDEC,))
    assert [translation.model for translation in workspace.translations] == 3 * [ENCDEC]
    workspace.set_models(())
    assert [translation.model for translation in workspace.translations] == 3 * [None]


def test_a_longer_list_keeps_what_was_chosen_and_what_is_shown(qapp) -> None:
    workspace = Workspace()
    workspace.set_models((ENCDEC, SEARCH))
    workspace.translation.set_model(ENCDEC)
    trace = made_trace("a b", attention=False)
    workspace.translation.show_result(trace)
    workspace.set_models((ENCDEC, SEARCH, LATER))
    assert workspace.translation.model == ENCDEC
    assert workspace.translation.trace is trace


LSTM = ModelInfo("lstm", "lstm-seq2seq", "/lstm")


def test_a_third_kind_of_model_is_a_third_column_at_first_and_not_once_others_were_chosen(qapp) -> None:
    workspace = Workspace()
    workspace.set_models((LSTM, ENCDEC, SEARCH))
    assert [translation.model for translation in workspace.compared] == [SEARCH, ENCDEC, LSTM]
    workspace = Workspace()
    workspace.set_models((ENCDEC, SEARCH))
    workspace.set_models((LSTM, ENCDEC, SEARCH))
    assert [translation.model for translation in workspace.compared] == [SEARCH, ENCDEC]
    assert workspace.add_column().model == LSTM


def test_columns_come_and_go_between_two_and_four_and_any_can_be_a(qapp, qtbot) -> None:
    workspace = Workspace()
    workspace.set_models((ENCDEC, SEARCH, LATER))
    first, second = workspace.compared
    workspace.close_column(first)
    assert workspace.compared == (first, second)
    with qtbot.waitSignal(workspace.columns_changed, timeout=100):
        third = workspace.add_column()
    fourth = workspace.add_column()
    assert [translation.model for translation in workspace.compared] == [SEARCH, ENCDEC, LATER, SEARCH]
    with pytest.raises(ValueError, match="4 columns"):
        workspace.add_column()
    workspace.pin_column(third)
    assert workspace.compared == (third, first, second, fourth)
    third.show_result(made_trace("a b"))
    workspace.close_column(third)
    assert workspace.compared == (first, second, fourth)
    assert (third.trace, third.model) == (None, None)
    assert workspace.add_column() is third
    workspace.set_column_count(9)
    assert len(workspace.compared) == 4
    workspace.set_column_count(0)
    assert workspace.compared == (first, second)


OLD = ModelInfo("run", "rnnsearch", "/runs/run/checkpoints/update-00000100")
NEW = ModelInfo("run", "rnnsearch", "/runs/run/checkpoints/update-00000300")


def test_a_run_is_followed_to_its_next_checkpoint_and_the_picture_stays(qapp, qtbot) -> None:
    workspace = Workspace()
    workspace.set_models((SEARCH, OLD))
    workspace.translation.set_model(OLD)
    trace = made_trace("a b")
    workspace.translation.show_result(trace)
    with qtbot.waitSignal(workspace.translation.model_changed, timeout=100):
        workspace.set_models((SEARCH, NEW))
    assert workspace.translation.model == NEW
    assert workspace.translation.trace is trace
    assert workspace.model_at(OLD.path) == NEW
    assert workspace.model_at("/runs/other/checkpoints/update-00000100") is None


def test_the_same_list_is_no_news(qapp, qtbot) -> None:
    workspace = Workspace()
    workspace.set_models((ENCDEC, SEARCH))
    with qtbot.assertNotEmitted(workspace.models_changed):
        workspace.set_models((ENCDEC, SEARCH))


def test_another_model_takes_away_what_the_last_one_said(translation: Translation) -> None:
    translation.set_model(SEARCH)
    assert translation.trace is None


@pytest.mark.parametrize(
    ("asked", "selected"),
    [
        (Selection(step=2), Selection(step=2)),
        (Selection(step=99), Selection(step=3)),
        (Selection(step=-1, hypothesis=1), Selection(step=0, hypothesis=1)),
        (Selection(step=1, hypothesis=50), Selection(step=1, hypothesis=2)),
    ],
)
def test_a_selection_stays_within_the_trace(translation: Translation, asked, selected) -> None:
    translation.select(asked)
    assert translation.selection == selected


def test_the_same_selection_is_told_once(translation: Translation, qtbot) -> None:
    with qtbot.waitSignal(translation.selection_changed, timeout=100):
        translation.select_step(2)
    with qtbot.assertNotEmitted(translation.selection_changed):
        translation.select_step(2)


def test_live_steps_select_the_newest_and_the_result_the_first(qapp) -> None:
    translation = Translation("here")
    trace = made_trace("one two three")
    translation.show_step(first_steps(trace, 2))
    assert (translation.selection.step, translation.is_live, translation.progress) == (1, True, "decoding")
    translation.show_result(trace)
    assert (translation.selection.step, translation.is_live, translation.progress) == (0, False, "done")


def test_a_failure_takes_away_half_a_translation_and_gives_back_the_last_whole_one(
    translation: Translation,
) -> None:
    whole = translation.trace
    translation.fail()
    assert translation.trace is whole
    translation.select_step(2)
    translation.expect(Question("a b"))
    translation.show_step(first_steps(made_trace("a b"), 1))
    translation.fail()
    assert translation.trace is whole
    assert (translation.selection.step, translation.is_live, translation.progress) == (2, False, "failed")


def test_a_failure_of_the_first_translation_leaves_nothing(qapp) -> None:
    translation = Translation("here")
    translation.show_step(first_steps(made_trace("a b"), 1))
    translation.fail()
    assert (translation.trace, translation.progress) == (None, "failed")


def test_a_translation_of_nothing_has_no_steps(qapp) -> None:
    translation = Translation("here")
    translation.show_result(made_trace(""))
    assert translation.steps == 0
    translation.select_step(3)
    assert translation.selection.step == 0


def test_a_typed_translation_is_dropped_with_its_sentence_and_kept_with_another_model(qapp) -> None:
    workspace = Workspace()
    workspace.set_models((SEARCH, ENCDEC))
    told = []
    workspace.translation.target_changed.connect(lambda: told.append(workspace.translation.target_text))
    workspace.translation.set_target("")
    workspace.translation.set_model(ENCDEC)
    assert workspace.translation.target_text == ""
    workspace.set_source_text("another sentence")
    assert told == ["", None]


def test_the_models_own_score_is_that_of_its_last_translation_of_the_same_sentence(qapp) -> None:
    translation = Translation("here", most_states=9)
    own = made_trace("one two", slots=2)

    def answer(question: Question, trace: DecodingTrace) -> float | None:
        translation.expect(question)
        translation.show_result(trace)
        return translation.own_score

    forced = made_forced_trace("one two", "ONE TROIS")
    assert answer(Question("one two"), own) == own.hypotheses[0].score
    assert answer(Question("one two", "ONE TROIS"), forced) == own.hypotheses[0].score
    assert answer(Question("one three", "ONE"), made_forced_trace("one three", "ONE")) is None
    assert answer(Question("one two", "ONE", decoding=DecodingChoice(2, 1)), forced) is None
    newer = replace(forced, meta={"fingerprint": "of another checkpoint"})
    assert answer(Question("one two", "ONE TROIS"), newer) is None
    translation.set_model(ENCDEC)
    assert answer(Question("one two", "ONE TROIS"), forced) is None
