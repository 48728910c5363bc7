"""The one vector that a fixed-vector model makes of a sentence, and where such vectors lie (S, figure 2).

Torch-free: a vector is read from a trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import CorpusError
from engine.trace import DecodingTrace, Floats

Reals = NDArray[np.float64]


@dataclass(frozen=True)
class PrincipalPlane:
    """points: N × 2, each sentence's place. shares: of the variance that each of the two directions holds."""

    points: Reals
    shares: tuple[float, float]


def fixed_vector(trace: DecodingTrace) -> Floats | None:
    """All that the decoder of a fixed-vector model gets; None for a model with attention, or without a step.

    RNNencdec: the context vector c. LSTM seq2seq: the last outputs h of all layers, the lowest first, then
    their cells c: 2 · layers · units numbers.
    """
    if trace.weights is not None:
        return None
    if trace.initial_cells is not None and trace.initial_state is not None:
        return np.concatenate([trace.initial_state, trace.initial_cells])
    return None if trace.contexts is None or not len(trace.contexts) else trace.contexts[0, 0]


def principal_plane(vectors: Sequence[Floats]) -> PrincipalPlane:
    """The two directions in which the vectors differ most, by singular values of the centred vectors.

    A direction points to where its largest entry is positive, so that the same sentences give the same
    picture. Raises CorpusError for fewer than three vectors, of which a plane says nothing.
    """
    if len(vectors) < 3:
        raise CorpusError("There are fewer than three sentences.", "Give at least three, one a line.")
    rows = np.stack(vectors).astype(np.float64)
    centred = rows - rows.mean(axis=0)
    _, sizes, directions = np.linalg.svd(centred, full_matrices=False)
    two = directions[:2]
    largest = np.take_along_axis(two, np.abs(two).argmax(axis=1)[:, None], axis=1)
    two = two * np.where(largest < 0, -1.0, 1.0)
    variance = sizes**2
    shares = variance[:2] / max(float(variance.sum()), np.finfo(np.float64).tiny)
    return PrincipalPlane(centred @ two.T, (float(shares[0]), float(shares[1])))
