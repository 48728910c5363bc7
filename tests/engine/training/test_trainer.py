"""Whole runs: a task is learned; one that is stopped, paused or killed goes on as if nothing had been."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig, ModelConfig, to_json
from engine.errors import RunError
from engine.runs.control import request
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.records import Record, TrainRecord, ValidationRecord
from engine.trace_check import check
from engine.trace_io import load
from engine.training import resume_run, start_run
from tests.benchmarks.kills import copying, ends_as_undisturbed, kill_at_random

Experiment = Callable[..., ExperimentConfig]
ROOT = Path(__file__).parents[3]


def ignore(_: Record) -> None:
    pass


def at_update(run: Path, word: str, update: int) -> Callable[[Record], None]:
    """Ask for something when the record of an update comes by."""

    def look(record: Record) -> None:
        if isinstance(record, TrainRecord) and record.update == update:
            request(run, word)

    return look


def same_state(one: Path, other: Path) -> bool:
    first, second = load_checkpoint(one), load_checkpoint(other)
    same = [torch.equal(first.model[name], second.model[name]) for name in first.model]
    same += [torch.equal(first.optimizer[name], second.optimizer[name]) for name in first.optimizer]
    kept = [{**state, "wall": None} for state in (first.state, second.state)]  # the time passes as it likes
    return all(same) and kept[0] == kept[1]


def last(run: Path) -> Path:
    return RunLayout(run).checkpoints()[-1][1]


@pytest.mark.parametrize(
    ("kind", "precision", "batch_size", "least_bleu"),
    [("rnnsearch", "float32", 40, 95), ("rnnsearch", "bfloat16", 40, 95), ("rnnencdec", "float32", 80, 80)],
)
def test_a_copy_task_is_learned(
    experiment: Experiment, tmp_path: Path, kind: str, precision: str, batch_size: int, least_bleu: float
) -> None:
    """One fixed vector has to hold every word, so RNNencdec learns it less well in the same time."""
    records: list[Record] = []
    plan = experiment(500, kind, validate_every=500)
    train = replace(plan.train, learning_rate_decay="linear", batch_size=batch_size, precision=precision)
    plan = replace(plan, model=ModelConfig(kind, 32, 64, 32, 32), train=train)
    assert start_run(plan, tmp_path / "run", records.append) == "finished"
    final = [record for record in records if isinstance(record, ValidationRecord)][-1]
    assert final.bleu > least_bleu
    assert final.perplexity < 1.2


def test_what_a_run_leaves_behind(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    start_run(experiment(20), run, ignore)
    reader = RunReader(run)
    seen = reader.poll()
    assert reader.seen().status.state == "finished"
    assert [r.update for r in seen.records if isinstance(r, TrainRecord)] == [10, 20]
    assert [r.update for r in seen.records if isinstance(r, ValidationRecord)] == [10, 20]
    assert [update for update, _ in RunLayout(run).checkpoints()] == [10, 20]
    for _, files in RunLayout(run).traces():
        assert len(files) == 4
        for file in files:
            check(load(file))


def test_stopped_and_resumed_equals_unbroken(experiment: Experiment, tmp_path: Path) -> None:
    unbroken, broken = tmp_path / "unbroken", tmp_path / "broken"
    start_run(experiment(40), unbroken, ignore)
    assert start_run(experiment(40), broken, at_update(broken, "stop", 20)) == "stopped"
    assert RunLayout(broken).checkpoints()[-1][0] == 20
    assert resume_run(broken, None, ignore) == "finished"
    assert same_state(last(unbroken), last(broken))


def test_a_stop_between_validations_keeps_a_checkpoint(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert start_run(experiment(500, validate_every=400), run, at_update(run, "stop", 30)) == "stopped"
    assert [update for update, _ in RunLayout(run).checkpoints()] == [30]


def test_paused_and_resumed_equals_unbroken(experiment: Experiment, tmp_path: Path) -> None:
    import threading

    unbroken, paused = tmp_path / "unbroken", tmp_path / "paused"
    start_run(experiment(30), unbroken, ignore)

    def go_on() -> None:
        while (status := RunReader(paused).seen().status) is None or status.state != "paused":
            time.sleep(0.02)
        request(paused, "resume")

    waiter = threading.Thread(target=go_on)
    waiter.start()
    assert start_run(experiment(30), paused, at_update(paused, "pause", 10)) == "finished"
    waiter.join()
    assert same_state(last(unbroken), last(paused))


def test_validate_now_makes_a_checkpoint(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    start_run(experiment(40, validate_every=40), run, at_update(run, "validate", 20))
    assert [update for update, _ in RunLayout(run).checkpoints()] == [20, 40]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no forkserver")
def test_a_killed_run_resumes_to_the_unbroken_one(tmp_path: Path) -> None:
    """The benchmark `kills` does the same a hundred times."""
    plan = copying(tmp_path)
    assert kill_at_random(plan, tmp_path / "killed", kills=5, seed=3).sessions >= 3
    assert ends_as_undisturbed(plan, tmp_path / "killed", tmp_path / "whole")


def test_a_changed_corpus_is_refused(experiment: Experiment, tmp_path: Path, copy_corpus: Path) -> None:
    run = tmp_path / "run"
    start_run(experiment(30), run, at_update(run, "stop", 10))
    copy_corpus.write_text(copy_corpus.read_text() + "ba\tba\n")
    with pytest.raises(RunError, match="not what it was"):
        resume_run(run, None, ignore)


def test_a_run_can_go_further_than_planned(experiment: Experiment, tmp_path: Path) -> None:
    run, longer = tmp_path / "run", tmp_path / "longer"
    start_run(experiment(20), run, ignore)
    start_run(experiment(30), longer, ignore)
    assert resume_run(run, 30, ignore) == "finished"
    assert same_state(last(run), last(longer))


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_stop_and_keep_a_checkpoint(experiment: Experiment, tmp_path: Path, name: str) -> None:
    run = tmp_path / "run"
    if not hasattr(signal, name):
        pytest.skip("this system has no such signal")
    if name == "SIGHUP" and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        pytest.skip("these tests were told to outlive their terminal")

    def interrupt(record: Record) -> None:
        if record.update == 20:
            os.kill(os.getpid(), getattr(signal, name))

    assert start_run(experiment(50, validate_every=50), run, interrupt) == "stopped"
    assert RunLayout(run).checkpoints()[-1][0] == 20
    assert json.loads(RunLayout(run).status.read_text())["state"] == "stopped"


def test_the_experiment_is_kept_as_it_was_resolved(experiment: Experiment, tmp_path: Path) -> None:
    run = tmp_path / "run"
    plan = experiment(10)
    start_run(plan, run, ignore)
    kept = json.loads(RunLayout(run).experiment.read_text())
    assert {name: kept[name] for name in to_json(plan)} == json.loads(json.dumps(to_json(plan)))


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signal")
def test_a_run_started_with_nohup_outlives_its_terminal(experiment: Experiment, tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        ended = start_run(experiment(30), tmp_path / "run", lambda _: os.kill(os.getpid(), signal.SIGHUP))
    finally:
        signal.signal(signal.SIGHUP, before)
    assert ended == "finished"


def test_a_record_says_what_the_training_took(experiment: Experiment, tmp_path: Path) -> None:
    """Tokens and seconds go on over a resume; the tokens are those that an unbroken run counts."""
    unbroken: list[Record] = []
    start_run(experiment(40), tmp_path / "unbroken", unbroken.append)
    broken, run = [], tmp_path / "broken"
    look = at_update(run, "stop", 20)
    start_run(experiment(40), run, lambda record: (broken.append(record), look(record)))
    gap = time.monotonic()
    time.sleep(1.0)
    gap = time.monotonic() - gap
    resume_run(run, None, broken.append)
    assert [record.tokens for record in broken] == [record.tokens for record in unbroken]
    walls = [record.wall for record in broken]
    assert walls == sorted(walls)
    assert 0.0 < walls[-1] < broken[-1].time - broken[0].time - gap + walls[0] + 0.5
    trained = [record for record in broken if isinstance(record, TrainRecord)]
    assert all(0.0 < record.cpu <= 1.0 and record.gpu is None for record in trained)


@pytest.mark.parametrize("clip_norm", [1e-3, 1e6])
def test_the_norm_after_clipping(experiment: Experiment, tmp_path: Path, clip_norm: float) -> None:
    records: list[Record] = []
    plan = experiment(20)
    start_run(replace(plan, train=replace(plan.train, clip_norm=clip_norm)), tmp_path / "run", records.append)
    for record in records:
        if isinstance(record, TrainRecord):
            expected = clip_norm if clip_norm < 1.0 else record.gradient_norm
            assert record.clipped_norm == pytest.approx(expected)
            assert record.gradient_norm > 1e-3
