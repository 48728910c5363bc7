"""The decoder that RNNencdec and RNNsearch share; only c_i comes from elsewhere (B appendix A.2.2)."""

from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.gated_unit import GatedUnit
from engine.models.initialization import gaussian, zeros
from engine.models.interface import NO_TOKEN, DecoderState, Judged, StepOutput, Target
from engine.models.products import linear
from engine.models.readout import Readout, larger_halves
from engine.models.softmax_cost import SoftmaxCost
from engine.models.step_matrices import KeptMatrices, Stacked, StepMatrices


@dataclass(frozen=True)
class Moved:
    """A state s_{i-1} and its products: B x K x n, and B x K x 2n and 2l."""

    hidden: Tensor
    gates: Tensor  # U_z s above U_r s
    readout: Tensor  # U_o s


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
        self._kept = KeptMatrices()

    def train(self, mode: bool = True) -> Self:
        if mode:  # the parameters are about to change
            self._kept.forget()
        return super().train(mode)

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

    def matrices(self, *queries: Tensor) -> StepMatrices:
        """What a step multiplies by. queries: matrices that read s_{i-1} beside the decoder's own."""
        unit, readout = self.unit, self.readout
        assert unit.C is not None
        word, state = (unit.W, self.V_o), (*queries, unit.U_gates, readout.U_o)
        biases, context = (unit.bias, self.b_o), (unit.C, readout.C_o)
        return self._kept.of(
            (*word, *biases, *state, unit.U, *context, readout.W_o, readout.bias),
            lambda: StepMatrices(
                word=Stacked(*word, bias=torch.cat(biases)),
                state=Stacked(*state),
                reset=Stacked(unit.U),
                context=Stacked(*context),
                readout=Stacked(readout.W_o, bias=readout.bias),
            ),
        )

    def step(
        self, matrices: StepMatrices, previous: Tensor, state: Moved, context: Tensor, parts: Tensor
    ) -> StepOutput:
        """The next token's log-probabilities from s_{i-1}, y_{i-1} and c_i (B x K x C), and the state s_i.

        parts: C c_i and C_o c_i beside each other, B x K x 3n + 2l.
        """
        total = matrices.word(self.embed(previous)).add_(parts)
        projected, deep = matrices.word.split(total)  # W E y + C c, V_o E y + C_o c
        hidden, update, reset = self.unit.advance(projected, state.hidden, state.gates, matrices.reset)
        logits = matrices.readout(larger_halves(deep + state.readout))
        return StepOutput(
            log_probs=torch.log_softmax(logits, dim=-1),
            state=DecoderState(hidden),
            context=context,
            update_gate=update,
            reset_gate=reset,
        )

    def judge(self, embedded: Tensor, states: Tensor, context_part: Tensor, target: Target) -> Judged:
        """-log p of every real target token, summed by sentence, and whether it was the likeliest one.

        embedded: I x B x m, of the tokens before; states: I x B x n, s_{i-1}; context_part: C_o c_i,
        I x B x 2l (or 1 x B x 2l). Only real tokens go through the softmax.
        """
        t = self.dropout(self.readout.maxout(self.word_readout(embedded), states, context_part))
        real = target.mask.flatten().nonzero()[:, 0]
        costs, likeliest = SoftmaxCost.apply(  # type: ignore[no-untyped-call]
            t.flatten(0, 1)[real], self.readout.W_o, self.readout.bias, target.ids.flatten()[real]
        )
        sentence = real % target.ids.shape[1]
        return Judged(costs.new_zeros(target.ids.shape[1]).index_add(0, sentence, costs), likeliest)
