"""Forced decoding: the model is led along a given target, and every step is recorded as in a search."""

from collections.abc import Iterator

import torch
from torch import Tensor

from engine.decoding.recorder import Chosen, Recorder
from engine.models.interface import EncoderOutput, StepOutput, Steps, shifted
from engine.trace import UNUSED


def force(model: Steps, encoded: EncoderOutput, target: Tensor, lengths: Tensor, recorder: Recorder) -> None:
    """Record the given targets of a batch, one slot a sentence.

    target: B x I token ids, end of sentence included, padded at the end; lengths: B.
    """
    rows = list(range(len(target)))
    first = torch.zeros(len(target), 1, dtype=torch.long, device=target.device)
    scores = torch.zeros(len(target), 1, device=encoded.annotations.device)
    for step, output in enumerate(led(model, encoded, target)):
        token = target[:, step, None]
        log_prob = output.log_probs[:, 0].gather(1, token)
        scores = scores + log_prob
        real = (step < lengths)[:, None]
        recorder.add(rows, output, Chosen(token.where(real, UNUSED), first, first, log_prob, scores))


def led(model: Steps, encoded: EncoderOutput, target: Tensor) -> Iterator[StepOutput]:
    """The model's steps along given targets, B x I; one slot a sentence."""
    state = encoded.initial_state()
    for previous in shifted(target).unbind(1):
        output = model.step(previous[:, None], state, encoded)
        yield output
        state = output.state
