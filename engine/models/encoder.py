"""Encoders: one gated recurrence a direction over the embedded source (B appendix A.2.1; C)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.gated_unit import GatedUnit
from engine.models.initialization import gaussian
from engine.models.recurrence import GatedRecurrence


class SourceEmbedding(nn.Module):
    """E x_j, shared by both directions, with dropout while training."""

    def __init__(self, vocabulary: int, embedding_size: int, dropout: float) -> None:
        super().__init__()
        self.E = gaussian(vocabulary, embedding_size)
        self.dropout = nn.Dropout(dropout)

    def forward(self, source: Tensor) -> Tensor:
        """… token ids to … x m."""
        embedded: Tensor = self.dropout(F.embedding(source, self.E))
        return embedded


def read_forward(unit: GatedUnit, embedded: Tensor) -> Tensor:
    """→h_1 … →h_J: J x B x m to J x B x n. Positions after a sentence's end hold no meaning."""
    initial = embedded.new_zeros(embedded.shape[1], unit.hidden_size)
    return run(unit, unit.project_input(embedded), initial, None)


def read_backward(unit: GatedUnit, embedded: Tensor, mask: Tensor) -> Tensor:
    """←h_1 … ←h_J: each sentence read from its own last token to its first; J x B x m to J x B x n.

    The state stays 0 through the padding (mask: B x J), so that padding has no influence.
    """
    initial = embedded.new_zeros(embedded.shape[1], unit.hidden_size)
    keep = None if bool(mask.all()) else mask.T.flip(0)[..., None].to(embedded.dtype)
    return run(unit, unit.project_input(embedded.flip(0)), initial, keep).flip(0)


def run(unit: GatedUnit, projected: Tensor, initial: Tensor, keep: Tensor | None) -> Tensor:
    """All states of the unit: projected T x B x 3n, initial B x n, keep T x B x 1; gives T x B x n."""
    states: Tensor = GatedRecurrence.apply(projected, initial, unit.U_gates, unit.U, keep)  # type: ignore[no-untyped-call]
    return states


def at_end(states: Tensor, lengths: Tensor) -> Tensor:
    """The state at each sentence's own last token: J x B x n to B x n."""
    return states[lengths - 1, torch.arange(states.shape[1], device=states.device)]
