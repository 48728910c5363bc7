"""The decoder that RNNencdec and RNNsearch share; only c_i comes from elsewhere (B appendix A.2.2)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.gated_unit import GatedUnit
from engine.models.initialization import gaussian, zeros
from engine.models.interface import NO_TOKEN, DecoderState, StepOutput, Target
from engine.models.products import linear
from engine.models.readout import Readout
from engine.models.softmax_cost import SoftmaxCost


class Decoder(nn.Module):
    """Target embedding, gated unit with context, and readout: n units, C context numbers, l maxout units."""

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
        return torch.tanh(linear(summary, self.W_s, self.b_s))

    def embed(self, previous: Tensor) -> Tensor:
        """E y_{i-1}, zero before the first token: … token ids to … x m."""
        embedded = F.embedding(previous.clamp(min=0), self.E) * (previous != NO_TOKEN)[..., None]
        dropped: Tensor = self.dropout(embedded)
        return dropped

    def word_readout(self, embedded: Tensor) -> Tensor:
        """V_o E y_{i-1}: … x m to … x 2l."""
        return linear(embedded, self.V_o, self.b_o)

    def step(self, previous: Tensor, state: DecoderState, context: Tensor) -> StepOutput:
        """The next token's log-probabilities from s_{i-1}, y_{i-1} and c_i (B x K x C), and the state s_i."""
        embedded, hidden = self.embed(previous), state.hidden
        t = self.readout.maxout(self.word_readout(embedded), hidden, self.readout.project_context(context))
        projected = self.unit.project_input(embedded) + self.unit.project_context(context)
        next_hidden, update, reset = self.unit(projected, hidden)
        return StepOutput(
            log_probs=self.readout.log_probs(t),
            state=DecoderState(next_hidden),
            context=context,
            update_gate=update,
            reset_gate=reset,
        )

    def costs(self, embedded: Tensor, states: Tensor, context_part: Tensor, target: Target) -> Tensor:
        """-log p of every real target token, summed by sentence: B, nats.

        embedded: I x B x m, of the tokens before; states: I x B x n, s_{i-1}; context_part: C_o c_i,
        I x B x 2l (or 1 x B x 2l). Only real tokens go through the softmax.
        """
        t = self.dropout(self.readout.maxout(self.word_readout(embedded), states, context_part))
        real = target.mask.flatten().nonzero()[:, 0]
        costs: Tensor = SoftmaxCost.apply(  # type: ignore[no-untyped-call]
            t.flatten(0, 1)[real], self.readout.W_o, self.readout.bias, target.ids.flatten()[real]
        )
        sentence = real % target.ids.shape[1]
        return costs.new_zeros(target.ids.shape[1]).index_add(0, sentence, costs)
