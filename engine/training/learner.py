"""What every process of a training holds: the network, its optimizer, and its part of each minibatch."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.checkpoint import Checkpoint
from engine.config import ExperimentConfig, TrainConfig
from engine.corpora.preparation import PreparedCorpus
from engine.errors import CheckpointError
from engine.models import build_model
from engine.models.interface import TranslationModel
from engine.models.products import PRODUCTS, multiplying
from engine.training.batching import BatchesAhead, BatchPlan
from engine.training.gradient_sum import GradientSum
from engine.training.group import Group
from engine.training.memory import batch_noted
from engine.training.objective import UpdateResult, add_gradient, apply_gradient
from engine.training.optimizers import build_optimizer, optimizer_tensors, restore_optimizer

_RANDOM = "random/"  # prefix of the random generators' states among the optimizer's tensors


class Learner:
    """Makes updates. Those of one group have the same parameters after each.

    Dropout: a process alone draws from one random stream, whose state is in the checkpoints. Of several, each
    begins a stream of its own at every update, from the seed, the update and its rank: a process that is lost
    takes nothing with it that resuming would need.
    """

    def __init__(self, model: TranslationModel, plan: BatchPlan, config: TrainConfig, group: Group) -> None:
        self.model = model
        self.plan = plan
        self._config = config
        self._group = group
        self._optimizer = build_optimizer(model, config)
        self._products = PRODUCTS[config.precision]
        self._gradients = GradientSum(model.parameters(), group)
        self._part = slice(group.rank, None, group.size)  # of sentences sorted by length: alike for all
        self._batches = BatchesAhead(plan, group.device, self._part)

    def begin_with(self, weights: dict[str, Tensor], directory: Path) -> None:
        """Take these parameters instead of the initial ones. Raises CheckpointError where they do not fit."""
        try:
            self.model.load_state_dict(weights)
        except RuntimeError as error:
            raise CheckpointError(
                f"The weights in {directory} do not fit the network that was to begin with them.",
                "Begin with another model.",
            ) from error

    def restore(self, checkpoint: Checkpoint) -> None:
        """Take up a checkpoint, the random generators included."""
        self.model.load_state_dict(checkpoint.model)
        tensors = dict(checkpoint.optimizer)
        torch.set_rng_state(tensors.pop(_RANDOM + "cpu"))
        kept = {kind: tensors.pop(_RANDOM + kind, None) for kind in ("cuda", "mps")}
        own = kept.get(self._group.device.type)
        if own is not None:
            torch.get_device_module(self._group.device).set_rng_state(own)
        restore_optimizer(self._optimizer, tensors)

    def state(self) -> dict[str, Tensor]:
        """What a checkpoint holds beside the parameters: the optimizer's state and the random generators'."""
        tensors = optimizer_tensors(self._optimizer)
        tensors[_RANDOM + "cpu"] = torch.get_rng_state()
        device = self._group.device
        if device.type != "cpu":
            tensors[_RANDOM + device.type] = torch.get_device_module(device).get_rng_state()
        return tensors

    def is_finite(self) -> bool:
        """Whether every parameter is a number, so that it is worth keeping."""
        return all(bool(parameter.isfinite().all()) for parameter in self.model.parameters())

    def set_aside(self) -> None:
        """Leave the GPU to others, for as long as the run is paused."""
        self._batches.forget()
        self._gradients.drop()
        self._move_to(torch.device("cpu"))
        if self._group.device.type != "cpu":
            torch.get_device_module(self._group.device).empty_cache()

    def take_up(self) -> None:
        """Go on after `set_aside`, with the same numbers to the last bit."""
        self._move_to(self._group.device)
        self._gradients = GradientSum(self.model.parameters(), self._group)

    def _move_to(self, device: torch.device) -> None:
        state = optimizer_tensors(self._optimizer)
        self.model.to(device)
        restore_optimizer(self._optimizer, state)

    def agree(self) -> None:
        """Begin with the leader's parameters, in every process."""
        self._group.spread(self.model.state_dict().values())

    def set_last_update(self, update: int) -> None:
        """End at this update instead, towards which the learning rate may fall."""
        self._config = replace(self._config, max_updates=update)

    def make_update(self, update: int) -> UpdateResult:
        """Make the update of this number, 0-based, together with the group."""
        if self._group.size > 1:
            torch.manual_seed(_stream(self._config.seed, update, self._group.rank))
        sentences = self.plan.size(update)
        loss, tokens = torch.zeros((), device=self._group.device), 0
        self.model.train()  # it may have translated meanwhile
        self._gradients.clear()
        if self._part.start < sentences:
            batch = self._batches.take(update)
            with multiplying(self._products), batch_noted(update, batch):
                loss = add_gradient(self.model, batch, sentences, self._config.guidance)
            self._batches.prepare(update + 1)
            tokens = batch.target_tokens  # which waits for a GPU
        total = self._gradients.add_up(loss, tokens)
        return apply_gradient(self.model, self._optimizer, self._config, update, total)


def build_learner(experiment: ExperimentConfig, corpus: PreparedCorpus, group: Group) -> Learner:
    """A learner at the start of the training, with the experiment's initial values."""
    train = experiment.train
    torch.manual_seed(train.seed)
    model = build_model(experiment.model, len(corpus.source.vocabulary), len(corpus.target.vocabulary))
    plan = BatchPlan(corpus.train, train.batch_size, train.pool_batches, train.seed)
    return Learner(model.to(group.device), plan, train, group)


def _stream(seed: int, update: int, rank: int) -> int:
    """The seed of one process's random stream for one update."""
    return int(np.random.SeedSequence((seed, update, rank)).generate_state(1, np.uint64)[0])
