"""What every translation model offers: encode a batch, decode one step, and the cost under teacher forcing.

Shapes: B sentences, K beam slots, J source positions, I target positions, n hidden units, C numbers in a
context vector, V target words. Source sentences are padded at their end to J and told apart by their lengths.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import NamedTuple, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.text.vocabulary import EOS_ID


@dataclass(frozen=True)
class DecoderState:
    """What a decoder carries from step to step."""

    hidden: Tensor  # B x K x n, s_i; of several layers all, the lowest first
    cells: Tensor | None = None  # B x K x n, of an LSTM
    place: Tensor | None = None  # B x K x …, where an alignment model that remembers it had come to

    def take(self, rows: Tensor, slots: Tensor) -> "DecoderState":
        """The states of these slots (rows: B', slots: B' x K') as B' x K' states."""
        kept = {
            item.name: value[rows[:, None], slots]
            for item in fields(self)
            if (value := getattr(self, item.name)) is not None
        }
        return DecoderState(**kept)


@dataclass(frozen=True)
class EncoderOutput:
    """A batch of encoded source sentences."""

    annotations: Tensor  # B x J x C, h_j; encoder states where the model has no attention
    mask: Tensor  # B x J, true at real positions
    initial_hidden: Tensor  # B x n, s_0
    keys: Tensor | None = None  # B x J x n', U_a h_j, computed once a sentence
    context: Tensor | None = None  # B x C, the one context vector of a model without attention
    parts: Tensor | None = None  # B x J x P, C and C_o times h_j, or B x P, times c: see `hoisted`
    initial_cells: Tensor | None = None  # B x n, of an LSTM
    order: Tensor | None = None  # B x J, the positions in the order in which they were read; None: as typed

    def take(self, rows: Tensor) -> "EncoderOutput":
        """These sentences only (rows: B')."""
        kept: dict[str, Tensor] = {
            item.name: value.index_select(0, rows)
            for item in fields(self)
            if (value := getattr(self, item.name)) is not None
        }
        return replace(self, **kept)

    def initial_state(self) -> DecoderState:
        """s_0 as the state of a beam with one slot: B x 1."""
        cells = None if self.initial_cells is None else self.initial_cells[:, None]
        return DecoderState(self.initial_hidden[:, None], cells)


@dataclass(frozen=True)
class StepOutput:
    """What one decoding step computed for each of B x K slots."""

    log_probs: Tensor  # B x K x V, of the next token
    state: DecoderState  # s_i; the token chosen does not enter it before the next step
    context: Tensor | None = None  # B x K x C, c_i; None where the source is met in the first state alone
    update_gate: Tensor | None = None  # B x K x n, z_i; None without such gates
    reset_gate: Tensor | None = None  # B x K x n, r_i
    energies: Tensor | None = None  # B x K x J, e_ij; None without attention
    weights: Tensor | None = None  # B x K x J, alpha_ij


Reweigh = Callable[[Tensor], Tensor]  # weights from energies, both B x K x J, in place of softmax


class Steps(Protocol):
    """What decodes one step after the other: a TranslationModel, or one whose steps are changed."""

    def step(self, previous: Tensor, state: DecoderState, encoded: EncoderOutput) -> StepOutput:
        """See TranslationModel.step."""


@dataclass(frozen=True)
class Target:
    """Given targets, time first. ids, previous (the token before each, NO_TOKEN first) and mask: I x B.

    The mask is true at the tokens that count.
    """

    ids: Tensor
    previous: Tensor
    mask: Tensor

    @classmethod
    def of(cls, ids: Tensor, lengths: Tensor) -> "Target":
        """From B x I padded token ids and B lengths."""
        return cls(ids.T.contiguous(), shifted(ids).T.contiguous(), position_mask(lengths, ids.shape[1]).T)


class Judged(NamedTuple):
    """B given targets under teacher forcing, N tokens of which count.

    costs: B, nats, summed by sentence; likeliest: N, whether no other token was likelier than the given one;
    weights: I x B x J, α_ij; None without attention.
    """

    costs: Tensor
    likeliest: Tensor
    weights: Tensor | None = None


class TranslationModel(nn.Module, ABC):
    """A network that gives p(target | source), token by token."""

    has_attention: bool
    alignment: str = ""  # the alignment model by its name in a configuration; empty without attention
    embedding: nn.Module  # E x_j: … token ids to … x m

    def encode(self, source: Tensor, lengths: Tensor) -> EncoderOutput:
        """source: B x J token ids, end of sentence included, padded at the end; lengths: B, at least 1."""
        return self.read(self.embedding(source.T), lengths)

    @abstractmethod
    def read(self, embedded: Tensor, lengths: Tensor) -> EncoderOutput:
        """Encode source tokens that are embedded already: J x B x m."""

    @abstractmethod
    def hoisted(self, encoded: EncoderOutput, slots: int) -> EncoderOutput:
        """With products that its steps need again and again, where that saves time with so many slots."""

    @abstractmethod
    def step(
        self, previous: Tensor, state: DecoderState, encoded: EncoderOutput, reweigh: Reweigh | None = None
    ) -> StepOutput:
        """previous: B x K token ids y_{i-1}, NO_TOKEN before the first; state: s_{i-1}.

        reweigh: only for models with attention, and for sentences without padding.
        """

    def judge_pairs(
        self, source: Tensor, source_lengths: Tensor, target: Tensor, target_lengths: Tensor
    ) -> Judged:
        """What the model makes of the targets of these sources, under teacher forcing.

        target: B x I token ids, end of sentence included, padded at the end; source as in `encode`.
        """
        return self.judge(self.encode(source, source_lengths), Target.of(target, target_lengths))

    def costs(self, encoded: EncoderOutput, given: Target) -> Tensor:
        """The negative log-probability of the target tokens that count, summed by sentence: B, nats."""
        return self.judge(encoded, given).costs

    @abstractmethod
    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        """What the model makes of the target tokens that count."""


NO_TOKEN = -1  # before the first target token; its embedding is the zero vector


def position_mask(lengths: Tensor, size: int) -> Tensor:
    """True at the real positions of padded sentences: B x size."""
    return torch.arange(size, device=lengths.device)[None, :] < lengths[:, None]


def shifted(target: Tensor) -> Tensor:
    """y_0 … y_{I-1}: the tokens before each target token, NO_TOKEN before the first; B x I."""
    return F.pad(target[:, :-1], (1, 0), value=NO_TOKEN)


def padded(sentences: Sequence[Sequence[int]], device: torch.device) -> tuple[Tensor, Tensor]:
    """Token ids of B sentences as a batch, B x longest, padded at the end, and their lengths, B."""
    lengths = torch.tensor([len(sentence) for sentence in sentences], device="cpu")
    batch = torch.full((len(sentences), int(lengths.max())), EOS_ID, device="cpu")  # filled there, sent once
    for row, sentence in zip(batch, sentences, strict=True):
        row[: len(sentence)] = torch.as_tensor(sentence, device="cpu")
    return batch.to(device), lengths.to(device)
