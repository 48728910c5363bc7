"""Links of two directions: sets by hand, and what must hold of any two sets."""

import random

import pytest

from engine.errors import ConfigError
from engine.evaluation.symmetrization import combined, turned, ways

FORWARD = frozenset({(0, 0), (1, 1), (1, 2), (4, 4)})
BACKWARD = frozenset({(0, 0), (1, 1), (2, 2), (6, 5)})


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ("intersection", {(0, 0), (1, 1)}),
        ("union", FORWARD | BACKWARD),
        # (1, 2) is beside (1, 1) links target 2, which has none; (2, 2) is beside both, and source 2.
        ("grow-diag", {(0, 0), (1, 1), (1, 2), (2, 2)}),
        ("grow-diag-final-and", {(0, 0), (1, 1), (1, 2), (2, 2), (4, 4), (6, 5)}),
    ],
)
def test_by_hand(how, wanted):
    assert combined(FORWARD, BACKWARD, how) == frozenset(wanted)


def test_final_and_adds_no_second_link_to_a_word():
    forward, backward = frozenset({(0, 0), (3, 0)}), frozenset({(0, 0), (5, 5), (5, 6)})
    assert combined(forward, backward, "grow-diag-final-and") == {(0, 0), (5, 5)}


def test_each_way_lies_between_intersection_and_union():
    draw = random.Random(2)
    for _ in range(200):
        sides = [
            frozenset((draw.randrange(6), draw.randrange(6)) for _ in range(draw.randrange(12))) for _ in "fb"
        ]
        found = {how: combined(*sides, how) for how in ways()}
        assert found["intersection"] <= found["grow-diag"] <= found["grow-diag-final-and"] <= found["union"]
        assert all(combined(sides[0], sides[0], how) == sides[0] for how in ways())


def test_turning_twice_changes_nothing():
    assert turned(frozenset({(1, 2)})) == {(2, 1)}
    assert turned(turned(FORWARD)) == FORWARD


def test_another_way_is_refused():
    with pytest.raises(ConfigError, match="grow-diag-final-and"):
        combined(FORWARD, BACKWARD, "both")
