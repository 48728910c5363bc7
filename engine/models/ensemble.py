"""Ensembles: at each step the mean of the probabilities that several models give (S, section 3.6)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import torch
from torch import Tensor, nn

from engine.errors import CheckpointError
from engine.models.interface import (
    DecoderState,
    EncoderOutput,
    Judged,
    Reweigh,
    StepOutput,
    Target,
    TranslationModel,
)


@dataclass(frozen=True)
class JointState(DecoderState):
    """The decoder states of all members; hidden holds theirs one after the other."""

    members: tuple[DecoderState, ...] = ()

    def take(self, rows: Tensor, slots: Tensor) -> "JointState":
        return _joint_state([member.take(rows, slots) for member in self.members])


@dataclass(frozen=True)
class JointEncoding(EncoderOutput):
    """The encodings of all members; annotations and first states hold theirs one after the other."""

    members: tuple[EncoderOutput, ...] = ()

    def take(self, rows: Tensor) -> "JointEncoding":
        return _joint_encoding([member.take(rows) for member in self.members])

    def initial_state(self) -> JointState:
        return _joint_state([member.initial_state() for member in self.members])


class Ensemble(TranslationModel):
    """Models of any kinds over the same two vocabularies; p(y_i) = 1/k Σ_m p_m(y_i).

    It has no alignment of its own: members attend to unlike annotations, and some do not attend at all.
    models: each with the name by which an error tells it.
    """

    has_attention = False
    embedding: "JointEmbedding"

    def __init__(self, models: Sequence[tuple[str, TranslationModel]]) -> None:
        super().__init__()
        self._names = [name for name, _ in models]
        self._models = [model for _, model in models]
        self.members = nn.ModuleList(self._models)
        self.embedding = JointEmbedding([model.embedding for model in self._models])

    def read(self, embedded: Tensor, lengths: Tensor) -> EncoderOutput:
        """embedded: J x B x the sum of the members' m."""
        parts = torch.split(embedded, self.embedding.sizes, dim=-1)
        return _joint_encoding(
            [model.read(part, lengths) for model, part in zip(self._models, parts, strict=True)]
        )

    def hoisted(self, encoded: EncoderOutput, slots: int) -> EncoderOutput:
        assert isinstance(encoded, JointEncoding)
        pairs = zip(self._models, encoded.members, strict=True)
        return _joint_encoding([model.hoisted(one, slots) for model, one in pairs])

    def step(
        self, previous: Tensor, state: DecoderState, encoded: EncoderOutput, reweigh: Reweigh | None = None
    ) -> StepOutput:
        """Raises CheckpointError that names the member which computes NaN."""
        assert reweigh is None
        assert isinstance(state, JointState)
        assert isinstance(encoded, JointEncoding)
        members = zip(self._models, state.members, encoded.members, strict=True)
        outputs = [model.step(previous, before, source) for model, before, source in members]
        log_probs = mean_probability([output.log_probs for output in outputs])
        if bool(log_probs.amax(dim=-1).isnan().any()):
            raise self._no_numbers(outputs)
        return StepOutput(log_probs, _joint_state([output.state for output in outputs]))

    def judge(self, encoded: EncoderOutput, given: Target) -> Judged:
        state = encoded.initial_state()
        costs, likeliest = encoded.initial_hidden.new_zeros(given.ids.shape[1]), []
        for previous, token, counts in zip(given.previous, given.ids, given.mask, strict=True):
            output = self.step(previous[:, None], state, encoded)
            log_probs, state = output.log_probs[:, 0], output.state
            found = log_probs.gather(1, token[:, None])[:, 0]
            costs = costs - found.where(counts, 0.0)
            likeliest.append(found >= log_probs.amax(dim=-1))
        return Judged(costs, torch.stack(likeliest)[given.mask])

    def _no_numbers(self, outputs: Sequence[StepOutput]) -> CheckpointError:
        broken = [
            name
            for name, output in zip(self._names, outputs, strict=True)
            if bool(output.log_probs.isnan().any())
        ]
        return CheckpointError(
            f"The model {broken[0]} of the ensemble computes no probabilities (NaN).",
            "Leave it out, or choose another checkpoint of it.",
        )


class JointEmbedding(nn.Module):
    """The source embeddings of all members, one after the other: … token ids to … x the sum of their m."""

    def __init__(self, members: Sequence[nn.Module]) -> None:
        super().__init__()
        self.members = nn.ModuleList(members)
        self.sizes = [_size(member) for member in members]

    def forward(self, ids: Tensor) -> Tensor:
        return torch.cat([member(ids) for member in self.members], dim=-1)


def _size(embedding: nn.Module) -> int:
    """How many numbers it gives for a token."""
    token = torch.zeros(1, dtype=torch.long, device=next(embedding.parameters()).device)
    return int(embedding(token).shape[-1])


def mean_probability(log_probs: Sequence[Tensor]) -> Tensor:
    """log(1/k Σ exp l_m) of k tensors of one shape, by their larger ones, so that no small one is lost.

    A word that one model excludes (-inf) keeps what the others give it.
    """
    return reduce(torch.logaddexp, log_probs) - math.log(len(log_probs))


def _joint_state(members: Sequence[DecoderState]) -> JointState:
    return JointState(torch.cat([member.hidden for member in members], dim=-1), members=tuple(members))


def _joint_encoding(members: Sequence[EncoderOutput]) -> JointEncoding:
    return JointEncoding(
        annotations=torch.cat([member.annotations for member in members], dim=-1),
        mask=members[0].mask,
        initial_hidden=torch.cat([member.initial_hidden for member in members], dim=-1),
        members=tuple(members),
    )
