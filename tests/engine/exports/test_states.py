"""States as numbers: what is read back from each kind of file is what the trace holds, bit for bit."""

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from engine.exports.states import StateNumbers, states_csv_bytes, states_json_bytes, states_npy_bytes
from tests.engine.exports.test_numbers import PATH, made


@pytest.fixture(scope="module")
def numbers() -> StateNumbers:
    draw = np.random.default_rng(11).normal
    trace = made(np.full((3, 2, 4), 0.25, np.float32)).trace
    full = replace(
        trace,
        annotations=draw(size=(4, 6)).astype(np.float32),
        initial_state=draw(size=3).astype(np.float32),
        initial_cells=draw(size=3).astype(np.float32),
        states=draw(size=(3, 2, 3)).astype(np.float32),
        update_gates=draw(size=(3, 2, 3)).astype(np.float32),
    )
    return StateNumbers(full, full.hypotheses[0])


def expected(numbers: StateNumbers) -> dict[str, np.ndarray]:
    trace = numbers.trace
    return {
        "annotations": trace.annotations,
        "initial_state": trace.initial_state[None],
        "initial_cells": trace.initial_cells[None],
        "states": np.array([trace.states[step, slot] for step, slot in PATH]),
        "update_gates": np.array([trace.update_gates[step, slot] for step, slot in PATH]),
    }


def test_arrays_are_the_trace_along_the_hypothesis_and_what_is_missing_has_none(numbers) -> None:
    read = {
        name: np.load(io.BytesIO(data), allow_pickle=False)
        for name, data in states_npy_bytes(numbers).items()
    }
    wanted = expected(numbers)
    assert read.keys() == wanted.keys()
    for name, values in wanted.items():
        assert read[name].tobytes() == values.tobytes()


def test_json_reads_back_with_its_tokens_and_its_origin(numbers) -> None:
    read = json.loads(states_json_bytes(numbers))
    for name, values in expected(numbers).items():
        assert np.array(read[name]["values"], np.float32).tobytes() == values.tobytes()
    assert tuple(read["annotations"]["tokens"]) == numbers.trace.source_tokens
    assert tuple(read["states"]["tokens"]) == numbers.hypothesis.tokens
    assert read["provenance"]["source_text"] == numbers.trace.source_text


def test_csv_reads_back_row_by_row(numbers) -> None:
    text = states_csv_bytes(numbers).decode()
    body = text[text.index('"kind"') :]
    table = list(csv.reader(io.StringIO(body, newline="")))
    assert table[0] == ["kind", "place", "token", *(f"unit {unit}" for unit in range(1, 7))]
    for name, values in expected(numbers).items():
        rows = [row for row in table[1:] if row[0] == name]
        assert [int(row[1]) for row in rows] == list(range(1, len(values) + 1))
        assert np.array([row[3:] for row in rows]).astype(np.float32).tobytes() == values.tobytes()
