"""What-ifs in words: every kind of step and of change has a name that says what it does."""

from dataclasses import replace

import pytest

from engine.constraints import Constraints, StepWeights
from explorer.views.what_if_words import changes, signed, step_name, step_names
from explorer.what_if import DecodingChoice, History, Question, State
from tests.explorer.made_traces import made_trace

TEXT = "one two three"
TRACE = made_trace(TEXT)
ONE, TWO, THREE = TRACE.best().token_ids[:3]
OTHER = next(number for number, word in TRACE.candidate_tokens.items() if word == "TWOTWO")
ROW = StepWeights(2, (1.0, 0.0, 0.0, 0.0))


def plain(text: str) -> str:
    """Without the marks that keep right-to-left words apart."""
    return text.translate({0x2068: None, 0x2069: None})


def asked(*parts: tuple[str, object], source: str = TEXT, target: str | None = None) -> State:
    constraints = replace(Constraints(), **dict(parts))
    return State(Question(source, target, constraints), TRACE)


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        (asked(), asked(source="one three"), "Delete ‘two’"),
        (asked(), asked(source="three"), "Delete ‘one two’"),
        (asked(), asked(source="one two three four"), "Edit source"),
        (asked(), asked(source="one three two"), "Edit source"),
        (asked(), asked(target="UN"), "Typed translation"),
        (asked(target="UN"), asked(target="DEUX"), "Typed translation"),
        (asked(target="UN"), asked(), "The model's own translation"),
        (asked(), asked(("prefix", (ONE, OTHER))), "Force ‘TWOTWO’ at step 2"),
        (asked(), asked(("prefix", (ONE, TWO))), "Fix ‘ONE TWO’"),
        (asked(("prefix", (ONE,)), ("masked", (0,))), asked(("masked", (0,))), "Beginning free again"),
        (asked(), asked(("masked", (1,))), "Mask ‘two’"),
        (asked(("masked", (0,))), asked(("masked", (0, 3))), "Mask ‘⟨end⟩’"),
        (asked(("masked", (0, 1))), asked(("masked", (1,))), "Unmask ‘one’"),
        (asked(), asked(("attention", "uniform")), "Uniform attention"),
        (asked(), asked(("attention", "shuffled")), "Shuffled attention"),
        (asked(), asked(("attention", "hard")), "Hard attention"),
        (asked(), asked(("attention", "shifted")), "Shifted attention"),
        (
            asked(("attention", "hard"), ("masked", (0,))),
            asked(("masked", (0,))),
            "The model's own attention",
        ),
        (asked(), asked(("temperature", 0.5)), "Temperature 0.5"),
        (asked(), asked(("weights", (ROW,))), "Weights of step 3"),
        (asked(("weights", (ROW,)), ("masked", (0,))), asked(("masked", (0,))), "Own weights at step 3"),
        (asked(), asked(), "Newer checkpoint"),
    ],
)
def test_a_step_is_named_by_what_it_does(before: State, after: State, name: str) -> None:
    assert plain(step_name(before, after)) == name


@pytest.mark.parametrize(
    ("choice", "name"), [(DecodingChoice(1, 1), "Beam size 1"), (DecodingChoice(5, 2), "2 hypotheses")]
)
def test_the_settings_of_decoding_have_names_too(choice: DecodingChoice, name: str) -> None:
    before = asked()
    assert step_name(before, State(replace(before.question, decoding=choice), TRACE)) == name


def test_the_first_state_is_named_by_its_sentence() -> None:
    history = History((asked(), asked(("attention", "hard"))), 1)
    assert [plain(name) for name in step_names(history)] == ["Translate ‘one two three’", "Hard attention"]
    assert step_names(History()) == ()


def test_every_change_is_told_and_taken_away_alone() -> None:
    constraints = Constraints((ONE, TWO, THREE, OTHER), (0, 2), 2.0, "shifted", 1, (ROW,))
    question = Question(TEXT, "UN", constraints)
    found = changes(question, TRACE)
    assert [plain(change.text) for change in found] == [
        "Your translation is forced",
        "Begins with ‘… TWO THREETHREE TWOTWO’",
        "‘one’ is masked",
        "‘three’ is masked",
        "Shifted attention",
        "Temperature 2",
        "Weights of step 3",
    ]
    rest = question
    for count in range(len(found), 0, -1):
        assert len(changes(rest, TRACE)) == count
        rest = changes(rest, TRACE)[0].without
    assert rest == question.own()


def test_the_models_own_translation_has_no_changes() -> None:
    assert changes(Question(TEXT), TRACE) == ()


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, "+0.50"), (-1.234, "−1.23"), (0.0, "0.00"), (1e-9, "0.00")]
)
def test_a_change_has_its_sign(value: float, text: str) -> None:
    assert signed(value) == text
