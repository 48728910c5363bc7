"""Records that travel as JSON: what is written comes back, and what does not fit is named."""

import json
import math
from dataclasses import dataclass, field
from enum import Enum

import pytest

from engine.errors import CheckpointError
from engine.evaluation.records import from_plain, to_plain


class Colour(Enum):
    RED = 1
    BLUE = 2


@dataclass(frozen=True)
class Inner:
    links: frozenset[tuple[int, int]]
    value: float | None = None


@dataclass(frozen=True)
class Outer:
    name: str
    inner: tuple[Inner, ...]
    by_name: dict[str, tuple[float | None, ...]]
    colour: Colour
    count: int = 0
    further: tuple[str, int] = field(default=("a", 1))


WHOLE = Outer(
    "ü", (Inner(frozenset({(0, 1), (2, 3)}), 1.5), Inner(frozenset())), {"x": (1.0, None)}, Colour.BLUE, 3
)


def test_what_is_written_comes_back():
    assert from_plain(Outer, json.loads(json.dumps(to_plain(WHOLE)))) == WHOLE


def test_what_is_not_finite_is_nothing():
    written = to_plain(Inner(frozenset(), math.inf))
    assert json.loads(json.dumps(written, allow_nan=False)) == {"links": [], "value": None}


@pytest.mark.parametrize(
    ("place", "value", "named"),
    [
        ("name", 3, "Outer.name"),
        ("count", True, "Outer.count"),
        ("count", 1.5, "Outer.count"),
        ("colour", "GREEN", "Outer.colour"),
        ("inner", {"links": []}, "Outer.inner"),
        ("inner", [{"value": 1.0}], "Outer.inner.links"),
        ("inner", [{"links": [[1]]}], "Outer.inner.links"),
        ("by_name", {"x": ["1"]}, "Outer.by_name.x"),
        ("further", ["a"], "Outer.further"),
    ],
)
def test_what_does_not_fit_is_named(place, value, named):
    with pytest.raises(CheckpointError, match=named):
        from_plain(Outer, {**to_plain(WHOLE), place: value})


def test_a_field_without_a_default_has_to_be_there():
    values = to_plain(WHOLE)
    del values["count"], values["name"]
    with pytest.raises(CheckpointError, match=r"Outer\.name is missing"):
        from_plain(Outer, values)
    with pytest.raises(CheckpointError):
        from_plain(Outer, [])
