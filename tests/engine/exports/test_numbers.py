"""Exported numbers: what other programs read back is what the trace holds, bit for bit."""

import csv
import io
import json

import numpy as np
import pytest

from engine.errors import EngineError
from engine.exports.numbers import (
    AlignmentNumbers,
    csv_bytes,
    json_bytes,
    npy_bytes,
    pharaoh_bytes,
    table_text,
)
from engine.trace import DecodingTrace, Hypothesis

SOURCE = ("#1", 'say "so", now', "شهر", "</s>")
META = {"model": "made", "fingerprint": "ab12", "decode": {"beam_size": 2}, "version": "0.1.0"}
# slot 1 of step 1 and slot 0 of step 2 come from slot 1 of step 0
PARENTS = np.array([[0, 0], [0, 1], [1, 1]])
PATH = ((0, 1), (1, 1), (2, 0))  # (step, slot) of the hypothesis


def made(weights: np.ndarray | None) -> AlignmentNumbers:
    chosen = Hypothesis(2, 0, ("# eins", "a\nb\u2028c", "</s>"), (7, 8, 0), "eins zwei", -1.5, -0.5, True)
    log_probs = np.array([[-9.0, -0.1], [-9.0, -0.2], [-0.3, -9.0]], np.float32)
    trace = DecodingTrace(
        source_text="#1 say\nشهر",
        source_tokens=SOURCE,
        source_ids=np.array([4, 5, 6, 0]),
        source_spans=((0, 2), (3, 6), (7, 10), (10, 10)),
        reading_order=np.arange(4),
        token_ids=np.array([[9, 7], [9, 8], [0, 9]]),
        parents=PARENTS,
        log_probs=log_probs,
        scores=log_probs,
        hypotheses=(chosen,),
        weights=weights,
        constraints={"prefix": ["# eins"]},
        meta=META,
    )
    return AlignmentNumbers(trace, chosen)


@pytest.fixture(scope="module")
def weights() -> np.ndarray:
    """Step x slot x position, without a pattern, each row summing to 1."""
    draw = np.random.default_rng(3).random((3, 2, 4)) ** 8
    return (draw / draw.sum(axis=-1, keepdims=True)).astype(np.float32)


def along_path(weights: np.ndarray) -> np.ndarray:
    return np.array([weights[step, slot] for step, slot in PATH])


def test_csv_reads_back_bit_for_bit(weights: np.ndarray) -> None:
    lines = csv_bytes(made(weights)).decode().split("\n")
    comments = [line for line in lines if line.startswith("#")]
    assert lines[: len(comments)] == comments, "comments stand before the table and nowhere in it"
    table = list(csv.reader(io.StringIO("\n".join(lines[len(comments) :]), newline="")))
    assert tuple(table[0][1:]) == SOURCE
    assert [row[0] for row in table[1:]] == ["# eins", "a\nb\u2028c", "</s>"]
    read = np.array([row[1:] for row in table[1:]]).astype(np.float32)
    assert read.tobytes() == along_path(weights).tobytes()


def test_csv_comments_are_the_provenance(weights: np.ndarray) -> None:
    numbers = made(weights)
    comments = [line for line in csv_bytes(numbers).decode().split("\n") if line.startswith("# ")]
    read = {name: json.loads(value) for name, value in (line[2:].split(": ", 1) for line in comments)}
    assert read["source_text"] == "#1 say\nشهر"
    assert read["translation"] == "eins zwei"
    assert read["constraints"] == {"prefix": ["# eins"]}
    assert {name: read[name] for name in META} == META
    assert read == json.loads(json_bytes(numbers))["provenance"]


def test_json_reads_back_bit_for_bit(weights: np.ndarray) -> None:
    read = json.loads(json_bytes(made(weights)))
    assert tuple(read["source_tokens"]) == SOURCE
    assert read["target_tokens"] == ["# eins", "a\nb\u2028c", "</s>"]
    assert np.array(read["weights"], np.float32).tobytes() == along_path(weights).tobytes()
    assert np.array_equal(np.array(read["log_probabilities"], np.float32), np.float32([-0.1, -0.2, -0.3]))


def test_npy_reads_back_without_pickle(weights: np.ndarray) -> None:
    read = np.load(io.BytesIO(npy_bytes(made(weights))), allow_pickle=False)
    assert read.dtype == np.float32
    assert np.array_equal(read, along_path(weights))


def test_links_leave_end_of_sentence_out_on_both_sides() -> None:
    weights = np.zeros((3, 2, 4), np.float32)
    weights[0, 1] = [0.1, 0.2, 0.6, 0.1]
    weights[1, 1] = [0.3, 0.1, 0.1, 0.5]  # most on end of sentence: the best word is taken
    weights[2, 0] = [0.9, 0.0, 0.0, 0.1]  # the row of end of sentence itself
    assert pharaoh_bytes(made(weights)) == b"0-1 2-0\n"


def test_the_clipboard_table_has_a_line_a_token(weights: np.ndarray) -> None:
    lines = table_text(made(weights)).removesuffix("\n").split("\n")
    cells = [line.split("\t") for line in lines]
    assert cells[0] == ["", *SOURCE]
    assert [row[0] for row in cells[1:]] == ["# eins", "a b\u2028c", "</s>"]
    read = np.array([row[1:] for row in cells[1:]]).astype(np.float32)
    assert np.array_equal(read, along_path(weights))


def test_what_json_has_no_number_for_is_null(weights: np.ndarray) -> None:
    numbers = made(weights)
    numbers.trace.log_probs[2, 0] = -np.inf
    assert json.loads(json_bytes(numbers))["log_probabilities"][2] is None


def test_a_model_without_attention_is_refused() -> None:
    with pytest.raises(EngineError, match="no attention"):
        made(None)
