"""Encoders: one gated recurrence a direction over the embedded source (B appendix A.2.1; C)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.gated_unit import GatedUnit
from engine.models.initialization import gaussian


class SourceEmbedding(nn.Module):
    """E x_j, shared by both directions, with dropout while training."""

    def __init__(self, vocabulary: int, embedding_size: int, dropout: float) -> None:
        super().__init__()
        self.E = gaussian(vocabulary, embedding_size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, source: Tensor) -> Tensor:
        """B x J token ids to B x J x m."""
        embedded: Tensor = self.dropout(F.embedding(source, self.E))
        return embedded


def read_forward(unit: GatedUnit, embedded: Tensor) -> Tensor:
    """→h_1 … →h_J: B x J x m to B x J x n. Positions after a sentence's end hold no meaning."""
    projected = unit.project_input(embedded)
    hidden = projected.new_zeros(len(projected), unit.hidden_size)
    states = []
    for step in projected.unbind(1):
        hidden, _, _ = unit(step, hidden)
        states.append(hidden)
    return torch.stack(states, dim=1)


def read_backward(unit: GatedUnit, embedded: Tensor, mask: Tensor) -> Tensor:
    """←h_1 … ←h_J: each sentence read from its own last token to its first; B x J x n.

    The state stays 0 through the padding, so that padding has no influence.
    """
    projected = unit.project_input(embedded)
    hidden = projected.new_zeros(len(projected), unit.hidden_size)
    padded = not bool(mask.all())
    states = []
    for position in range(projected.shape[1] - 1, -1, -1):
        hidden, _, _ = unit(projected[:, position], hidden)
        if padded:
            hidden = hidden * mask[:, position, None]
        states.append(hidden)
    return torch.stack(states[::-1], dim=1)


def at_end(states: Tensor, lengths: Tensor) -> Tensor:
    """The state at each sentence's own last token: B x J x n to B x n."""
    return states[torch.arange(len(states), device=states.device), lengths - 1]
