"""Attention that is changed on purpose: other weights than the model's own while a sentence is decoded."""

from functools import partial

import numpy as np
import torch
from torch import Tensor

from engine.constraints import Constraints
from engine.models.interface import DecoderState, EncoderOutput, StepOutput, Steps, TranslationModel

_ROUNDING = 1e-5  # weights whose sum is as near to 1 as this are taken as they are


def steps_of(model: TranslationModel, constraints: Constraints) -> Steps:
    """What decodes under the constraints: the model itself where they leave its attention alone."""
    return ChangedAttention(model, constraints) if constraints.changes_attention else model


class ChangedAttention:
    """The steps of a model with attention, but for its weights: one object for each decoding.

    The constraints have to fit the sentence (engine.decoding.constraints); it has no padding.
    """

    def __init__(self, model: TranslationModel, constraints: Constraints) -> None:
        self._model = model
        self._constraints = constraints
        self._step = 0

    def step(self, previous: Tensor, state: DecoderState, encoded: EncoderOutput) -> StepOutput:
        """The model's next step, as TranslationModel.step, with the changed weights and their context."""
        reweigh = partial(changed_weights, constraints=self._constraints, step=self._step)
        self._step += 1
        return self._model.step(previous, state, encoded, reweigh)


def changed_weights(energies: Tensor, *, constraints: Constraints, step: int) -> Tensor:
    """The weights α_ij of one step under the constraints: energies e_ij, 1 x K x J, give 1 x K x J."""
    given = next((row.weights for row in constraints.weights if row.step == step), None)
    if given is not None:
        return _normalised(energies.new_tensor(given)).expand_as(energies)
    hidden = torch.zeros(energies.shape[-1], dtype=torch.bool, device=energies.device)
    hidden[list(constraints.masked)] = True
    scaled = energies.masked_fill(hidden, float("-inf")) / constraints.temperature
    weights = torch.softmax(scaled, dim=-1)
    match constraints.attention:
        case "uniform":
            return (~hidden / (~hidden).sum()).to(energies.dtype).expand_as(energies)
        case "hard":
            return torch.zeros_like(weights).scatter(-1, weights.argmax(-1, keepdim=True), 1.0)
        case "shifted":
            return _moved(weights, (~hidden).nonzero()[:, 0])
        case "shuffled":
            order = np.random.default_rng([constraints.seed, step]).permutation(int((~hidden).sum()))
            return _moved(weights, (~hidden).nonzero()[:, 0][torch.from_numpy(order).to(hidden.device)])
        case _:
            return weights


def _normalised(weights: Tensor) -> Tensor:
    """J numbers from 0 on, made to sum to 1; the model's own weights come back bit for bit."""
    total = weights.sum(dtype=torch.float64)
    return weights if abs(float(total) - 1) < _ROUNDING else (weights / total).to(weights.dtype)


def _moved(weights: Tensor, circle: Tensor) -> Tensor:
    """Each weight goes to the next position on a circle of positions, so that none of two or more stays."""
    moved = weights.clone()
    moved[..., circle] = weights[..., circle.roll(1)]
    return moved
