"""One update: the cost of a minibatch, its gradient, clipped, and the optimizer's step (B appendix B.2)."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from engine.config import TrainConfig
from engine.models.interface import TranslationModel
from engine.training.batching import Batch
from engine.training.optimizers import clip_gradient, learning_rate

_SMALLEST = 1e-12  # weight whose logarithm is taken; one that was rounded to 0 has none


class Total(NamedTuple):
    """Of a whole minibatch. loss: nats, summed over its target tokens."""

    loss: float
    tokens: int


@dataclass(frozen=True)
class UpdateResult:
    """What one update did. loss: nats, summed over the minibatch's target tokens; applied: False where the
    gradient was not finite, so that the parameters were left as they were."""

    loss: float
    tokens: int
    gradient_norm: float  # before clipping
    applied: bool


def add_gradient(model: TranslationModel, batch: Batch, sentences: int, guidance: float = 0.0) -> Tensor:
    """Add the gradient of the cost to what the parameters' gradients hold; the loss, nats summed over tokens.

    The cost is the negative log-probability summed over a sentence's tokens, averaged over the sentences of
    the whole minibatch, of which the batch may be a part. sentences: how many those are. Where the batch has
    links, `guidance` times their alignment cost is added, which the loss leaves out.
    """
    judged = model.judge_pairs(batch.source, batch.source_lengths, batch.target, batch.target_lengths)
    loss = cost = judged.costs.sum()
    if batch.alignment is not None and judged.weights is not None:
        cost = loss + guidance * alignment_cost(judged.weights, batch.alignment)
    (cost / sentences).backward()  # type: ignore[no-untyped-call]
    return loss.detach()


def alignment_cost(weights: Tensor, alignment: Tensor) -> Tensor:
    """-Σ_i Σ_j A_ij log α_ij over all pairs, nats: the cross-entropy of guided alignment (Chen et al. 2016).

    weights: α, I x B x J; alignment: A, B x I x J.
    """
    return -(alignment * weights.clamp_min(_SMALLEST).log().transpose(0, 1)).sum()


def apply_gradient(
    model: TranslationModel, optimizer: torch.optim.Optimizer, config: TrainConfig, update: int, total: Total
) -> UpdateResult:
    """Change the parameters by their gradients, clipped. update: 0-based, for the learning rate."""
    norm = clip_gradient(model, config.clip_norm)
    applied = math.isfinite(norm) and math.isfinite(total.loss)
    if applied:
        for group in optimizer.param_groups:
            group["lr"] = learning_rate(config, update)
        optimizer.step()
    return UpdateResult(total.loss, total.tokens, norm, applied)
