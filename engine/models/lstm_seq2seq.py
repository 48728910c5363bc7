"""LSTM seq2seq: one LSTM reads the source, its last state begins another that writes (S)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.encoder import SourceEmbedding
from engine.models.initialization import uniform_all
from engine.models.interface import (
    NO_TOKEN,
    DecoderState,
    EncoderOutput,
    Judged,
    Reweigh,
    StepOutput,
    Target,
    TranslationModel,
    position_mask,
)
from engine.models.lstm import LstmStack, LstmState
from engine.models.softmax_cost import SoftmaxCost


class LstmDecoder(nn.Module):
    """Target embedding, L layers of n units, and a softmax over V words straight from the top layer."""

    def __init__(self, vocabulary: int, embedding_size: int, stack: LstmStack, dropout: float) -> None:
        super().__init__()
        self.E = nn.Parameter(torch.zeros(vocabulary, embedding_size))
        self.stack = stack
        self.W_o = nn.Parameter(torch.zeros(vocabulary, stack.hidden_size))
        self.bias = nn.Parameter(torch.zeros(vocabulary))
        self.dropout = nn.Dropout(dropout)

    def embed(self, previous: Tensor) -> Tensor:
        """E y_{i-1}, zero before the first token: … token ids to … x m."""
        embedded = F.embedding(previous.clamp(min=0), self.E) * (previous != NO_TOKEN)[..., None]
        dropped: Tensor = self.dropout(embedded)
        return dropped


class LstmSeq2seq(TranslationModel):
    """The encoder's last (h, c) of all layers is the decoder's first, and all that the decoder gets.

    The source is read from its last token (end of sentence) to its first where `reverses`; the annotations
    stand at the positions of the typed sentence all the same.
    """

    has_attention = False

    def __init__(
        self, embedding: SourceEmbedding, encoder: LstmStack, decoder: LstmDecoder, *, reverses: bool
    ) -> None:
        super().__init__()
        self.embedding = embedding
        self.encoder = encoder
        self.decoder = decoder
        self._reverses = reverses
        uniform_all(self)

    def read(self, embedded: Tensor, lengths: Tensor) -> EncoderOutput:
        mask = position_mask(lengths, len(embedded))
        order = self._reading_order(lengths, len(embedded))  # J x B
        outputs, last = self.encoder.read(_taken(embedded, order), lengths)
        return EncoderOutput(
            annotations=_taken(outputs, order).transpose(0, 1),  # the order taken twice is that of the source
            mask=mask,
            initial_hidden=last.hidden,
            initial_cells=last.cells,
            order=order.T,
        )

    def _reading_order(self, lengths: Tensor, size: int) -> Tensor:
        """Which position is read at each time: J x B. Padding stays at the end."""
        times = torch.arange(size, device=lengths.device)[:, None].expand(-1, len(lengths))
        return torch.where(times < lengths, lengths - 1 - times, times) if self._reverses else times

    def hoisted(self, encoded: EncoderOutput, slots: int) -> EncoderOutput:
        return encoded  # a step reads nothing of the source

    def step(
        self, previous: Tensor, state: DecoderState, encoded: EncoderOutput, reweigh: Reweigh | None = None
    ) -> StepOutput:
        assert reweigh is None
        assert state.cells is not None
        decoder, before = self.decoder, LstmState(state.hidden, state.cells)
        after = decoder.stack.advance(decoder.embed(previous), before)
        top = after.hidden[..., -decoder.stack.hidden_size :]
        return StepOutput(
            log_probs=torch.log_softmax(F.linear(top, decoder.W_o, decoder.bias), dim=-1),
            state=DecoderState(after.hidden, after.cells),
        )

    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        assert encoded.initial_cells is not None
        decoder, initial = self.decoder, LstmState(encoded.initial_hidden, encoded.initial_cells)
        top = decoder.dropout(decoder.stack.run(decoder.embed(given.previous), initial))
        real = given.mask.flatten().nonzero()[:, 0]
        costs, likeliest = SoftmaxCost.apply(  # type: ignore[no-untyped-call]
            top.flatten(0, 1)[real], decoder.W_o, decoder.bias, given.ids.flatten()[real]
        )
        sentence = real % given.ids.shape[1]
        return Judged(costs.new_zeros(given.ids.shape[1]).index_add(0, sentence, costs), likeliest)


def _taken(rows: Tensor, order: Tensor) -> Tensor:
    """The rows of each sentence in another order: J x B x … by J x B positions."""
    return rows[order, torch.arange(order.shape[1], device=order.device)]
