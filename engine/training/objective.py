"""One update: the cost of a minibatch, its gradient, clipped, and the optimizer's step (B appendix B.2)."""

import math
from dataclasses import dataclass

import torch

from engine.config import TrainConfig
from engine.models.interface import TranslationModel
from engine.training.batching import Batch
from engine.training.optimizers import clip_gradient, learning_rate


@dataclass(frozen=True)
class UpdateResult:
    """What one update did. loss: nats, summed over the minibatch's target tokens; applied: False where the
    gradient was not finite, so that the parameters were left as they were."""

    loss: float
    tokens: int
    gradient_norm: float  # before clipping
    applied: bool


def make_update(
    model: TranslationModel, optimizer: torch.optim.Optimizer, batch: Batch, config: TrainConfig, update: int
) -> UpdateResult:
    """Change the parameters by one minibatch. update: its number, 0-based, for the learning rate.

    The cost is the negative log-probability summed over a sentence's tokens, averaged over the sentences.
    """
    costs = model.sentence_costs(batch.source, batch.source_lengths, batch.target, batch.target_lengths)
    optimizer.zero_grad()
    costs.mean().backward()  # type: ignore[no-untyped-call]
    norm = clip_gradient(model, config.clip_norm)
    loss = float(costs.detach().sum())
    applied = math.isfinite(norm) and math.isfinite(loss)
    if applied:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(config, update)
        optimizer.step()
    return UpdateResult(loss, batch.target_tokens, norm, applied)
