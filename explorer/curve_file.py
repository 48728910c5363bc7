"""Curves as a file of comma-separated values: every value as it was recorded, nothing smoothed or thinned."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.run_curves import Floats, Measure


@dataclass(frozen=True)
class NamedMeasure:
    """A curve with the names of its run, of what it shows, and of the part of that, such as train or dev."""

    run: str
    quantity: str
    part: str
    measure: Measure


def csv_bytes(axis: str, curves: Sequence[NamedMeasure]) -> bytes:
    """One value a line, after a line of headings; axis: the heading of the places.

    branch is 0 on the line of training and counts what was trained past points of return from 1 on.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["run", "curve", "part", "branch", axis, "value"])
    for curve in curves:
        strands = [(curve.measure.x, curve.measure.values), *curve.measure.branches]
        for branch, (x, values) in enumerate(strands):
            names = (curve.run, curve.quantity, curve.part, branch)
            writer.writerows((*names, *pair) for pair in zip(_plain(x), values.tolist(), strict=True))
    return text.getvalue().encode()


def _plain(x: Floats) -> list[float | int]:
    """Whole numbers as such, for updates and tokens are."""
    return [int(place) if place.is_integer() else place for place in x.tolist()]
