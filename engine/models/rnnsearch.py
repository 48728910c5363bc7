"""RNNsearch: the model that jointly learns to align and translate (B, section 3 and appendix A)."""

from dataclasses import replace

import torch
from torch import Tensor

from engine.models.attended_recurrence import AttendedRecurrence
from engine.models.attention import AdditiveAttention, attend
from engine.models.decoder import Decoder, Moved
from engine.models.encoder import SourceEmbedding, read_backward, read_forward
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
from engine.models.step_matrices import StepMatrices

_FEW = 8  # sentences


class RNNsearch(TranslationModel):
    """Bidirectional encoder, additive attention queried by s_{i-1}, gated decoder with maxout readout."""

    has_attention = True

    def __init__(self, embedding: SourceEmbedding, attention: AdditiveAttention, decoder: Decoder) -> None:
        super().__init__()
        embedding_size = embedding.E.shape[1]
        hidden_size = decoder.unit.hidden_size
        self.embedding = embedding
        self.forward_unit = GatedUnit(embedding_size, hidden_size)
        self.backward_unit = GatedUnit(embedding_size, hidden_size)
        self.attention = attention
        self.decoder = decoder

    def read(self, embedded: Tensor, lengths: Tensor) -> EncoderOutput:
        mask = position_mask(lengths, len(embedded))
        backward = read_backward(self.backward_unit, embedded, mask)
        both = torch.cat([read_forward(self.forward_unit, embedded), backward], dim=-1)  # h_j = [→h_j ; ←h_j]
        annotations = (both.transpose(0, 1) * mask[..., None]).contiguous()
        return EncoderOutput(
            annotations=annotations,
            mask=mask,
            initial_hidden=self.decoder.initial_hidden(backward[0]),  # s_0 = tanh(W_s ←h_1)
            keys=self.attention.keys(annotations),
        )

    def hoisted(self, encoded: EncoderOutput, slots: int) -> EncoderOutput:
        """C c_i = Σ_j α_ij C h_j: C and C_o multiply J annotations instead of the contexts of I x K slots.

        With one slot there is nothing to gain, but for a few sentences, whose steps mostly wait for matrices.
        """
        if slots == 1 and len(encoded.annotations) > _FEW:
            return encoded
        return replace(encoded, parts=self._matrices().context(encoded.annotations))

    def step(
        self, previous: Tensor, state: DecoderState, encoded: EncoderOutput, reweigh: Reweigh | None = None
    ) -> StepOutput:
        assert encoded.keys is not None
        matrices = self._matrices()
        query, gates, readout = matrices.state.split(matrices.state(state.hidden))
        energies = self.attention.compare(query, encoded.keys)
        if reweigh is None:
            weights, context = attend(energies, encoded.mask, encoded.annotations)
        else:
            weights = reweigh(energies)
            context = torch.bmm(weights, encoded.annotations)
        parts = matrices.context(context) if encoded.parts is None else torch.bmm(weights, encoded.parts)
        output = self.decoder.step(matrices, previous, Moved(state.hidden, gates, readout), context, parts)
        return replace(output, energies=energies, weights=weights)

    def _matrices(self) -> StepMatrices:
        return self.decoder.matrices(self.attention.W_a)

    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        decoder, attention = self.decoder, self.attention
        embedded = decoder.embed(given.previous)
        unit = decoder.unit
        states, contexts = AttendedRecurrence.apply(  # type: ignore[no-untyped-call]
            unit.project_input(embedded), encoded.initial_hidden,
            encoded.keys, encoded.annotations, encoded.mask,
            unit.U_gates, unit.U, unit.C, attention.W_a, attention.v_a,
        )  # fmt: skip
        return decoder.judge(embedded, states, decoder.readout.project_context(contexts), given)
