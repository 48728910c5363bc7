"""RNNsearch: the model that jointly learns to align and translate (B, section 3 and appendix A)."""

from dataclasses import replace

import torch
from torch import Tensor

from engine.models.attended_recurrence import AttendedRecurrence
from engine.models.attention import AdditiveAttention, AlignmentModel, attend
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
Attended = tuple[Tensor, Tensor, Tensor]  # s_0 … s_{I-1}, I x B x n; c_1 … c_I, I x B x C; α, I x B x J


class RNNsearch(TranslationModel):
    """Bidirectional encoder, an alignment model queried by s_{i-1}, gated decoder with maxout readout."""

    has_attention = True

    def __init__(self, embedding: SourceEmbedding, attention: AlignmentModel, decoder: Decoder) -> None:
        super().__init__()
        embedding_size = embedding.E.shape[1]
        hidden_size = decoder.unit.hidden_size
        self.embedding = embedding
        self.forward_unit = GatedUnit(embedding_size, hidden_size)
        self.backward_unit = GatedUnit(embedding_size, hidden_size)
        self.attention = attention
        self.alignment = attention.kind
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
        energies, place = self.attention.compare(query, encoded.keys, state.place)
        if reweigh is None:
            weights, context = attend(energies, encoded.mask, encoded.annotations)
        else:
            weights = reweigh(energies)
            context = torch.bmm(weights, encoded.annotations)
        parts = matrices.context(context) if encoded.parts is None else torch.bmm(weights, encoded.parts)
        output = self.decoder.step(matrices, previous, Moved(state.hidden, gates, readout), context, parts)
        after = replace(output.state, place=place)
        return replace(output, state=after, energies=energies, weights=weights)

    def _matrices(self) -> StepMatrices:
        return self.decoder.matrices(self.attention.W_a)

    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        decoder = self.decoder
        embedded = decoder.embed(given.previous)
        states, contexts, weights = self._recurrence(decoder.unit.project_input(embedded), encoded)
        judged = decoder.judge(embedded, states, decoder.readout.project_context(contexts), given)
        return judged._replace(weights=weights)

    def _recurrence(self, projected: Tensor, encoded: EncoderOutput) -> Attended:
        """From the projected inputs, I x B x 3n."""
        unit, attention, initial = self.decoder.unit, self.attention, encoded.initial_hidden
        if not isinstance(attention, AdditiveAttention):
            return step_by_step(projected, encoded, unit, attention)
        attended: Attended = AttendedRecurrence.apply(  # type: ignore[no-untyped-call]
            projected, initial, encoded.keys, encoded.annotations, encoded.mask,
            unit.U_gates, unit.U, unit.C, attention.W_a, attention.v_a,
        )  # fmt: skip
        return attended


def step_by_step(
    projected: Tensor, encoded: EncoderOutput, unit: GatedUnit, attention: AlignmentModel
) -> Attended:
    """As AttendedRecurrence, with any alignment model, each step by itself through autograd."""
    assert encoded.keys is not None
    hidden, place = encoded.initial_hidden, None
    states, contexts, weights = [], [], []
    for row in projected:
        energies, place = attention.energies(hidden[:, None], encoded.keys, place)
        alpha, context = (part[:, 0] for part in attend(energies, encoded.mask, encoded.annotations))
        weights.append(alpha)
        states.append(hidden)
        contexts.append(context)
        hidden, _, _ = unit(row + unit.project_context(context), hidden)
    return torch.stack(states), torch.stack(contexts), torch.stack(weights)
