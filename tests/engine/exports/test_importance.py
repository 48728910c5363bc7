"""Importance that was exported and read again is the importance that was found, and says what it is."""

import csv
import io
import json

import numpy as np
import pytest

from engine.exports.importance import (
    ImportanceNumbers,
    importance_csv_bytes,
    importance_json_bytes,
    importance_npy_bytes,
)
from tests.explorer.made_probes import made_importance
from tests.explorer.made_traces import made_trace


@pytest.fixture
def numbers() -> ImportanceNumbers:
    trace = made_trace('the "old" cat')
    found = made_importance(trace.source_text, trace.best().token_ids, "gradient")
    return ImportanceNumbers(trace, trace.best(), found)


def test_every_format_gives_back_every_number(numbers: ImportanceNumbers) -> None:
    values = numbers.found.values
    assert (
        np.load(io.BytesIO(importance_npy_bytes(numbers)), allow_pickle=False).tobytes() == values.tobytes()
    )
    record = json.loads(importance_json_bytes(numbers))
    assert np.array_equal(np.array(record["importance"], np.float32), values)
    assert record["target_tokens"] == list(numbers.hypothesis.tokens)
    text = importance_csv_bytes(numbers).decode()
    rows = list(csv.reader(line for line in text.splitlines() if not line.startswith("#")))
    assert rows[0][1:] == list(numbers.trace.source_tokens)
    assert np.array_equal(np.array([row[1:] for row in rows[1:]], np.float32), values)


def test_each_says_that_it_is_importance_and_of_what(numbers: ImportanceNumbers) -> None:
    origin = json.loads(importance_json_bytes(numbers))["provenance"]
    assert (origin["quantity"], origin["unit"]) == ("importance (gradient)", "nats")
    assert origin["source_text"] == numbers.trace.source_text
    assert '# quantity: "importance (gradient)"' in importance_csv_bytes(numbers).decode()
