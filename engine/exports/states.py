"""What the networks held while they read and wrote, as numbers: annotations, states, gates and cells.

A kind of numbers that the model does not have is left out. CSV and JSON carry the provenance inside; a .npy
file holds one kind alone, and `states_json_bytes` belongs beside it.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.exports.provenance import nine_digits, provenance
from engine.trace import DecodingTrace, Hypothesis

OF_STEPS = ("states", "update_gates", "reset_gates", "cells")


@dataclass(frozen=True)
class StateTable:
    """One kind of numbers. values: a row a token, a column a unit; the tokens are the rows' names."""

    name: str
    tokens: tuple[str, ...]
    values: NDArray[np.floating]


@dataclass(frozen=True)
class StateNumbers:
    """The numbers along one hypothesis of a trace."""

    trace: DecodingTrace
    hypothesis: Hypothesis

    def tables(self) -> Iterator[StateTable]:
        """annotations over the source tokens, the first state and cells alone, the others over the target."""
        trace, tokens = self.trace, tuple(self.hypothesis.tokens)
        if trace.annotations is not None and trace.annotations.size:
            yield StateTable("annotations", tuple(trace.source_tokens), trace.annotations)
        for name in ("initial_state", "initial_cells"):
            if (first := getattr(trace, name)) is not None:
                yield StateTable(name, ("",), first[None])
        for name in OF_STEPS:
            values = getattr(trace, name)
            if values is not None and values.size:
                yield StateTable(name, tokens, trace.along(values, self.hypothesis))


def states_csv_bytes(numbers: StateNumbers) -> bytes:
    """UTF-8 text: the provenance, a line `# name: JSON value` each; the head; a row a token of each kind.

    Kinds with fewer units than others have shorter rows. Every text is quoted, so no row begins with #.
    """
    out, tables = io.StringIO(), list(numbers.tables())
    for name, value in provenance(numbers.trace, numbers.hypothesis).items():
        out.write(f"# {name}: {json.dumps(value, ensure_ascii=False)}\n")
    table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    units = max((kind.values.shape[1] for kind in tables), default=0)
    table.writerow(["kind", "place", "token", *(f"unit {unit}" for unit in range(1, units + 1))])
    for kind in tables:
        for place, (token, row) in enumerate(zip(kind.tokens, kind.values, strict=True), start=1):
            table.writerow([kind.name, place, token, *map(nine_digits, row)])
    return out.getvalue().encode("utf-8", "replace")


def states_json_bytes(numbers: StateNumbers) -> bytes:
    """UTF-8 text of one JSON object: of each kind its tokens and values, and the provenance."""
    record = {
        kind.name: {
            "tokens": kind.tokens,
            "values": [[nine_digits(value) for value in row] for row in kind.values],
        }
        for kind in numbers.tables()
    }
    origin = provenance(numbers.trace, numbers.hypothesis)
    text = json.dumps({**record, "provenance": origin}, ensure_ascii=False, allow_nan=False, indent=1)
    return (text + "\n").encode("utf-8", "replace")


def states_npy_bytes(numbers: StateNumbers) -> dict[str, bytes]:
    """A .npy file of each kind by its name, bit for bit; NumPy reads them with allow_pickle=False."""
    files = {}
    for kind in numbers.tables():
        out = io.BytesIO()
        np.save(out, kind.values, allow_pickle=False)
        files[kind.name] = out.getvalue()
    return files
