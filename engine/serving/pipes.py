"""The two streams of frames of a serving process, kept apart from whatever else is read or printed."""

import os
from typing import BinaryIO


def private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output as our own streams; in their place come empty input and standard error."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink
