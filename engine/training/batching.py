"""Minibatches as in B appendix B.2: shuffled once, read in pools, each pool sorted by length and cut up."""

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from engine.corpora.token_store import TokenPairs
from engine.corpora.word_links import places
from engine.text.token_array import TokenArray


@dataclass(frozen=True)
class Batch:
    """Padded sentence pairs: source B x J, target B x I, with their lengths, end of sentence included.

    alignment: A, B x I x J, where links are given: those of a target token share a weight of 1, and the row
    of a token without links is 0 (Chen et al. 2016, section 3).
    """

    source: Tensor
    source_lengths: Tensor
    target: Tensor
    target_lengths: Tensor
    alignment: Tensor | None = None

    @property
    def target_tokens(self) -> int:
        """The number of real target tokens, end of sentence included."""
        return int(self.target_lengths.sum())


class BatchPlan:
    """Which pairs make which minibatch of an epoch.

    A function of the seed alone, so that a run can resume anywhere.

    Every pair is in exactly one minibatch of an epoch; the last pool and the last minibatch may be smaller.
    """

    def __init__(self, pairs: TokenPairs, batch_size: int, pool_batches: int, seed: int) -> None:
        self._pairs = pairs
        self._batch_size = batch_size
        self._pool = batch_size * pool_batches
        self._order = np.random.default_rng(seed).permutation(len(pairs)).astype(np.int32)

    @property
    def batches_per_epoch(self) -> int:
        """Minibatches in one pass over the pairs."""
        full, rest = divmod(len(self._pairs), self._pool)
        return full * self.batches_in_pool + -(-rest // self._batch_size)

    @property
    def batches_in_pool(self) -> int:
        """Minibatches that are sorted by length together."""
        return self._pool // self._batch_size

    def members(self, update: int) -> list[int]:
        """The pairs of the minibatch that makes this update (0-based), as indices."""
        index = update % self.batches_per_epoch
        pool, place = divmod(index, self.batches_in_pool)
        pairs = self._order[pool * self._pool : (pool + 1) * self._pool]
        source, target = self._pairs.source.lengths_of(pairs), self._pairs.target.lengths_of(pairs)
        by_length = pairs[np.lexsort((source, target))]  # by target length, then source, then turn
        members: list[int] = by_length[place * self._batch_size : (place + 1) * self._batch_size].tolist()
        return members

    def size(self, update: int) -> int:
        """The number of pairs in the minibatch that makes this update (0-based)."""
        index = update % self.batches_per_epoch
        pool, place = divmod(index, self.batches_in_pool)
        pairs = min(self._pool, len(self._pairs) - pool * self._pool)
        return min(self._batch_size, pairs - place * self._batch_size)

    def batch(self, update: int, device: torch.device, part: slice = slice(None)) -> Batch:
        """The minibatch that makes this update (0-based), or a part of its members."""
        return make_batch(self._pairs.take(self.members(update)[part]), device)


class BatchesAhead:
    """The minibatches of a plan on a device, each copied to a GPU while that works on the one before."""

    def __init__(self, plan: BatchPlan, device: torch.device, part: slice) -> None:
        """part: which members of each minibatch."""
        self._plan, self._device, self._part = plan, device, part
        self._ahead: tuple[int, Batch] | None = None

    def take(self, update: int) -> Batch:
        """The minibatch that makes this update (0-based)."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead[0] == update:
            return ahead[1]
        return self._plan.batch(update, self._device, self._part)

    def forget(self) -> None:
        """Free the memory of a minibatch that was made ahead."""
        self._ahead = None

    def prepare(self, update: int) -> None:
        """Make the minibatch of this update now, for a GPU that is busy; a CPU has no time to spare."""
        if self._device.type != "cpu" and self._part.start < self._plan.size(update):
            self._ahead = update, self._plan.batch(update, self._device, self._part)


def make_batch(pairs: TokenPairs, device: torch.device) -> Batch:
    """These sentence pairs as one batch."""
    alignment = None if pairs.links is None else _sent(_alignment(pairs, pairs.links), device)
    return Batch(*_tensors(pairs.source, device), *_tensors(pairs.target, device), alignment)


def _alignment(pairs: TokenPairs, links: TokenArray) -> Tensor:
    """A of the links, B x I x J; see Batch."""
    pair = np.repeat(np.arange(len(pairs)), links.lengths())
    source, target = places(links.ids)
    longest = [int(side.lengths().max(initial=0)) for side in (pairs.target, pairs.source)]
    alignment = np.zeros((len(pairs), *longest), dtype=np.float32)
    alignment[pair, target, source] = 1.0
    return torch.from_numpy(alignment / np.maximum(alignment.sum(axis=2, keepdims=True), 1.0))


def _tensors(sentences: TokenArray, device: torch.device) -> tuple[Tensor, Tensor]:
    """The padded ids and the lengths of one side."""
    ids, lengths = torch.from_numpy(sentences.padded()), torch.from_numpy(sentences.lengths())
    return _sent(ids, device), _sent(lengths, device)


def _sent(values: Tensor, device: torch.device) -> Tensor:
    """The values on the device; from pinned memory a copy to a GPU runs beside the GPU's work."""
    return (values.pin_memory() if device.type == "cuda" else values).to(device, non_blocking=True)
