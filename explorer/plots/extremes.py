"""Which values of a long row have to be drawn so that no spike is lost: the extremes of blocks of values.

The blocks are kept at several sizes and begin at the same values whatever is seen, so that a picture costs
as many steps as it is wide, however long the row is, and does not shimmer while it is moved.
"""

import numpy as np
from numpy.typing import NDArray

FACTOR = 16  # between one size of blocks and the next
FEW = 2  # values a column that are all drawn
LOW, HIGH = 1.0, -1.0  # what is looked for is the smallest value times this

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


class Extremes:
    """Where the smallest and the largest number of each block stands, in a row that grows at its end."""

    def __init__(self) -> None:
        self._values: Floats = np.zeros(0)
        self._levels: list[tuple[Places, Places]] = []  # of blocks of FACTOR, FACTOR², … values

    def take(self, values: Floats) -> None:
        """The row, which begins with the values that were taken before."""
        self._values = values
        size, level = FACTOR, 0
        while len(values) >= size:
            if level == len(self._levels):
                self._levels.append((_NONE, _NONE))
            self._extend(level, len(values) // size)
            size, level = size * FACTOR, level + 1

    def kept(self, begin: int, end: int, columns: int) -> Places:
        """The places from `begin` to `end` to be drawn in so many columns of pixels, in their order.

        Those at both ends may lie a little outside. What is not finite is kept only where a block has
        nothing else.
        """
        in_column = (end - begin) // max(columns, 1)
        if in_column <= FEW:
            return np.arange(begin, end)
        size, level = 1, -1
        while size * FACTOR <= in_column:
            size, level = size * FACTOR, level + 1
        together = 1 << ((in_column // size).bit_length() - 1)  # blocks; as a power of two it seldom changes
        step = size * together
        first, last = begin // step * together, -(-end // step) * together
        low, high = self._candidates(level, size, first, last)
        low, high = self._pick(low, together, LOW), self._pick(high, together, HIGH)
        return np.unique(np.stack([low, high]))

    def _extend(self, level: int, blocks: int) -> None:
        """Add the blocks of a level that have become whole."""
        low, high = self._levels[level]
        size = FACTOR ** (level + 1)
        if blocks > len(low):
            found = self._candidates(level - 1, size // FACTOR, len(low) * FACTOR, blocks * FACTOR)
            more = self._pick(found[0], FACTOR, LOW), self._pick(found[1], FACTOR, HIGH)
            self._levels[level] = np.concatenate([low, more[0]]), np.concatenate([high, more[1]])

    def _candidates(self, level: int, size: int, first: int, last: int) -> tuple[Places, Places]:
        """The extremes of blocks `first` to `last` of a level, and of what lies behind its whole blocks."""
        if level < 0:
            places = np.arange(first, min(last, len(self._values)))
            return places, places
        low, high = self._levels[level]
        rest = np.arange(len(low) * size, len(self._values))
        if last <= len(low) or not len(rest):
            return low[first:last], high[first:last]
        ends = self._pick(rest, len(rest), LOW), self._pick(rest, len(rest), HIGH)
        return np.concatenate([low[first:], ends[0]]), np.concatenate([high[first:], ends[1]])

    def _pick(self, places: Places, together: int, sign: float) -> Places:
        """Of every `together` places the one with the smallest number times `sign`."""
        missing = -len(places) % together
        groups = np.pad(places, (0, missing), mode="edge").reshape(-1, together)
        values = sign * self._values[groups]
        values[~np.isfinite(values)] = np.inf
        return groups[np.arange(len(groups)), np.argmin(values, axis=1)]


_NONE: Places = np.zeros(0, dtype=np.int64)
