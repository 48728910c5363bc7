import json
import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine import trace_io
from engine.config import ExperimentConfig
from engine.errors import CheckpointError, RunError
from engine.runs import writer as writer_module
from engine.runs.best import Best, load_best
from engine.runs.condition import read_status
from engine.runs.control import request
from engine.runs.experiment_file import load_experiment, load_provenance
from engine.runs.layout import RunLayout
from engine.runs.process import process_alive
from engine.runs.records import TrainRecord
from engine.runs.writer import RunWriter
from engine.trace import DecodingTrace, Hypothesis


def train(update: int) -> TrainRecord:
    return TrainRecord(update, 0, 1.5, 4.5, 1.0, 0.1, 100.0)


def tiny_trace() -> DecodingTrace:
    return DecodingTrace(
        source_text="a b",
        source_tokens=("a", "b", "</s>"),
        source_ids=np.array([2, 3, 0]),
        source_spans=((0, 1), (2, 3), (3, 3)),
        reading_order=np.arange(3),
        token_ids=np.zeros((1, 1), np.int64),
        parents=np.zeros((1, 1), np.int64),
        log_probs=np.zeros((1, 1), np.float32),
        scores=np.zeros((1, 1), np.float32),
        hypotheses=(Hypothesis(0, 0, ("</s>",), (0,), "", 0.0, 0.0, True),),
    )


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_new_run_has_all_that_a_watcher_needs(tmp_path: Path, experiment: ExperimentConfig) -> None:
    run = tmp_path / "deep" / "run"
    with RunWriter.create(run, experiment, {"versions": {"x": "1"}}) as made:
        layout = made.layout
        status = read_status(layout)
        assert status is not None
        assert (status.state, status.update, status.max_updates) == ("running", 0, 500)
        assert status.preset == "small"
        assert process_alive(status.pid, status.pid_started)
        assert load_experiment(layout.experiment) == experiment
        assert load_provenance(layout.experiment) == {"versions": {"x": "1"}}
        session = json.loads(layout.metrics.read_text())
        assert (session["kind"], session["resumed_from"], session["pid"]) == ("session", None, os.getpid())
        assert len(list(run.glob("events.out.tfevents.*"))) == 1


def test_records_are_on_disk_at_once_and_move_the_status(writer: RunWriter) -> None:
    writer.record(train(10))
    lines = writer.layout.metrics.read_text().splitlines()
    assert json.loads(lines[-1])["update"] == 10
    writer.set_status("paused")
    status = read_status(writer.layout)
    assert status is not None
    assert (status.state, status.update) == ("paused", 10)


def test_the_heart_beats_while_the_run_is_busy_and_stops_with_it(
    tmp_path: Path, experiment: ExperimentConfig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "HEARTBEAT", 0.01)
    threads = threading.active_count()
    made = RunWriter.create(tmp_path / "run", experiment, {})
    made.set_progress(33, 2, 0)
    beats = set()

    def three_beats() -> bool:
        status = read_status(made.layout)
        assert status is not None
        beats.add(status.heartbeat)
        return len(beats) >= 3 and (status.update, status.epoch) == (33, 2)

    wait_until(three_beats)
    made.close()
    made.close()
    assert threading.active_count() == threads
    at_the_end = made.layout.status.read_bytes()
    time.sleep(0.05)
    assert made.layout.status.read_bytes() == at_the_end


def test_the_heart_beats_often_enough() -> None:
    assert writer_module.HEARTBEAT <= 5.0


def test_a_folder_that_holds_a_run_is_not_begun_again(tmp_path: Path, experiment: ExperimentConfig) -> None:
    run = tmp_path / "run"
    RunWriter.create(run, experiment, {}).close()
    before = {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()}
    with pytest.raises(RunError, match="holds a run already"):
        RunWriter.create(run, experiment, {})
    assert {path.name: path.read_bytes() for path in run.iterdir() if path.is_file()} == before


def test_a_run_that_is_being_trained_is_not_resumed(writer: RunWriter) -> None:
    with pytest.raises(RunError, match="is being trained by process"):
        RunWriter.resume(writer.layout.path, 0, 0)


def test_where_there_is_no_run_there_is_nothing_to_resume(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="holds no run"):
        RunWriter.resume(tmp_path / "nothing", 0, 0)
    assert not (tmp_path / "nothing").exists()


def test_a_damaged_run_is_given_back_when_it_cannot_be_resumed(
    tmp_path: Path, experiment: ExperimentConfig
) -> None:
    run = tmp_path / "run"
    RunWriter.create(run, experiment, {}).close()
    whole = RunLayout(run).experiment.read_text()
    RunLayout(run).experiment.write_text("{")
    with pytest.raises(CheckpointError, match="damaged"):
        RunWriter.resume(run, 0, 0)
    RunLayout(run).experiment.write_text(whole)
    RunWriter.resume(run, 0, 0).close()


def test_a_resume_marks_the_branch_and_keeps_the_old_lines(
    tmp_path: Path, experiment: ExperimentConfig
) -> None:
    run = tmp_path / "run"
    with RunWriter.create(run, experiment, {}) as made:
        for update in (10, 20, 30):
            made.record(train(update))
    layout = RunLayout(run)
    old = layout.metrics.read_bytes()
    layout.metrics.write_bytes(old + b'{"kind": "tra')  # a kill cut the last line
    with RunWriter.resume(run, 20, 3, max_updates=900):
        status = read_status(layout)
        assert status is not None
        assert (status.state, status.update, status.epoch, status.max_updates) == ("running", 20, 3, 900)
    lines = layout.metrics.read_bytes().splitlines()
    assert layout.metrics.read_bytes().startswith(old)
    session = json.loads(lines[-1])
    assert (session["kind"], session["resumed_from"], session["update"]) == ("session", 20, 20)
    assert len(list(run.glob("events.out.tfevents.*"))) == 2


def test_a_resume_clears_what_a_killed_one_left(tmp_path: Path, experiment: ExperimentConfig) -> None:
    run = tmp_path / "run"
    with RunWriter.create(run, experiment, {}) as made:
        (made.layout.checkpoints_folder / "update-00000010.part").mkdir()
        (made.layout.checkpoint_dir(5)).mkdir()
    RunWriter.resume(run, 5, 0).close()
    assert [path.name for path in RunLayout(run).checkpoints_folder.iterdir()] == ["update-00000005"]


def test_wishes_reach_the_trainer_once(writer: RunWriter) -> None:
    assert writer.take_request() is None
    request(writer.layout.path, "validate")
    assert writer.take_request() == "validate"
    assert writer.take_request() is None


def test_a_wish_made_right_after_the_start_is_not_lost_and_an_old_one_is(
    tmp_path: Path, experiment: ExperimentConfig
) -> None:
    run = tmp_path / "run"
    RunWriter.create(run, experiment, {}).close()
    request(run, "pause")
    with RunWriter.resume(run, 0, 0) as made:
        assert made.take_request() == "pause"
    request(run, "stop")
    yesterday = time.time() - 86400
    os.utime(RunLayout(run).request, (yesterday, yesterday))
    with RunWriter.resume(run, 0, 0) as made:
        assert made.take_request() is None


def test_traces_and_the_best_checkpoint(writer: RunWriter) -> None:
    writer.save_trace(20, 1, tiny_trace())
    writer.save_trace(20, 0, tiny_trace())
    ((update, files),) = writer.layout.traces()
    assert (update, [path.name for path in files]) == (20, ["00.safetensors", "01.safetensors"])
    assert trace_io.load(files[0]).source_text == "a b"
    writer.set_best(20, "bleu", 12.5)
    assert load_best(writer.layout) == Best(20, "bleu", 12.5)


def test_the_log_takes_any_text_and_is_closed(tmp_path: Path, experiment: ExperimentConfig) -> None:
    log = logging.getLogger("test of the log")
    log.propagate = False
    with RunWriter.create(tmp_path / "run", experiment, {}) as made:
        log.addHandler(made.log_handler)
        log.warning("été \ud800 %s", "x")
        log.removeHandler(made.log_handler)
    assert "WARNING été \\ud800 x\n" in made.layout.log.read_text(encoding="utf-8")


def test_an_error_that_ends_the_run_is_told(tmp_path: Path, experiment: ExperimentConfig) -> None:
    def fail(run: Path, error: Exception) -> RunLayout:
        with pytest.raises(type(error)), RunWriter.create(run, experiment, {}):
            raise error
        return RunLayout(run)

    known = read_status(fail(tmp_path / "a", RunError("No corpus.", "Choose one.")))
    assert known is not None
    assert known.error is not None
    assert (known.state, known.error.what, known.error.remedy) == ("failed", "No corpus.", "Choose one.")
    unknown = read_status(fail(tmp_path / "b", ZeroDivisionError("oh")))
    assert unknown is not None
    assert unknown.error is not None
    assert unknown.error.what == "The training ended with ZeroDivisionError: oh."


CRASH = """
import os, sys
from pathlib import Path
from engine.config import ExperimentConfig
from engine.runs.writer import RunWriter
RunWriter.create(Path(sys.argv[1]), ExperimentConfig(), {})
os._exit(9)
"""


def test_a_run_whose_process_died_is_resumed(tmp_path: Path) -> None:
    run = tmp_path / "run"
    ended = subprocess.run([sys.executable, "-c", CRASH, str(run)], check=False)
    assert ended.returncode == 9
    with RunWriter.resume(run, 0, 0) as made:
        status = read_status(made.layout)
        assert status is not None
        assert (status.state, status.pid) == ("running", os.getpid())


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(1)])
def test_a_run_that_was_interrupted_is_stopped(
    tmp_path: Path, experiment: ExperimentConfig, error: BaseException
) -> None:
    with pytest.raises(type(error)), RunWriter.create(tmp_path / "run", experiment, {}):
        raise error
    status = read_status(RunLayout(tmp_path / "run"))
    assert status is not None
    assert (status.state, status.error) == ("stopped", None)
