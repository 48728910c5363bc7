"""The scalars of a run as TensorBoard shows them: the values of its metrics, never two at one step."""

import math
import struct
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest
from tensorboardX.proto.event_pb2 import Event, SessionLog

from engine.config import ExperimentConfig
from engine.runs.reader import RunReader
from engine.runs.records import TrainRecord, ValidationRecord
from engine.runs.writer import RunWriter

Scalars = dict[str, list[tuple[int, float]]]  # of each tag, (step, value) in the order of the picture


def _train(writer: RunWriter, begin: int, end: int, session: int) -> None:
    """Records of every tenth update, a validation at every fiftieth; their values tell the session."""
    for update in range(begin + 10, end + 1, 10):
        loss = math.nan if update == 30 else 100.0 * session + update
        writer.record(TrainRecord(update, 0, loss, math.inf, 1.5, 0.1, 500.0, memory=1e9, wall=float(update)))
        if update % 50 == 0:
            bleu = 10.0 * session + update / 100.0
            writer.record(ValidationRecord(update, 0, 2.0, 7.5, bleu, "signature", 4.0, chrf=bleu + 1.0))


@pytest.fixture
def resumed(tmp_path: Path, experiment: ExperimentConfig) -> Path:
    """A run that began again from its start, then broke off twice and went on from older updates."""
    run = tmp_path / "run"
    with RunWriter.create(run, experiment, {}) as writer:
        _train(writer, 0, 40, 1)
    for session, (begin, end) in enumerate([(0, 150), (100, 230), (50, 120)], start=2):
        with RunWriter.resume(run, begin, 0) as writer:
            _train(writer, begin, end, session)
    return run


def expected(run: Path) -> Scalars:
    """What metrics.jsonl says of the line of training."""
    reader = RunReader(run)
    reader.poll()
    found: Scalars = {}
    for record in (*reader.train_history().line, *reader.validation_history().line):
        for item in fields(record):
            value = getattr(record, item.name)
            if item.name != "time" and isinstance(value, float):
                found.setdefault(f"{record.kind}/{item.name}", []).append((record.update, value))
    return found


def by_the_rule(run: Path) -> Scalars:
    """What is left of the event files where a session that starts at a step voids all from that step on.

    The first session voids nothing, at whatever step it starts.
    """
    found: Scalars = {}
    started = False
    for path in sorted(run.glob("events.*")):
        for event in _events(path.read_bytes()):
            if event.HasField("session_log") and event.session_log.status == SessionLog.START:
                if started:
                    found = {tag: [p for p in points if p[0] < event.step] for tag, points in found.items()}
                started = True
            for value in event.summary.value:
                found.setdefault(value.tag, []).append((event.step, value.simple_value))
    return found


def _events(data: bytes) -> list[Event]:
    events = []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        events.append(Event.FromString(data[12 : 12 + length]))
        data = data[16 + length :]
    return events


def by_tensorboard(run: Path) -> Scalars:
    """What the package reads in a program."""
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    real = accumulator.EventAccumulator(str(run), {accumulator.SCALARS: 0}).Reload()
    return {tag: [(event.step, event.value) for event in real.Scalars(tag)] for tag in real.Tags()["scalars"]}


def by_its_page(run: Path) -> Scalars:
    """What the package shows in a browser."""
    name = "tensorboard.backend.event_processing.plugin_event_accumulator"
    accumulator = pytest.importorskip(name)
    number = pytest.importorskip("tensorboard.util.tensor_util").make_ndarray
    real = accumulator.EventAccumulator(str(run), {accumulator.TENSORS: 0}).Reload()
    return {
        tag: [(event.step, float(number(event.tensor_proto))) for event in real.Tensors(tag)]
        for tag in real.Tags()["tensors"]
    }


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the package
@pytest.mark.parametrize("read", [by_the_rule, by_tensorboard, by_its_page])
def test_a_run_that_was_resumed_is_one_line(resumed: Path, read: Callable[[Path], Scalars]) -> None:
    found, right = read(resumed), expected(resumed)
    assert found.keys() == right.keys()
    for tag, points in right.items():
        steps = [step for step, _ in found[tag]]
        assert steps == sorted(set(steps)), tag
        assert steps == [step for step, _ in points], tag
        values = [value for _, value in found[tag]]
        assert values == pytest.approx([value for _, value in points], rel=1e-6, nan_ok=True), tag


def test_the_line_is_that_of_the_sessions(resumed: Path) -> None:
    """Worked out by hand: to 50 the second session, from there on the fourth."""
    right = {update: 100.0 * (2 if update <= 50 else 4) + update for update in range(10, 121, 10)}
    found = dict(by_the_rule(resumed)["train/loss"])
    assert math.isnan(found.pop(30))
    del right[30]
    assert found == right
