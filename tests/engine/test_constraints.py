"""Constraints as plain values, and what cannot be one."""

import json
from typing import Any

import pytest

from engine.constraints import UNCHANGED, Constraints, StepWeights, from_plain, to_plain
from engine.errors import ConfigError

EVERYTHING = Constraints(
    prefix=(3, 4),
    masked=(1,),
    temperature=0.5,
    attention="shuffled",
    seed=7,
    weights=(StepWeights(0, (0.25, 0.75, 0.0)), StepWeights(2, (1.0, 0.0, 0.0))),
)


@pytest.mark.parametrize(
    "constraints",
    [
        UNCHANGED,
        EVERYTHING,
        Constraints(prefix=(2,)),
        Constraints(attention="hard"),
        Constraints(masked=(0,)),
    ],
)
def test_plain_values_give_the_same_constraints(constraints: Constraints) -> None:
    assert from_plain(json.loads(json.dumps(to_plain(constraints)))) == constraints
    assert json.loads(json.dumps(to_plain(constraints))) == to_plain(constraints)


def test_what_changes_nothing_is_not_named() -> None:
    assert to_plain(UNCHANGED) == {}
    assert to_plain(Constraints(attention="uniform")) == {"attention": "uniform"}
    assert to_plain(Constraints(attention="shuffled")) == {"attention": "shuffled", "seed": 1}


def test_only_changed_weights_change_the_attention() -> None:
    assert not UNCHANGED.changes_attention
    assert not Constraints(prefix=(3,), seed=9).changes_attention
    assert Constraints(temperature=2.0).changes_attention
    assert Constraints(masked=(0,)).changes_attention
    assert Constraints(attention="hard").changes_attention
    assert Constraints(weights=(StepWeights(1, (1.0,)),)).changes_attention


@pytest.mark.parametrize(
    "values",
    [
        {"attention": "sideways"},
        {"temperature": 0},
        {"temperature": float("nan")},
        {"temperature": float("inf")},
        {"seed": -1},
        {"weights": [{"step": 0, "weights": [0.0, 0.0]}]},
        {"weights": [{"step": 0, "weights": [-1.0, 2.0]}]},
        {"weights": [{"step": 0, "weights": [float("nan"), 2.0]}]},
        {"weights": [{"step": 1, "weights": [1.0]}, {"step": 1, "weights": [2.0]}]},
        {"weights": [{"step": 0}]},
        {"weights": 5},
        {"prefix": ["a"]},
        {"prefix": 3},
        {"surprise": 1},
        [],
        "prefix",
        None,
    ],
)
def test_what_is_no_constraint_is_refused_in_words(values: Any) -> None:
    with pytest.raises(ConfigError) as refusal:
        from_plain(values)
    assert refusal.value.what.endswith(".")
    assert refusal.value.remedy
