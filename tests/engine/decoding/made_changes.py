"""What the tests of constrained decoding share: a text, settings, and two traces that have to be the same."""

import numpy as np

from engine.config import DecodeConfig
from engine.trace import DecodingTrace

TEXT = "big red cat"  # four positions with end of sentence
TARGET = "RED CAT SEA"  # four steps
GREEDY = DecodeConfig(beam_size=1, max_length=6)
BEAM = DecodeConfig(beam_size=4, n_best=4, max_length=6)


def same(one: DecodingTrace, other: DecodingTrace) -> None:
    """Bit for bit, but for the note of the constraints and the time."""
    assert one.hypotheses == other.hypotheses
    for name, value in vars(one).items():
        if isinstance(value, np.ndarray):
            assert np.array_equal(value, getattr(other, name)), name
