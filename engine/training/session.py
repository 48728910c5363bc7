"""From an experiment and a folder to a trained model: prepares the corpus, builds or restores, trains."""

import logging
import platform
import shutil
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine import __version__
from engine.catalogue import ModelEntry
from engine.config import ExperimentConfig
from engine.corpora.preparation import PreparedCorpus, fingerprint, prepare
from engine.device import choose_device, set_threads
from engine.errors import RunError
from engine.models import build_model
from engine.runs.experiment_file import load_experiment, load_provenance
from engine.runs.layout import RunLayout, update_of
from engine.runs.publishing import PART
from engine.runs.records import Record, RunState
from engine.runs.verification import newest_whole
from engine.runs.writer import RunWriter
from engine.text.language_side import load_sides, save_sides
from engine.training.batching import BatchPlan
from engine.training.trainer import Trainer
from engine.training.validation import Validator
from engine.translator import Translator

_LOG = logging.getLogger("engine.training")
OnRecord = Callable[[Record], None]


def start_run(experiment: ExperimentConfig, run: Path, on_record: OnRecord) -> RunState:
    """Train a new run in a folder until it ends; the state it ended in.

    Raises RunError, CorpusError, VocabularyError, ConfigError or CheckpointError; the run then says "failed".
    """
    files = (*experiment.corpus.train, *experiment.corpus.dev)
    provenance = _versions() | {"corpus": {path: fingerprint(Path(path)) for path in files}}
    with RunWriter.create(run, experiment, provenance) as writer:
        return _train(writer, experiment, None, on_record)


def resume_run(run: Path, max_updates: int | None, on_record: OnRecord) -> RunState:
    """Go on with a run from its newest whole checkpoint; max_updates: a new end, None for the old one.

    Raises RunError where a corpus file is not what it was when the run began, and as `start_run` does.
    """
    layout = RunLayout(run)
    if not layout.holds_run():
        raise RunError(f"The folder {run} holds no run.", "Start one there, or choose another folder.")
    experiment = load_experiment(layout.experiment)
    if max_updates is not None:
        experiment = replace(experiment, train=replace(experiment.train, max_updates=max_updates))
    _require_same_corpus(layout)
    checkpoint = newest_whole(run)
    update = 0 if checkpoint is None else update_of(checkpoint) or 0
    with RunWriter.resume(run, update, 0, max_updates) as writer:
        return _train(writer, experiment, update or None, on_record)


def _train(
    writer: RunWriter, experiment: ExperimentConfig, update: int | None, on_record: OnRecord
) -> RunState:
    with _logging_to(writer):
        trainer = _trainer(writer, experiment)
        if update is not None:
            trainer.restore(update)
            _LOG.info("Resumed from update %d.", update)
        with _stop_signals() as stop:
            state = trainer.run(stop, on_record)
        if state != "diverged":
            writer.set_status(state)
        _LOG.info("The run is %s.", state)
        return state


def _trainer(writer: RunWriter, experiment: ExperimentConfig) -> Trainer:
    train = experiment.train
    set_threads(train.threads)
    device = choose_device(train.device)
    corpus = _corpus(writer.layout, experiment)
    torch.manual_seed(train.seed)
    model = build_model(experiment.model, len(corpus.source.vocabulary), len(corpus.target.vocabulary)).to(
        device
    )
    plan = BatchPlan(corpus.train, train.batch_size, train.pool_batches, train.seed)
    entry = ModelEntry(name=writer.layout.path.name, kind=experiment.model.kind, path=writer.layout.path)
    translator = Translator(model, corpus.source, corpus.target, entry)
    validator = Validator(translator, corpus.dev, train.watched)
    _LOG.info(
        "%d training pairs, %d minibatches an epoch, %d parameters, on %s.",
        len(corpus.train),
        plan.batches_per_epoch,
        translator.parameters,
        device,
    )
    return Trainer(model, plan, validator, writer, train)


def _corpus(layout: RunLayout, experiment: ExperimentConfig) -> PreparedCorpus:
    """The corpus in ids; vocabularies are learned once a run and kept in its folder."""
    sides = load_sides(layout.path) if layout.vocabulary.is_dir() else None
    corpus = prepare(experiment.corpus, lambda what, share: _LOG.info("%s.", what), sides)
    if sides is None:
        _keep_sides(layout, corpus)
    for line in corpus.report.lines():
        _LOG.info("%s", line)
    return corpus


def _keep_sides(layout: RunLayout, corpus: PreparedCorpus) -> None:
    """Put segmenters and vocabularies into the run; the vocabulary last, as a sign that all is there."""
    part = layout.path / ("sides" + PART)
    save_sides(part, corpus.source, corpus.target)
    shutil.rmtree(layout.segmenter, ignore_errors=True)
    (part / "segmenter").replace(layout.segmenter)
    (part / "vocabulary").replace(layout.vocabulary)
    part.rmdir()


def _require_same_corpus(layout: RunLayout) -> None:
    for path, known in load_provenance(layout.experiment).get("corpus", {}).items():
        if fingerprint(Path(path)) != known:
            raise RunError(
                f"The corpus file {path} is not what it was when the run began.",
                "Put the old file back, or start a new run.",
            )


def _versions() -> dict[str, Any]:
    versions = {"torch": torch.__version__, "numpy": np.__version__, "python": platform.python_version()}
    return {"versions": {"alignment-explorer": __version__, **versions}}


@contextmanager
def _logging_to(writer: RunWriter) -> Iterator[None]:
    """Log records of training go into the run's log.txt."""
    root = logging.getLogger("engine")
    level = root.level
    root.addHandler(writer.log_handler)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(writer.log_handler)
        root.setLevel(level)


@contextmanager
def _stop_signals() -> Iterator[Callable[[], bool]]:
    """Ctrl-C and a terminate signal ask for a stop between two updates instead of breaking one."""
    asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    signals = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda *_: asked.set()) for number in signals]
    try:
        yield asked.is_set
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)
