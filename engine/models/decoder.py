"""The decoder that RNNencdec and RNNsearch share; they differ only in where c_i comes from (B appendix A.2.2)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.gated_unit import GatedUnit
from engine.models.initialization import gaussian, zeros
from engine.models.interface import NO_TOKEN
from engine.models.readout import Readout


class Decoder(nn.Module):
    """Target embedding, gated unit with context, and readout; n hidden units, C context numbers, l maxout units."""

    def __init__(
        self, vocabulary: int, embedding_size: int, hidden_size: int, context_size: int, readout_size: int
    ) -> None:
        super().__init__()
        self.E = gaussian(vocabulary, embedding_size)
        self.W_s = gaussian(hidden_size, hidden_size)
        self.b_s = zeros(hidden_size)
        self.unit = GatedUnit(embedding_size, hidden_size, context_size)
        self.V_o = gaussian(2 * readout_size, embedding_size)
        self.b_o = zeros(2 * readout_size)
        self.readout = Readout(hidden_size, context_size, readout_size, vocabulary)
        self.dropout = nn.Dropout(0.0)

    def initial_hidden(self, summary: Tensor) -> Tensor:
        """s_0 = tanh(W_s summary): B x n to B x n."""
        return torch.tanh(F.linear(summary, self.W_s, self.b_s))

    def embed(self, previous: Tensor) -> Tensor:
        """E y_{i-1}, zero before the first token: … token ids to … x m."""
        embedded = F.embedding(previous.clamp(min=0), self.E) * (previous != NO_TOKEN)[..., None]
        dropped: Tensor = self.dropout(embedded)
        return dropped

    def word_readout(self, embedded: Tensor) -> Tensor:
        """V_o E y_{i-1}: … x m to … x 2l."""
        return F.linear(embedded, self.V_o, self.b_o)

    def costs(
        self, embedded: Tensor, states: Tensor, context_part: Tensor, target: Tensor, mask: Tensor
    ) -> Tensor:
        """-log p of every real target token, summed by sentence: B, nats.

        embedded: B x I x m, of the tokens before; states: B x I x n, s_{i-1}; context_part: C_o c_i, B x I x 2l
        (or B x 1 x 2l); target and mask: B x I. Only real tokens go through the softmax.
        """
        t = self.dropout(self.readout.maxout(self.word_readout(embedded), states, context_part))
        costs = F.cross_entropy(self.readout.logits(t[mask]), target[mask], reduction="none")
        return (
            torch.zeros(mask.shape, dtype=costs.dtype, device=costs.device)
            .masked_scatter(mask, costs)
            .sum(dim=1)
        )


def shifted(target: Tensor) -> Tensor:
    """y_0 … y_{I-1}: the tokens before each target token, NO_TOKEN before the first; B x I."""
    return F.pad(target[:, :-1], (1, 0), value=NO_TOKEN)
