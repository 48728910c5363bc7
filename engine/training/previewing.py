"""Looks ahead at a training: prepares its corpus as the run will find it, and times a few of its updates."""

import time
from collections.abc import Callable

import torch

from engine.config import ExperimentConfig
from engine.corpora.building import Progress
from engine.corpora.overlap import shared_targets
from engine.corpora.preparation import prepare
from engine.corpora.report import ImportReport
from engine.corpora.sources import training_pairs
from engine.device import choose_device, set_training_threads
from engine.launch import Launch
from engine.preview import Preview
from engine.training.batching import BatchPlan
from engine.training.group import Group
from engine.training.learner import build_learner
from engine.training.precision import settle
from engine.training.run_corpus import begun_sides

PARTS = 5  # of the lengths in a pool; a minibatch of each is timed, and all where there are few
LONGEST = 60.0  # seconds after which no more minibatches are timed


def preview(experiment: ExperimentConfig, progress: Progress) -> Preview:
    """What training this would find and take, in one process. Keeps nothing but the prepared corpus.

    Raises as a training does before its first update.
    """
    device = choose_device(experiment.train.device)
    threads = set_training_threads(experiment.train.threads, experiment.model.hidden_size)
    corpus = prepare(experiment.corpus, progress, begun_sides(experiment))
    progress("Comparing what is kept out", 1.0)
    every = training_pairs(experiment.corpus, ImportReport())
    shared = shared_targets(every, (*corpus.dev, *corpus.test))
    progress("Timing some updates", 1.0)
    settled, _ = settle(experiment, device)
    learner = build_learner(settled, corpus, Group(Launch(), device))

    def make(update: int) -> None:
        learner.make_update(update)
        if device.type == "cuda":
            torch.cuda.synchronize(device)

    return Preview(
        report=corpus.report,
        train=len(corpus.train),
        dev=len(corpus.dev),
        test=len(corpus.test),
        joined=corpus.joined,
        shared=shared,
        updates=learner.plan.batches_per_epoch,
        seconds=epoch_seconds(learner.plan, make),
        device=device.type,
        threads=threads,
    )


def epoch_seconds(
    plan: BatchPlan, make: Callable[[int], None], clock: Callable[[], float] = time.perf_counter
) -> float:
    """How long an epoch will take. make: makes the update of this number.

    Minibatches of one pool stand in the order of their lengths, so that some of them, evenly apart, stand for
    all; the middle one is made twice, for the first update is slower than any other.
    """
    updates = plan.batches_per_epoch
    pool = min(plan.batches_in_pool, updates)
    parts = pool if pool <= 2 * PARTS else PARTS
    places = [int((part + 0.5) * pool / parts) for part in range(parts)]
    middle = places[parts // 2]
    make(middle)
    taken: list[float] = []
    began = clock()
    for place in sorted(places, key=lambda place: abs(place - middle)):
        start = clock()
        make(place)
        taken.append(clock() - start)
        if clock() - began > LONGEST:
            break
    return sum(taken) / len(taken) * updates
