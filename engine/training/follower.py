"""A process that computes its part of each update as the leader tells it, and writes nothing."""

import logging
from dataclasses import replace

from engine.checkpoint import load_checkpoint
from engine.config import ExperimentConfig
from engine.errors import RunError
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout
from engine.runs.records import RUN_STATES, RunState
from engine.training.group import Group, ProcessLost, Word
from engine.training.learner import Learner, build_learner
from engine.training.run_corpus import find_corpus, in_turn

_LOG = logging.getLogger(__name__)


def follow(group: Group, layout: RunLayout, experiment: ExperimentConfig) -> RunState:
    """Compute until the leader ends the run; the state that it ends in.

    Raises RunError where the leader is gone, and what finding the corpus or the checkpoint raises.
    """
    group.on_loss(lambda what: _LOG.error("%s", str(_end(group, what))))
    try:
        learner = None
        while True:
            word, number = group.hear()
            if word is Word.READY:
                learner = _prepared(group, layout, experiment, number)
            if word is Word.UPDATE and learner is not None:
                learner.make_update(number)
            if word is Word.ASIDE and learner is not None:
                learner.set_aside()
            if word is Word.UP and learner is not None:
                learner.take_up()
            if word is Word.LIMIT and learner is not None:
                learner.set_last_update(number)
            if word is Word.END:
                group.wait()
                return RUN_STATES[number]
    except ProcessLost as lost:
        raise _end(group, lost.what) from lost


def _prepared(group: Group, layout: RunLayout, experiment: ExperimentConfig, restored: int) -> Learner:
    """A learner that stands where the leader's stands, which has prepared the corpus.

    restored: the update of the checkpoint to restore, 0 for none.
    """
    precision = load_experiment(layout.experiment).train.precision  # which the leader has decided
    experiment = replace(experiment, train=replace(experiment.train, precision=precision))
    corpus = in_turn(group, lambda: find_corpus(layout, experiment))
    learner = build_learner(experiment, corpus, group)
    if restored:
        learner.restore(load_checkpoint(layout.checkpoint_dir(restored)))
    learner.agree()
    group.watch()
    return learner


def _end(group: Group, what: str) -> RunError:
    return RunError(
        f"Process {group.rank} of {group.size} ends because {what}.", "The status of the run says more."
    )
