"""How far along its colour map a weight stands: linear, square root or logarithmic."""

import numpy as np
from numpy.typing import NDArray

LINEAR, ROOT, LOGARITHM = "linear", "root", "logarithm"
DECADES = 4  # of the logarithmic scale: from 0.0001, below which all is the first colour, to 1
_TICKS = {
    LINEAR: ((0.0, "0"), (0.5, "0.5"), (1.0, "1")),
    ROOT: ((0.0, "0"), (0.25, "0.25"), (1.0, "1")),
    LOGARITHM: ((10.0**-DECADES, "\u226410\u207b\u2074"), (0.01, "0.01"), (1.0, "1")),
}


def shares(weights: NDArray[np.floating], scale: str) -> NDArray[np.float64]:
    """Weights of 0 to 1 as shares of 0 to 1 of the way along a colour map; no picture stretches them."""
    clipped = np.clip(weights.astype(np.float64), 0.0, 1.0)
    if scale == ROOT:
        return np.sqrt(clipped)
    if scale == LOGARITHM:
        return 1.0 + np.log10(np.maximum(clipped, 10.0**-DECADES)) / DECADES
    return clipped


def ticks(scale: str) -> tuple[tuple[float, str], ...]:
    """Where the marks of a legend stand, as shares of its length, and the weights that they name."""
    weights = np.array([weight for weight, _ in _TICKS[scale]])
    texts = [text for _, text in _TICKS[scale]]
    return tuple(zip(shares(weights, scale).tolist(), texts, strict=True))
