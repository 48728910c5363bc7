"""One quantity of one run over an axis, and the lines that are drawn of it, thinned for the screen."""

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from explorer.plots.extremes import Extremes, Places

Floats = NDArray[np.float64]
Scale = Literal["linear", "log"]
NOTHING: Floats = np.zeros(0)
NO_PLACES: Places = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Curve:
    """x: rising, one for each value; values may be NaN or infinite. run, part: which run, and what of it.

    A measured curve (one value a validation) has points, a dense one a smoothed line above the raw one.
    branches: x and values of what was trained past a point from which the run was resumed. is_second: drawn
    thinner, for another dense curve of the run stands beside it. breaks: which values come after a gap.
    colour: which of the colours of runs. source: as of explorer.run_curves.Measure.
    """

    run: str
    part: str
    x: Floats
    values: Floats
    kind: Literal["dense", "measured"] = "dense"
    branches: tuple[tuple[Floats, Floats], ...] = ()
    colour: int = 0
    source: object = None
    is_second: bool = False
    breaks: Places = field(default_factory=lambda: NO_PLACES)


class Strand:
    """A line of values over an axis that can be drawn thinned."""

    def __init__(self) -> None:
        self.x, self.values = NOTHING, NOTHING
        self._breaks = NO_PLACES
        self._extremes = Extremes()

    def extend(self, x: Floats, values: Floats, breaks: Places) -> None:
        """The whole axis, the values at its end that are new, and which of all values come after a gap."""
        self.x, self._breaks = x, breaks
        self.values = np.concatenate([self.values, values]) if len(self.values) else values
        self._extremes.take(self.values)

    def seen(self, begin: float, end: float, columns: int) -> tuple[Floats, Floats]:
        """What is to be drawn between two places of the axis; NaN where the line is broken."""
        part = visible_part(self.x, begin, end)
        kept = self._extremes.kept(part.start, part.stop, columns)
        values = self.values[kept]
        values = np.where(np.isfinite(values), values, np.nan)
        pieces = np.searchsorted(self._breaks, kept, side="right")  # in which piece of the line each stands
        begins = np.flatnonzero(np.diff(pieces)) + 1
        return np.insert(self.x[kept], begins, self.x[kept[begins]]), np.insert(values, begins, np.nan)


def visible_part(x: Floats, begin: float, end: float) -> slice:
    """The values between two places, and one more at each side so that the line leaves the picture."""
    first = int(np.searchsorted(x, begin, side="left"))
    last = int(np.searchsorted(x, end, side="right"))
    return slice(max(first - 1, 0), max(min(last + 1, len(x)), first))


def scaled(values: Floats, scale: Scale) -> Floats:
    """As drawn: the logarithm of 0 is -inf, that of less is NaN."""
    if scale == "linear":
        return values
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.log10(values)
