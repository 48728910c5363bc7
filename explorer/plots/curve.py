"""One quantity over the updates of a run, and what is made of it for the screen: smoothing and thinning."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST_DECAYED = 1e-8  # a block of the moving average ends before its weights get smaller than this


@dataclass(frozen=True)
class Curve:
    """updates: rising, one for each value; values may be NaN or infinite.

    A measured curve (one value a validation) has points, a dense one has a smoothed line above the raw one.
    branches: updates and values of what was trained past a point from which the run was resumed.
    """

    name: str
    updates: Floats
    values: Floats
    kind: Literal["dense", "measured"] = "dense"
    branches: tuple[tuple[Floats, Floats], ...] = ()


def smoothed(values: Floats, span: int) -> Floats:
    """The exponential moving average over about `span` values, weighted so that it starts without a bias.

    What is not finite counts for nothing and stays a gap. A constant stays that constant.
    """
    finite = np.isfinite(values)
    decay = 1.0 - 2.0 / (span + 1.0)
    if span <= 1 or not finite.any():
        return np.where(finite, values, np.nan)
    weighted = _decayed_sums(np.where(finite, values, 0.0), decay)
    counted = _decayed_sums(finite.astype(np.float64), decay)
    return np.where(finite, weighted / np.where(finite, counted, 1.0), np.nan)


def _decayed_sums(values: Floats, decay: float) -> Floats:
    """s_n = decay * s_(n-1) + x_n, in blocks that are short enough not to lose digits."""
    block = max(1, int(np.log(LEAST_DECAYED) / np.log(decay)))
    factors = decay ** np.arange(1, min(block, len(values)) + 1)
    sums = np.empty_like(values)
    carried = 0.0
    for begin in range(0, len(values), block):
        part = values[begin : begin + block]
        scale = factors[: len(part)]
        sums[begin : begin + block] = scale * (np.cumsum(part / scale) + carried)
        carried = sums[begin + len(part) - 1]
    return sums


def thinned(updates: Floats, values: Floats, columns: int) -> tuple[Floats, Floats]:
    """At most two points a column, the smallest and the largest of those it stands for, in their order.

    No spike is lost. A column with nothing but NaN stays a gap; infinite values are to be taken out before.
    """
    size = len(values) // max(columns, 1)
    if size <= 2:
        return updates, values
    whole = len(values) // size * size
    blocks = values[:whole].reshape(-1, size)
    low = np.argmin(np.where(np.isnan(blocks), np.inf, blocks), axis=1)
    high = np.argmax(np.where(np.isnan(blocks), -np.inf, blocks), axis=1)
    begins = np.arange(0, whole, size)
    kept = np.stack([begins + np.minimum(low, high), begins + np.maximum(low, high)], axis=1).ravel()
    kept = np.concatenate([kept, np.arange(whole, len(values))])
    return updates[kept], values[kept]


def visible_part(updates: Floats, begin: float, end: float) -> slice:
    """The values between two updates, and one more at each side so that the line leaves the picture."""
    first = int(np.searchsorted(updates, begin, side="left"))
    last = int(np.searchsorted(updates, end, side="right"))
    return slice(max(first - 1, 0), last + 1)


def smoothing_span(count: int) -> int:
    """About a fiftieth of the values, as a power of two, so that it seldom changes while a run grows."""
    return 1 << max(0, (count // 50).bit_length() - 1)
