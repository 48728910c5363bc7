"""Left-to-right beam search over a batch of sentences; a beam of 1 is greedy search.

A hypothesis that emits end of sentence leaves the beam, which is one slot narrower from then on
(S, section 3.2). The search of a sentence ends when its beam is empty or at its limit of length.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.decoding.largest import largest
from engine.decoding.recorder import Chosen, Recorder
from engine.errors import CheckpointError
from engine.models.interface import NO_TOKEN, EncoderOutput, Steps
from engine.text.vocabulary import EOS_ID, UNK_ID
from engine.trace import UNUSED


@dataclass(frozen=True)
class SearchLimits:
    """beam_size: slots at the start; steps: the most tokens of each sentence; allow_unknown: may UNK be.

    prefix: token ids that every hypothesis begins with, whatever else the limits say.
    """

    beam_size: int
    steps: Sequence[int]
    allow_unknown: bool = True
    prefix: tuple[int, ...] = ()


@dataclass
class _Beams:
    """The beams that still live: B' sentences of the batch, K' hypotheses in the widest."""

    rows: list[int]  # the sentence of each beam
    scores: Tensor  # B' x K', -inf where a beam has fewer hypotheses
    slots: Tensor  # B' x K', the slot of each hypothesis in the step before
    capacity: Tensor  # B', slots that no finished hypothesis has taken away


def beam_search(
    model: Steps,
    encoded: EncoderOutput,
    limits: SearchLimits,
    recorder: Recorder,
    on_step: Callable[[Recorder], None] | None = None,
) -> None:
    """Search for the translations of a batch; the recorder holds what was found.

    on_step is called after each step with the recorder and may raise to end the search.
    Raises CheckpointError where the model computes NaN.
    """
    device = encoded.annotations.device
    rows = [row for row, steps in enumerate(limits.steps) if steps > 0]
    encoded = encoded.take(torch.tensor(rows, dtype=torch.long, device=device))
    count = len(rows)
    beams = _Beams(
        rows,
        torch.zeros(count, 1, device=device),
        torch.zeros(count, 1, dtype=torch.long, device=device),
        torch.full((count,), limits.beam_size, device=device),
    )
    state = encoded.initial_state()
    previous = torch.full((count, 1), NO_TOKEN, device=device)
    for step in range(max(limits.steps, default=0)):
        output = model.step(previous, state, encoded)
        if step < len(limits.prefix):
            chosen = _choose(_only(limits.prefix[step], output.log_probs), beams)
        else:
            if not limits.allow_unknown:
                output.log_probs[..., UNK_ID] = float("-inf")
            chosen = _choose(output.log_probs, beams)
        recorder.add(beams.rows, output, chosen)
        if on_step is not None:
            on_step(recorder)
        keep = _survivors(chosen, beams, step, limits)
        if not len(keep):
            return
        state = output.state.take(keep, chosen.origins[keep].gather(1, beams.slots))
        previous = chosen.token_ids[keep].gather(1, beams.slots).clamp(min=0)
        if len(keep) < len(encoded.annotations):
            encoded = encoded.take(keep)


def _only(token: int, log_probs: Tensor) -> Tensor:
    """The log-probabilities of a step at which no other token may be chosen."""
    allowed = torch.full_like(log_probs, float("-inf"))
    allowed[..., token] = log_probs[..., token]
    return allowed


def _choose(log_probs: Tensor, beams: _Beams) -> Chosen:
    """The best extensions of each beam, best first: B' x K' x V log-probabilities to B' x K slots."""
    width = int(beams.capacity.max())
    found, words = largest(log_probs, min(width, log_probs.shape[-1]))  # no hypothesis has more that are kept
    total = (beams.scores[..., None] + found).flatten(1)
    best = total.topk(min(width, total.shape[1]), dim=1)
    if bool(best.values[:, 0].isnan().any()):
        raise CheckpointError("The model computes no probabilities (NaN).", "Choose another checkpoint.")
    rank = torch.arange(best.values.shape[1], device=total.device)
    used = (rank < beams.capacity[:, None]) & best.values.isfinite()
    origins = (best.indices // words.shape[-1]).where(used, 0)
    log_prob = found.flatten(1).gather(1, best.indices)
    return Chosen(
        token_ids=words.flatten(1).gather(1, best.indices).where(used, UNUSED),
        origins=origins,
        parents=beams.slots.gather(1, origins).where(used, 0),
        log_probs=log_prob.where(used, 0.0),
        scores=best.values.where(used, float("-inf")),
    )


def _survivors(chosen: Chosen, beams: _Beams, step: int, limits: SearchLimits) -> Tensor:
    """Take finished hypotheses, and beams that are done, out; the indices of the beams that go on.

    What is left of each beam moves to the front, so that the next step works on as few as there are.
    """
    ended = chosen.token_ids == EOS_ID
    scores = chosen.scores.masked_fill(ended, float("-inf"))
    living = scores.isfinite()
    counts = living.sum(dim=1).tolist()
    going = [index for index, row in enumerate(beams.rows) if counts[index] and step + 1 < limits.steps[row]]
    widest = max((counts[index] for index in going), default=0)
    keep = torch.tensor(going, dtype=torch.long, device=scores.device)
    beams.rows = [beams.rows[index] for index in going]
    beams.capacity = (beams.capacity - ended.sum(dim=1))[keep]
    beams.slots = living[keep].sort(dim=1, descending=True, stable=True).indices[:, :widest]
    beams.scores = scores[keep].gather(1, beams.slots)
    return keep
