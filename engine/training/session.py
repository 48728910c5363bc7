"""From an experiment and a folder to a trained model: prepares the corpus, builds or restores, trains."""

import logging
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch

from engine import __version__
from engine.catalogue import ModelEntry
from engine.config import ExperimentConfig
from engine.corpora.sources import fingerprints
from engine.device import set_training_threads
from engine.errors import ConfigError, RunError
from engine.runs.control import keep_limit, read_limit
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout, update_of
from engine.runs.records import RUN_STATES, Record, RunState
from engine.runs.verification import newest_whole
from engine.runs.writer import RunWriter
from engine.training.beginning import origin, take_weights
from engine.training.distributed import joined
from engine.training.follower import follow
from engine.training.gold_links import gold_links, save_gold
from engine.training.group import Group, ProcessLost, Word, lost_error
from engine.training.learner import build_learner
from engine.training.memory import memory_told
from engine.training.precision import settle
from engine.training.run_corpus import PreparationEnded, in_turn, prepare_corpus, require_same_corpus
from engine.training.signals import end_raised, stop_asked
from engine.training.trainer import Trainer
from engine.training.validation import Validator
from engine.training.watched import watched_before
from engine.translator import Translator

_LOG = logging.getLogger("engine.training")
OnRecord = Callable[[Record], None]


def start_run(experiment: ExperimentConfig, run: Path, on_record: OnRecord) -> RunState:
    """Train a new run in a folder until it ends; the state it ended in.

    Under torchrun all processes call this and train together; the first alone writes and gives records.
    Raises RunError, CorpusError, VocabularyError, ConfigError or CheckpointError; the run then says "failed".
    """
    with joined(experiment.train.device) as group:
        if not group.launch.leads:
            return _follow(group, RunLayout(run), experiment)
        _set_threads(group, experiment)
        experiment, said = settle(experiment, group.device)
        known = fingerprints(experiment.corpus)
        provenance = {**_versions(), "corpus": known, **origin(experiment)}
        with RunWriter.create(run, experiment, provenance) as writer, _logging_to(writer):
            _LOG.info("%s", said)
            return _lead(group, writer, experiment, None, on_record)


def resume_run(run: Path, max_updates: int | None, on_record: OnRecord) -> RunState:
    """Go on with a run from its newest whole checkpoint; max_updates: a new end, None for the last one set.

    Raises RunError where a corpus file is not what it was when the run began, and as `start_run` does.
    """
    layout = RunLayout(run)
    if not layout.holds_run():
        raise RunError(f"The folder {run} holds no run.", "Start one there, or choose another folder.")
    experiment = load_experiment(layout.experiment)
    end = read_limit(layout) if max_updates is None else max_updates
    if end is not None:
        experiment = replace(experiment, train=replace(experiment.train, max_updates=end))
    with joined(experiment.train.device) as group:
        if not group.launch.leads:
            return _follow(group, layout, experiment)
        require_same_corpus(layout)
        checkpoint = newest_whole(run)
        update = 0 if checkpoint is None else update_of(checkpoint) or 0
        if update > experiment.train.max_updates:
            raise ConfigError(
                f"The run is at update {update:,}, past the end, {experiment.train.max_updates:,}.",
                "Let it end later.",
            )
        _set_threads(group, experiment)
        experiment, said = settle(experiment, group.device)
        with RunWriter.resume(run, update, 0, end) as writer, _logging_to(writer):
            if max_updates is not None:
                keep_limit(layout, max_updates)
            _LOG.info("%s", said)
            return _lead(group, writer, experiment, update or None, on_record)


def _follow(group: Group, layout: RunLayout, experiment: ExperimentConfig) -> RunState:
    _set_threads(group, experiment)
    with stop_asked(), memory_told(layout, experiment):  # a wish to stop is for the leader to answer
        return follow(group, layout, experiment)


def _lead(
    group: Group, writer: RunWriter, experiment: ExperimentConfig, update: int | None, on_record: OnRecord
) -> RunState:
    with memory_told(writer.layout, experiment):
        try:
            trainer = _trainer(group, writer, experiment, update)
        except PreparationEnded:
            return _end_early(group, writer)
        with stop_asked() as stop:
            state = trainer.run(stop, on_record)
    if state != "diverged":
        writer.set_status(state)
    _LOG.info("The run is %s.", state)
    return state


def _end_early(group: Group, writer: RunWriter) -> RunState:
    """End a run whose corpus is not prepared; what was made of it is gone."""
    group.tell(Word.END, RUN_STATES.index("stopped"))
    group.wait()
    writer.set_status("stopped")
    _LOG.info("The run is stopped before its first update.")
    return "stopped"


def _set_threads(group: Group, experiment: ExperimentConfig) -> None:
    set_training_threads(experiment.train.threads, experiment.model.hidden_size, group.threads)


def _trainer(group: Group, writer: RunWriter, experiment: ExperimentConfig, update: int | None) -> Trainer:
    """A trainer at this update, and the others of the group beside it."""
    lost = partial(lost_error, layout=writer.layout, update=update or 0)
    group.on_loss(lambda what: writer.set_status("failed", lost(what)))
    try:
        with end_raised():
            trainer = _prepared(group, writer, experiment, update)
    except (ProcessLost, SystemExit) as error:
        what = error.what if isinstance(error, ProcessLost) else group.missing()
        if not what:
            raise
        told = lost(what)
        _LOG.error("%s", told)
        raise told from error
    group.watch()
    return trainer


def _prepared(group: Group, writer: RunWriter, experiment: ExperimentConfig, update: int | None) -> Trainer:
    corpus = prepare_corpus(writer, experiment)
    group.tell(Word.READY, update or 0)
    in_turn(group, lambda: corpus)
    learner = build_learner(experiment, corpus, group)
    entry = ModelEntry(name=writer.layout.path.name, kind=experiment.model.kind, path=writer.layout.path)
    translator = Translator(learner.model, corpus.source, corpus.target, entry)
    gold = gold_links(experiment.corpus, corpus.dev, (corpus.source, corpus.target))
    watched = experiment.train.watched or watched_before(writer.layout)
    validator = Validator(translator, corpus.dev, watched, gold)
    if any(gold):
        known = {pair.source: links for pair, links in zip(corpus.dev, gold, strict=True)}
        save_gold(writer.layout, gold, [known.get(source) for source in validator.watched])
    trainer = Trainer(learner, validator, writer, experiment.train, group)
    _LOG.info(
        "%d training pairs, %d minibatches an epoch, %d parameters, on %s.",
        len(corpus.train),
        learner.plan.batches_per_epoch,
        translator.parameters,
        group,
    )
    for damaged, _ in writer.layout.checkpoints():
        if damaged > (update or 0):
            _LOG.warning("The checkpoint of update %d is damaged and is left aside.", damaged)
    if update is None and experiment.begun_from:
        take_weights(learner, corpus, experiment, writer.layout)
        _LOG.info("Begun with the weights in %s.", experiment.begun_from)
    if update is not None:
        trainer.restore(update)
        _LOG.info("Resumed from update %d.", update)
    learner.agree()
    return trainer


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
