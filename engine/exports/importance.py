"""The importance of source tokens for target tokens as numbers: CSV, JSON and .npy, with its provenance.

It is signed and in nats, and no alignment: links and the formats of alignment viewers are not made of it.
"""

import io
import json
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.exports.numbers import table_csv
from engine.exports.provenance import nine_digits, provenance
from engine.probes import Importance
from engine.trace import DecodingTrace, Hypothesis


@dataclass(frozen=True)
class ImportanceNumbers:
    """What was found for one hypothesis of a trace: a row a target token, a column a source token."""

    trace: DecodingTrace
    hypothesis: Hypothesis
    found: Importance

    def origin(self) -> dict[str, Any]:
        """The provenance, with what the numbers are."""
        told = {"quantity": f"importance ({self.found.method})", "unit": "nats"}
        return {**provenance(self.trace, self.hypothesis), **told}


def importance_csv_bytes(numbers: ImportanceNumbers) -> bytes:
    """A table as that of the weights (`engine.exports.numbers.csv_bytes`)."""
    tokens = numbers.trace.source_tokens, numbers.hypothesis.tokens
    return table_csv(numbers.origin(), *tokens, numbers.found.values)


def importance_json_bytes(numbers: ImportanceNumbers) -> bytes:
    """UTF-8 text of one JSON object: tokens of both sides, importance, provenance."""
    record = {
        "source_tokens": numbers.trace.source_tokens,
        "target_tokens": numbers.hypothesis.tokens,
        "importance": [[nine_digits(value) for value in row] for row in numbers.found.values],
        "provenance": numbers.origin(),
    }
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1)
    return (text + "\n").encode("utf-8", "replace")


def importance_npy_bytes(numbers: ImportanceNumbers) -> bytes:
    """The numbers as a .npy file, bit for bit; NumPy reads it with allow_pickle=False."""
    out = io.BytesIO()
    np.save(out, numbers.found.values, allow_pickle=False)
    return out.getvalue()
