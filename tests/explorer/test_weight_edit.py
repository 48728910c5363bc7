"""A weight is given another value: the others keep their proportions, and the sum stays 1."""

import random

import pytest

from explorer.weight_edit import with_weight


def test_the_others_keep_their_proportions() -> None:
    draw = random.Random(2)
    for _ in range(100):
        weights = [draw.random() for _ in range(draw.randint(2, 9))]
        weights = [weight / sum(weights) for weight in weights]
        position, value = draw.randrange(len(weights)), draw.random()
        changed = with_weight(weights, position, value)
        assert changed[position] == value
        assert sum(changed) == pytest.approx(1.0)
        others = [index for index in range(len(weights)) if index != position]
        for a in others:
            for b in others:
                assert changed[a] * weights[b] == pytest.approx(changed[b] * weights[a])


@pytest.mark.parametrize(
    ("weights", "value", "expected"),
    [
        ((1.0, 0.0, 0.0), 0.5, (0.5, 0.25, 0.25)),
        ((0.5, 0.5), 1.2, (1.0, 0.0)),
        ((0.5, 0.5), -1.0, (0.0, 1.0)),
        ((1.0,), 0.3, (1.0,)),
    ],
)
def test_at_the_ends(weights, value, expected) -> None:
    assert with_weight(weights, 0, value) == pytest.approx(expected)
