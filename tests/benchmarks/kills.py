"""How a run bears `kill -9`: at random moments, while it writes as well, each time resumed, and at the end
compared with a run that nobody disturbed.

After each kill: every checkpoint that has its name is whole, the best one is there, what metrics.jsonl held
is still there, and a watcher sees a lost run. The last parameters equal those of the undisturbed run.
"""

import argparse
import multiprocessing
import os
import random
import tempfile
import time
from dataclasses import dataclass, replace
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any
from unittest import mock

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.runs.best import load_best
from engine.runs.layout import RunLayout
from engine.runs.reader import RunReader
from engine.runs.verification import is_whole
from tests.benchmarks.apart import ROOT

SUMMARY = "a run killed at random moments, against an undisturbed one"
_WORDS = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "me", "nu")
_LONGEST = 0.7  # seconds from a start, or from its first record, to its kill
_WHILE_TRAINING = 0.8  # of the kills: not before something was learned
_FOREVER = 1_000_000  # updates


@dataclass(frozen=True)
class Tally:
    """What the kills met. saving: those that left a checkpoint half-written or half-removed, nameless;
    sessions: those of processes that had begun to train; update: the newest whole checkpoint at the end."""

    kills: int
    saving: int
    sessions: int
    update: int


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--kills", type=int, default=100, metavar="N", help="else 100")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the moments; else 1")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Kill, resume, finish, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        experiment = copying(Path(folder))
        tally = kill_at_random(experiment, Path(folder) / "killed", options.kills, options.seed)
        same = ends_as_undisturbed(experiment, Path(folder) / "killed", Path(folder) / "whole")
    return {"rows": [vars(tally) | {"same parameters": same}]}


def copying(folder: Path) -> ExperimentConfig:
    """A task of words to copy, with dropout, in which checkpoints are written most of the time."""
    draw = random.Random(7)
    sentences = {" ".join(draw.choices(_WORDS, k=draw.randint(1, 4))) for _ in range(900)}
    path = folder / "copy.tsv"
    path.write_text("".join(f"{sentence}\t{sentence}\n" for sentence in sorted(sentences)), encoding="utf-8")
    corpus = CorpusConfig(
        train=(str(path),), dev_size=4, segmentation="words", source_vocabulary=20, target_vocabulary=20
    )
    train = TrainConfig(
        optimizer="adam", learning_rate=0.01, epsilon=1e-8, max_updates=_FOREVER, validate_every=2, threads=1
    )
    model = ModelConfig("rnnsearch", 64, 256, 64, 64, dropout=0.1)
    return ExperimentConfig(preset="copy", corpus=corpus, model=model, train=train)


def forking() -> ForkServerContext:
    """Processes that have the engine when they begin, and what torch's optimizers load besides."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["engine.training", "torch._dynamo"])
    return context


def kill_at_random(experiment: ExperimentConfig, run: Path, kills: int, seed: int) -> Tally:
    """Start a run in a folder, and kill and resume it so many times.

    Raises AssertionError where anything is lost.
    """
    context = forking()
    draw, layout = random.Random(seed), RunLayout(run)
    known, saving, sessions = b"", 0, 0
    for _ in range(kills):
        with mock.patch.dict(os.environ, PYTHONPATH=str(ROOT)):  # for the server that forks to find modules
            process = context.Process(target=_train, args=(experiment, run))
            process.start()
        if draw.random() < _WHILE_TRAINING:
            _wait_for_training(layout, len(known), process)
        time.sleep(draw.uniform(0, _LONGEST))
        assert process.is_alive(), f"it ended of itself with {process.exitcode}"
        process.kill()
        process.join()
        saving += any(folder.name.endswith(".part") for folder in _folders(layout))
        sessions += _was_training(layout, known)
        known = _look(layout, known)
    update = max((update for update, _ in layout.checkpoints()), default=0)
    return Tally(kills, saving, sessions, update)


def ends_as_undisturbed(experiment: ExperimentConfig, killed: Path, whole: Path) -> bool:
    """Let the killed run end, and another one of as many updates: whether both end alike, to the last bit."""
    import torch

    from engine.checkpoint import load_checkpoint
    from engine.training import resume_run, start_run

    end = max((update for update, _ in RunLayout(killed).checkpoints()), default=0) + 2
    assert resume_run(killed, end, lambda record: None) == "finished"
    train = replace(experiment.train, max_updates=end, validate_every=end)
    start_run(replace(experiment, train=train), whole, lambda record: None)
    first, second = (load_checkpoint(RunLayout(run).checkpoint_dir(end)) for run in (killed, whole))
    pairs = [(first.model, second.model), (first.optimizer, second.optimizer)]
    return all(torch.equal(one[name], other[name]) for one, other in pairs for name in one)


def _train(experiment: ExperimentConfig, run: Path) -> None:
    from engine.training import resume_run, start_run

    if RunLayout(run).holds_run():
        resume_run(run, None, lambda record: None)
    else:
        start_run(experiment, run, lambda record: None)


def _wait_for_training(layout: RunLayout, known: int, process: BaseProcess) -> None:
    """Until the session has recorded a validation; known: the size of metrics.jsonl before it."""
    deadline = time.monotonic() + 60
    while process.is_alive() and time.monotonic() < deadline:
        if layout.metrics.is_file() and b'"validation"' in layout.metrics.read_bytes()[known:]:
            return
        time.sleep(0.01)
    raise AssertionError(f"it learned nothing and ended with {process.exitcode}")


def _look(layout: RunLayout, known: bytes) -> bytes:
    """Assert that nothing is lost since metrics.jsonl held what is known; its whole lines as of now."""
    for _, folder in layout.checkpoints():
        assert is_whole(folder), f"{folder} has its name and is not whole"
    best = load_best(layout)
    assert best is None or is_whole(layout.checkpoint_dir(best.update)), "the best checkpoint is gone"
    lines = layout.metrics.read_bytes() if layout.metrics.is_file() else b""
    assert lines.startswith(known), "what was recorded has changed"
    if layout.status.is_file():
        seen = RunReader(layout.path).poll().seen
        assert seen.condition == "lost", f"a killed run is {seen.condition}"
    return lines[: lines.rfind(b"\n") + 1]


def _was_training(layout: RunLayout, known: bytes) -> bool:
    """Whether metrics.jsonl has grown by more than the line of the session."""
    lines = layout.metrics.read_bytes() if layout.metrics.is_file() else b""
    return lines[len(known) :].count(b"\n") > 1


def _folders(layout: RunLayout) -> list[Path]:
    return list(layout.checkpoints_folder.iterdir()) if layout.checkpoints_folder.is_dir() else []
