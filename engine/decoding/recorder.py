"""The one point where torch tensors become NumPy arrays: decoding steps are recorded and cut into traces."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.decoding.largest import largest
from engine.models.interface import EncoderOutput, StepOutput
from engine.trace import UNUSED

Array = NDArray[Any]
_ALIGNMENT = ("token_ids", "parents", "log_probs", "scores", "energies", "weights")
_EMPTY = {"token_ids": UNUSED, "scores": -np.inf}  # what a slot holds that a narrower step lacks; 0 elsewhere
_DETAIL = (
    "contexts", "states", "update_gates", "reset_gates", "cells", "candidate_ids", "candidate_log_probs",
)  # fmt: skip
_SOURCE = ("annotations", "initial_state", "initial_cells")


@dataclass(frozen=True)
class Chosen:
    """What a search put into the slots at one step: each B x K; unused slots hold token UNUSED.

    origins: which of the step's inputs, in the model's output, each slot extends; parents: that one's slot in
    the step before.
    """

    token_ids: Tensor
    origins: Tensor
    parents: Tensor
    log_probs: Tensor
    scores: Tensor


class Recorder:
    """Keeps the steps of a batch of sentences.

    full: keep all that a DecodingTrace can hold; otherwise only tokens, scores and alignment.
    candidates: how many best next tokens to keep where full.
    """

    def __init__(self, encoded: EncoderOutput, *, full: bool, candidates: int) -> None:
        self._full = full
        self._candidates = candidates
        self._attention = encoded.keys is not None
        self._steps: list[tuple[dict[int, int], dict[str, Array]]] = []
        self._annotations = _numpy(encoded.annotations) if full else None
        self._initial = _numpy(encoded.initial_hidden) if full else None
        cells = encoded.initial_cells if full else None
        self._initial_cells = None if cells is None else _numpy(cells)
        self._order = None if encoded.order is None else _numpy(encoded.order)

    def add(self, rows: list[int], output: StepOutput, chosen: Chosen) -> None:
        """Record one step. rows: the sentence of each batch row; output: of its inputs."""
        arrays = {
            name: _numpy(getattr(chosen, name)) for name in ("token_ids", "parents", "log_probs", "scores")
        }
        for name, value in self._of_inputs(output).items():
            arrays[name] = _numpy(torch.take_along_dim(value, chosen.origins[..., None], dim=1))
        self._steps.append(({row: index for index, row in enumerate(rows)}, arrays))

    def _of_inputs(self, output: StepOutput) -> dict[str, Tensor]:
        values = {} if output.weights is None else {"energies": output.energies, "weights": output.weights}
        if self._full:
            values |= {"contexts": output.context, "states": output.state.hidden}
            values |= {"update_gates": output.update_gate, "reset_gates": output.reset_gate}
            values |= {"cells": output.state.cells}
            best, words = largest(output.log_probs, min(self._candidates, output.log_probs.shape[-1]))
            values |= {"candidate_log_probs": best, "candidate_ids": words}
        return {name: value for name, value in values.items() if value is not None}

    def arrays(self, sentence: int, positions: int) -> dict[str, Array | None]:
        """The arrays of one sentence of so many source positions; None where not recorded."""
        steps = [(rows[sentence], arrays) for rows, arrays in self._steps if sentence in rows]
        while steps and (steps[-1][1]["token_ids"][steps[-1][0]] == UNUSED).all():
            steps.pop()
        if not steps:
            return self._nothing(positions)
        fields: dict[str, Array | None] = dict.fromkeys((*_ALIGNMENT, *_DETAIL))
        unused = _stacked([arrays["token_ids"][row] for row, arrays in steps], UNUSED) == UNUSED
        for name in steps[0][1]:
            empty = _EMPTY.get(name, 0)
            stacked = _stacked([arrays[name][row] for row, arrays in steps], empty)
            stacked[unused] = empty
            fields[name] = stacked
        for name in ("energies", "weights"):
            value = fields[name]
            fields[name] = None if value is None else np.ascontiguousarray(value[..., :positions])
        fields["annotations"] = None if self._annotations is None else self._annotations[sentence, :positions]
        fields["initial_state"] = None if self._initial is None else self._initial[sentence]
        cells = self._initial_cells
        fields["initial_cells"] = None if cells is None else cells[sentence]
        fields["reading_order"] = self._reading_order(sentence, positions)
        return fields

    def _nothing(self, positions: int) -> dict[str, Array | None]:
        """A sentence without a step: a blank one."""
        fields: dict[str, Array | None] = dict.fromkeys((*_ALIGNMENT, *_DETAIL, *_SOURCE))
        fields["reading_order"] = np.arange(positions)
        for name, kind in (("token_ids", np.int64), ("parents", np.int64), ("log_probs", np.float32)):
            fields[name] = np.zeros((0, 1), kind)
        fields["scores"] = fields["log_probs"]
        if self._attention:
            fields["energies"] = fields["weights"] = np.zeros((0, 1, positions), np.float32)
        return fields

    def leader(self, sentence: int, positions: int) -> dict[str, Array | None]:
        """The alignment of the hypothesis that scores best in the newest step, as a trace of one slot."""
        steps = [(rows[sentence], arrays) for rows, arrays in self._steps if sentence in rows]
        row, newest = steps[-1]
        slot = int(newest["scores"][row].argmax())
        kept: list[dict[str, Array]] = []
        for row, arrays in reversed(steps):
            kept.append({name: arrays[name][row, slot] for name in _ALIGNMENT if name in arrays})
            slot = int(arrays["parents"][row, slot])
        fields: dict[str, Array | None] = dict.fromkeys((*_ALIGNMENT, *_DETAIL, *_SOURCE))
        fields["reading_order"] = self._reading_order(sentence, positions)
        for name in kept[0]:
            fields[name] = np.stack([step[name] for step in reversed(kept)])[:, None]
        for name in ("energies", "weights"):
            value = fields[name]
            fields[name] = None if value is None else value[..., :positions]
        fields["parents"] = np.zeros((len(kept), 1), np.int64)
        return fields

    def _reading_order(self, sentence: int, positions: int) -> Array:
        """The positions of one sentence in the order in which the encoder read them."""
        return np.arange(positions) if self._order is None else self._order[sentence, :positions]


def _numpy(tensor: Tensor) -> Array:
    array: Array = tensor.detach().cpu().numpy()
    return array.astype(np.float32, copy=False) if array.dtype.kind == "f" else array


def _stacked(steps: list[Array], empty: float) -> Array:
    """Steps of K_i x … as one I x max(K_i) x … array. Early steps of a very wide beam have fewer slots."""
    slots = max(len(step) for step in steps)
    stacked = np.full((len(steps), slots, *steps[0].shape[1:]), empty, dtype=steps[0].dtype)
    for row, step in zip(stacked, steps, strict=True):
        row[: len(step)] = step
    return stacked
