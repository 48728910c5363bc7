"""One weight of a step given another value, while all of the step still sum to 1."""

from collections.abc import Sequence


def with_weight(weights: Sequence[float], position: int, value: float) -> tuple[float, ...]:
    """The J weights with this one at `value` (0 to 1); the others share the rest as they shared it before.

    Where the others have no weight they share it equally; a single position keeps all of it.
    """
    if len(weights) == 1:
        return (1.0,)
    value = min(max(value, 0.0), 1.0)
    others = sum(weight for index, weight in enumerate(weights) if index != position)
    if others > 0:
        rest = [weight * (1.0 - value) / others for weight in weights]
    else:
        rest = [(1.0 - value) / (len(weights) - 1)] * len(weights)
    return tuple(value if index == position else weight for index, weight in enumerate(rest))
