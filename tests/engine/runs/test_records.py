import json
import math
from dataclasses import replace

import pytest

from engine.errors import RunError
from engine.runs.records import (
    Problem,
    RunStatus,
    SessionRecord,
    TrainRecord,
    ValidationRecord,
    from_line,
    status_from_json,
    status_to_json,
    to_line,
)

TRAIN = TrainRecord(
    update=3,
    epoch=1,
    loss=math.nan,
    perplexity=math.inf,
    gradient_norm=-math.inf,
    learning_rate=0.1,
    tokens_per_second=1234.5,
    time=99.25,
)
VALIDATION = ValidationRecord(
    update=3, epoch=1, loss=2.5, perplexity=12.0, bleu=0.1, bleu_signature="é|x", seconds=3.0, time=5.0
)
SESSION = SessionRecord(update=3, epoch=1, resumed_from=3, pid=12, host="h", time=5.0)


def _refuse(text: str) -> None:
    raise AssertionError(f"{text} is not strict JSON")


def test_numbers_that_are_none_survive_in_strict_json() -> None:
    line = to_line(TRAIN)
    values = json.loads(line, parse_constant=_refuse)
    assert (values["loss"], values["perplexity"], values["gradient_norm"]) == ("NaN", "Infinity", "-Infinity")
    read = from_line(line)
    assert isinstance(read, TrainRecord)
    assert math.isnan(read.loss)
    assert (read.perplexity, read.gradient_norm) == (math.inf, -math.inf)
    assert (read.update, read.epoch, read.learning_rate, read.time) == (3, 1, 0.1, 99.25)


@pytest.mark.parametrize("record", [VALIDATION, SESSION, SessionRecord(0, 0, None, 1, "h", time=1.0)])
def test_a_record_comes_back(record: ValidationRecord | SessionRecord) -> None:
    assert from_line(to_line(record)) == record
    assert "\n" not in to_line(record)


def test_the_line_has_the_agreed_names() -> None:
    values = json.loads(to_line(VALIDATION))
    assert set(values) == {
        "kind", "update", "epoch", "time", "loss", "perplexity", "bleu", "bleu_signature", "seconds",
        "chrf", "aer", "token_accuracy", "tokens", "wall", "passes",
    }  # fmt: skip
    assert values["kind"] == "validation"
    assert json.loads(to_line(SESSION))["resumed_from"] == 3


def test_a_whole_number_is_a_number_and_what_is_newer_is_passed_over() -> None:
    values = json.loads(to_line(VALIDATION)) | {"loss": 2, "invented_later": [1]}
    assert from_line(json.dumps(values)) == ValidationRecord(3, 1, 2.0, 12.0, 0.1, "é|x", 3.0, time=5.0)
    assert from_line('{"kind": "invented later", "update": 1}') is None


@pytest.mark.parametrize(
    "change",
    [
        {"update": "3"},
        {"update": 3.0},
        {"update": True},
        {"update": None},
        {"update": -1},
        {"update": 10**400},
        {"loss": None},
        {"loss": "big"},
        {"loss": True},
        {"loss": 10**400},
        {"bleu_signature": 4},
        {"kind": ["validation"]},
        {"kind": None},
    ],
)
def test_a_value_of_the_wrong_type_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_line(json.dumps(json.loads(to_line(VALIDATION)) | change))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "[]",
        "3",
        "{}",
        '{"kind": "train"}',
        "\0" * 20,
        b"\xff\xfe",
        "[" * 100_000,
        '{"kind": "session"',
    ],
)
def test_a_line_that_is_no_record_is_refused(line: str | bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_line(line)


def test_a_resumed_session_has_a_whole_number() -> None:
    with pytest.raises(ValueError, match="resumed_from"):
        from_line(json.dumps(json.loads(to_line(SESSION)) | {"resumed_from": "3"}))


def test_a_status_comes_back_and_unknown_keys_are_passed_over() -> None:
    error = Problem.of(RunError("It broke.", "Mend it."))
    status = RunStatus("failed", 12, "mark", "h", update=5, heartbeat=math.nan, error=error, preset="p")
    values = json.loads(status_to_json(status), parse_constant=_refuse) | {"invented_later": 1}
    read = status_from_json(json.dumps(values))
    assert math.isnan(read.heartbeat)
    assert (read.state, read.update, read.error, read.preset) == ("failed", 5, error, "p")


@pytest.mark.parametrize(
    "change", [{"state": "dreaming"}, {"pid": "1"}, {"error": {"what": 3}}, {"state": None}, {"host": None}]
)
def test_a_status_that_is_none_is_refused(change: dict[str, object]) -> None:
    values = json.loads(status_to_json(RunStatus("running", 1, "m", "h")))
    with pytest.raises(ValueError, match=r"."):
        status_from_json(json.dumps(values | change))


def test_what_is_measured_since_is_optional() -> None:
    """Runs of before open: what they lack is None, and None comes back as None."""
    old = json.loads(to_line(TRAIN))
    for name in ("clipped_norm", "memory", "cpu", "gpu", "tokens", "wall"):
        assert old.pop(name) is None
    read = from_line(json.dumps(old))
    assert isinstance(read, TrainRecord)
    assert (read.clipped_norm, read.memory, read.wall) == (None, None, None)
    new = replace(VALIDATION, chrf=31.5, aer=math.nan, token_accuracy=62.0, tokens=1e9, wall=7.25)
    again = from_line(to_line(new))
    assert isinstance(again, ValidationRecord)
    assert math.isnan(again.aer)
    assert replace(again, aer=0.0) == replace(new, aer=0.0)


@pytest.mark.parametrize("value", ["big", True, [], 10**400])
def test_an_optional_number_is_a_number(value: object) -> None:
    with pytest.raises(ValueError, match="chrf"):
        from_line(json.dumps(json.loads(to_line(VALIDATION)) | {"chrf": value}))
