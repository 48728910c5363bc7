"""RNNencdec: the RNN Encoder–Decoder with one fixed context vector (C; B appendix A.2.2)."""

from dataclasses import replace

import torch
from torch import Tensor

from engine.models.decoder import Decoder, Moved
from engine.models.encoder import SourceEmbedding, at_end, read_forward, run
from engine.models.gated_unit import GatedUnit
from engine.models.interface import (
    DecoderState,
    EncoderOutput,
    Judged,
    Reweigh,
    StepOutput,
    Target,
    TranslationModel,
    position_mask,
)


class RNNencdec(TranslationModel):
    """A forward encoder whose last state →h_Tx is every c_i; the decoder is that of RNNsearch."""

    has_attention = False

    def __init__(self, embedding: SourceEmbedding, decoder: Decoder) -> None:
        super().__init__()
        self.embedding = embedding
        self.forward_unit = GatedUnit(embedding.E.shape[1], decoder.unit.hidden_size)
        self.decoder = decoder

    def read(self, embedded: Tensor, lengths: Tensor) -> EncoderOutput:
        mask = position_mask(lengths, len(embedded))
        states = read_forward(self.forward_unit, embedded)
        context = at_end(states, lengths)  # c = →h_Tx
        return EncoderOutput(
            annotations=states.transpose(0, 1) * mask[..., None],
            mask=mask,
            initial_hidden=self.decoder.initial_hidden(context),  # s_0 = tanh(W_s c)
            context=context,
        )

    def hoisted(self, encoded: EncoderOutput, slots: int) -> EncoderOutput:
        """C c and C_o c, once a sentence."""
        assert encoded.context is not None
        return replace(encoded, parts=self.decoder.matrices().context(encoded.context))

    def step(
        self, previous: Tensor, state: DecoderState, encoded: EncoderOutput, reweigh: Reweigh | None = None
    ) -> StepOutput:
        assert reweigh is None
        encoded = encoded if encoded.parts is not None else self.hoisted(encoded, previous.shape[1])
        assert encoded.context is not None
        assert encoded.parts is not None
        matrices = self.decoder.matrices()
        gates, readout = matrices.state.split(matrices.state(state.hidden))
        context = encoded.context[:, None].expand(-1, previous.shape[1], -1)  # c_i = c
        moved = Moved(state.hidden, gates, readout)
        return self.decoder.step(matrices, previous, moved, context, encoded.parts[:, None])

    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        assert encoded.context is not None
        decoder, initial = self.decoder, encoded.initial_hidden
        embedded = decoder.embed(given.previous)
        projected = decoder.unit.project_input(embedded) + decoder.unit.project_context(encoded.context)
        after = run(decoder.unit, projected[:-1], initial, None)  # s_1 … s_{I-1}
        states = torch.cat([initial[None], after])  # the readout takes s_{i-1}
        return decoder.judge(embedded, states, decoder.readout.project_context(encoded.context)[None], given)
