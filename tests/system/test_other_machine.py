"""A run on another machine, reached over a command prefix: started, steered, left alone, and found again."""

import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

pytest.importorskip("PySide6")
pytest.importorskip("torch")
os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

from engine.catalogue import describe_model
from engine.config import ExperimentConfig, ModelConfig
from engine.presets import preset
from engine.runs.condition import read_status
from engine.runs.layout import RUNS_VARIABLE, RunLayout
from explorer.new_run import NewRun
from explorer.window.train_place import TrainPlace

PATIENCE = 120_000  # milliseconds


@pytest.fixture
def there(tmp_path: Path) -> Path:
    """The folder of all runs on the other machine."""
    return tmp_path / "runs there"


@pytest.fixture
def place(qtbot, tmp_path, there) -> Iterator[TrainPlace]:
    made = TrainPlace(tmp_path / "runs here")
    qtbot.addWidget(made.view)
    made.machines.add("gpu1", shlex.join(_ssh(tmp_path, there)))
    made.view.show()
    qtbot.waitUntil(lambda: made.machines.machines[0].line.state == "connected", timeout=PATIENCE)
    yield made
    made.view.hide()
    made.machines.close()


def _ssh(folder: Path, home: Path) -> list[str]:
    """A prefix as for ssh: a host, then words that a shell of the host takes as one line."""
    program = folder / "ssh"
    program.write_text('#!/bin/sh\nshift\necho Welcome.\nexec sh -c "exec $*"\n')
    program.chmod(0o755)
    return [str(program), "gpu1", "env", "OMP_NUM_THREADS=1", f"'{RUNS_VARIABLE}={home}'", sys.executable]


@pytest.fixture
def experiment(corpus) -> ExperimentConfig:
    base = preset("rnnsearch-minute")
    files = replace(base.corpus, train=(str(corpus["train"]),), dev=(str(corpus["dev"]),))
    train = replace(base.train, batch_size=8, pool_batches=1, threads=1, precision="float32")
    return replace(base, corpus=files, model=ModelConfig("rnnsearch", 4, 8, 4, 4), train=train)


def test_a_run_there_is_started_steered_cut_off_and_found_again(qtbot, place, there, experiment) -> None:
    layout = RunLayout(there / "tiny")
    try:
        _see_it_through(qtbot, place, layout, experiment)
    finally:
        if (status := read_status(layout)) is not None and status.state in ("running", "paused"):
            os.kill(status.pid, signal.SIGKILL)


def _see_it_through(qtbot, place: TrainPlace, layout: RunLayout, experiment: ExperimentConfig) -> None:
    with qtbot.waitSignal(place.far.run_started, timeout=PATIENCE) as told:
        place.far.start(NewRun(experiment, PurePosixPath("tiny"), machine="gpu1"))
    (copy,) = told.args
    is_seen = _seen(qtbot, place, copy)
    is_seen("running", 3)
    assert place.watcher.runs[0].machine == "gpu1"

    place.view.board.select(copy)
    place.view.board.details.pause.click()
    is_seen("paused", 3)
    place.view.board.details.pause.click()
    at = read_status(layout).update
    is_seen("running", at + 2)

    os.kill(place.machines.line_to("gpu1").pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: place.machines.machines[0].line.state == "broken", timeout=PATIENCE)
    at = read_status(layout).update
    qtbot.waitUntil(lambda: read_status(layout).update >= at + 5, timeout=PATIENCE)
    place.machines.try_now("gpu1")
    is_seen("running", at + 5)
    place.view.board.details.stop.click()
    is_seen("stopped", at + 5)
    assert (copy / "metrics.jsonl").read_bytes() == layout.metrics.read_bytes()

    with qtbot.waitSignal(place.far.run_started, timeout=PATIENCE):
        place.far.go_on(copy)
    is_seen("running", at + 6)
    with qtbot.waitSignal(place.model_open_requested, timeout=PATIENCE) as told:
        place.view.board.details.open.click()
    assert not describe_model(Path(told.args[0])).problem
    place.far.ask(copy, "stop")
    is_seen("stopped", at + 6)


def _seen(qtbot, place: TrainPlace, copy: Path) -> Callable[[str, int], None]:
    """Waits until the run is seen in a condition, at or past an update."""

    def wait(condition: str, update: int) -> None:
        def is_so() -> bool:
            seen = [run.seen for run in place.watcher.runs if run.path == copy]
            return any(it.condition == condition and it.status.update >= update for it in seen)

        qtbot.waitUntil(is_so, timeout=PATIENCE)

    return wait
