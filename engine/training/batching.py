"""Minibatches as in B appendix B.2: shuffled once, read in pools, each pool sorted by length and cut up."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from engine.models.interface import padded

Ids = Sequence[int]


@dataclass(frozen=True)
class Batch:
    """Padded sentence pairs: source B x J, target B x I, with their lengths, end of sentence included."""

    source: Tensor
    source_lengths: Tensor
    target: Tensor
    target_lengths: Tensor

    @property
    def target_tokens(self) -> int:
        """The number of real target tokens, end of sentence included."""
        return int(self.target_lengths.sum())


class BatchPlan:
    """Which pairs make which minibatch of an epoch.

    A function of the seed alone, so that a run can resume anywhere.

    Every pair is in exactly one minibatch of an epoch; the last pool and the last minibatch may be smaller.
    """

    def __init__(
        self, pairs: Sequence[tuple[Ids, Ids]], batch_size: int, pool_batches: int, seed: int
    ) -> None:
        self._pairs = pairs
        self._batch_size = batch_size
        self._pool = batch_size * pool_batches
        self._order = np.random.default_rng(seed).permutation(len(pairs))

    @property
    def batches_per_epoch(self) -> int:
        """Minibatches in one pass over the pairs."""
        full, rest = divmod(len(self._pairs), self._pool)
        return full * (self._pool // self._batch_size) + -(-rest // self._batch_size)

    def members(self, update: int) -> list[int]:
        """The pairs of the minibatch that makes this update (0-based), as indices."""
        index = update % self.batches_per_epoch
        pool, place = divmod(index, self._pool // self._batch_size)
        pairs = self._order[pool * self._pool : (pool + 1) * self._pool]
        by_length = sorted(pairs, key=lambda pair: (len(self._pairs[pair][1]), len(self._pairs[pair][0])))
        return [int(pair) for pair in by_length[place * self._batch_size : (place + 1) * self._batch_size]]

    def batch(self, update: int, device: torch.device) -> Batch:
        """The minibatch that makes this update (0-based)."""
        return make_batch([self._pairs[pair] for pair in self.members(update)], device)


def make_batch(pairs: Sequence[tuple[Ids, Ids]], device: torch.device) -> Batch:
    """These sentence pairs as one batch."""
    source, source_lengths = padded([source for source, _ in pairs], device)
    target, target_lengths = padded([target for _, target in pairs], device)
    return Batch(source, source_lengths, target, target_lengths)
