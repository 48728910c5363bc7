"""What a run tells: its status and its metric records, to and from strict JSON.

JSON has no NaN and no infinity, and a training that goes wrong is full of them. They are written as the
texts "NaN", "Infinity" and "-Infinity" and come back as the numbers that they were.
"""

import functools
import json
import math
import time as clock
import typing
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, Literal, TypeVar

from engine.errors import EngineError

RunState = Literal["running", "paused", "stopped", "finished", "diverged", "failed"]
RUN_STATES: tuple[RunState, ...] = typing.get_args(RunState)
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_MOST = 1 << 53  # above all whole numbers of a record; larger ones are not exact as floats
Plain = TypeVar("Plain")


@dataclass(frozen=True)
class Problem:
    """An error as two sentences: what is wrong and what to do."""

    what: str
    remedy: str = ""

    @classmethod
    def of(cls, error: EngineError) -> "Problem":
        return cls(error.what, error.remedy)


@dataclass(frozen=True)
class RunStatus:
    """What status.json holds. Times are unix seconds; pid_started is a mark to compare, not a time.

    folder: where the writer finds the run; a status in another folder was copied there.
    skipped: updates of all sessions that changed nothing, for their gradient was not finite.
    preparing: what is being done to the corpus before training, empty from then on; prepared: the share of
    that work that is behind.
    """

    state: RunState
    pid: int
    pid_started: str
    host: str
    update: int = 0
    max_updates: int = 0
    epoch: int = 0
    heartbeat: float = 0.0
    started: float = 0.0
    error: Problem | None = None
    preset: str = ""
    folder: str = ""
    preparing: str = ""
    prepared: float = 0.0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class TrainRecord:
    """The training updates since the record before, as means. loss: negative log-likelihood a token, nats.

    cpu, gpu: the share in use, 0 to 1, of the cores that the process may use and of the GPU. What could not
    be measured, or was not yet when the run was made, is None.
    """

    kind: ClassVar[str] = "train"
    update: int
    epoch: int
    loss: float
    perplexity: float
    gradient_norm: float  # before clipping
    learning_rate: float
    tokens_per_second: float  # target tokens
    time: float = field(default_factory=clock.time)  # unix seconds
    clipped_norm: float | None = None  # of the gradient after clipping
    memory: float | None = None  # bytes: of the GPU where there is one, else those that the process keeps
    cpu: float | None = None
    gpu: float | None = None
    tokens: float | None = None  # target tokens learned from, in all sessions of the run
    wall: float | None = None  # seconds of training and validation, in all sessions, pauses left out
    passes: float | None = None  # over the training pairs; epoch counts the whole ones
    skipped: float | None = None  # updates without effect, their gradient not finite, in all sessions


@dataclass(frozen=True, slots=True)
class ValidationRecord:
    """One validation. loss: as in training, of the dev pairs; bleu, chrf, aer, token_accuracy: in percent.

    bleu, chrf: of free decoding; token_accuracy: under teacher forcing, the share of the target tokens to
    which the model gives the largest probability. tokens, wall, passes: as in training.
    """

    kind: ClassVar[str] = "validation"
    update: int
    epoch: int
    loss: float
    perplexity: float
    bleu: float
    bleu_signature: str
    seconds: float  # that the validation took
    time: float = field(default_factory=clock.time)
    chrf: float | None = None
    aer: float | None = None
    token_accuracy: float | None = None
    tokens: float | None = None
    wall: float | None = None
    passes: float | None = None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """The start of a process that trains. resumed_from: the update of the checkpoint it goes on from."""

    kind: ClassVar[str] = "session"
    update: int
    epoch: int
    resumed_from: int | None
    pid: int
    host: str
    time: float = field(default_factory=clock.time)


Record = TrainRecord | ValidationRecord | SessionRecord
_RECORDS: dict[str, type[Record]] = {cls.kind: cls for cls in (TrainRecord, ValidationRecord, SessionRecord)}


def to_line(record: Record) -> str:
    """The record as one line of strict JSON, without the line's end."""
    values = {name: _encoded(value) for name, value in asdict(record).items()}
    return json.dumps({"kind": record.kind, **values}, ensure_ascii=False, allow_nan=False)


def from_line(line: str | bytes) -> Record | None:
    """The record that a line holds; None for a kind that only a newer version knows.

    Raises ValueError where the line is no record.
    """
    values = _object(line)
    kind = values.get("kind")
    if not isinstance(kind, str):
        raise ValueError("the line does not say what kind of record it is")
    return _decoded(_RECORDS[kind], values) if kind in _RECORDS else None


def status_to_json(status: RunStatus) -> str:
    """The status as JSON."""
    values = {name: _encoded(value) for name, value in asdict(status).items()}
    return json.dumps(values, ensure_ascii=False, allow_nan=False, indent=1)


def status_from_json(text: str | bytes) -> RunStatus:
    """The status that `status_to_json` wrote; what only a newer version knows is left out.

    Raises ValueError where the text is no status.
    """
    values = _object(text)
    if values.get("state") not in RUN_STATES:
        raise ValueError(f"unknown state {values.get('state')!r}")
    error = values.pop("error", None)
    status = _decoded(RunStatus, values)
    if isinstance(error, dict):
        return replace(status, error=_decoded(Problem, error))
    return status


def _object(text: str | bytes) -> dict[str, Any]:
    try:
        values = json.loads(text)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(values, dict):
        raise ValueError("not a JSON object")
    return values


def _encoded(value: Any) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return next(name for name, number in _NOT_FINITE.items() if repr(number) == repr(value))
    return value


def _decoded(cls: type[Plain], values: dict[str, Any]) -> Plain:
    known = {
        name: value if type(value := values[name]) in right else _checked(name, types, value)
        for name, (right, types) in _types(typing.cast(Any, cls)).items()
        if name in values
    }
    try:
        return cls(**known)
    except TypeError as error:
        raise ValueError(f"a field is missing: {error}") from error


@functools.cache
def _types(cls: Any) -> dict[str, tuple[frozenset[type], tuple[type, ...]]]:
    """Every field of a record: the types in JSON of which any value is right, and those it may have."""
    hints = typing.get_type_hints(cls)
    hints["state"] = str  # one of RUN_STATES, which is checked apart
    types = {item.name: typing.get_args(hints[item.name]) or (hints[item.name],) for item in fields(cls)}
    return {name: (frozenset(may) - {int}, may) for name, may in types.items()}


def _checked(name: str, types: tuple[type, ...], value: Any) -> Any:
    """The value if it is of the field's type, a number's text made a number; else ValueError."""
    if value is not None and float in types:
        return _number(name, value)
    if type(value) in types and (type(value) is not int or 0 <= value < _MOST):
        return value
    raise ValueError(f"{name} is {value!r}, which it cannot be")


def _number(name: str, value: Any) -> float:
    if type(value) is float:
        return value
    if isinstance(value, str) and value in _NOT_FINITE:
        return _NOT_FINITE[value]
    if isinstance(value, str | bool):
        raise ValueError(f"{name} is {value!r}, not a number")
    try:
        return float(value)
    except (TypeError, OverflowError) as error:
        raise ValueError(f"{name} is {value!r}, not a number") from error
