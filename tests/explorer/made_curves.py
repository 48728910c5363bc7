"""Curves of runs, made of plain lists."""

import numpy as np

from explorer.run_curves import Columns, RunCurves, Strands
from explorer.services.run_metrics import TRAIN, VALIDATION


def made_columns(names, given):
    """Columns of these numbers; where a name is not given, or a number is None, nothing was measured."""
    count = max((len(numbers) for numbers in given.values()), default=0)
    rows = [given.get(name, [None] * count) for name in names]
    values = np.array(rows, dtype=np.float64).reshape(len(names), count)
    known = np.array([[number is not None for number in row] for row in rows], dtype=bool)
    return Columns(tuple(names), values, known.reshape(values.shape))


def made_curves(train=None, validation=None, branch=None, returns=(), source=None):
    """The curves of a run. branch: training columns past a point of return."""
    branches = (made_columns(TRAIN, branch),) if branch else ()
    return RunCurves(
        Strands(made_columns(TRAIN, train or {}), branches, source),
        Strands(made_columns(VALIDATION, validation or {}), (), source),
        returns,
    )
