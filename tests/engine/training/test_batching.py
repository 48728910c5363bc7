"""Minibatches: every pair once an epoch, pools sorted by length, nothing but the seed decides."""

import random

import numpy as np
import pytest
import torch

from engine.corpora.token_store import TokenPairs
from engine.text.token_array import TokenArray
from engine.training.batching import BatchPlan, make_batch

DRAW = random.Random(1)


def token_pairs(pairs: list[tuple[list[int], list[int]]]) -> TokenPairs:
    source, target = zip(*pairs, strict=True)
    return TokenPairs(TokenArray.of(source), TokenArray.of(target))


PAIRS = token_pairs(
    [([DRAW.randint(2, 9)] * DRAW.randint(0, 9) + [0], [3] * DRAW.randint(0, 9) + [0]) for _ in range(517)]
)


@pytest.mark.parametrize(("batch_size", "pool_batches"), [(10, 4), (80, 20), (7, 1), (517, 1), (1, 5)])
def test_every_pair_is_in_one_minibatch_of_an_epoch(batch_size: int, pool_batches: int) -> None:
    plan = BatchPlan(PAIRS, batch_size, pool_batches, seed=3)
    members = [plan.members(update) for update in range(plan.batches_per_epoch)]
    assert sorted(pair for batch in members for pair in batch) == list(range(len(PAIRS)))
    assert max(map(len, members)) <= batch_size
    assert plan.members(plan.batches_per_epoch) == members[0]


def test_a_pool_is_sorted_by_length() -> None:
    plan = BatchPlan(PAIRS, 10, 4, seed=3)
    members = [pair for update in range(4) for pair in plan.members(update)]
    pool = [(len(PAIRS[pair][1]), len(PAIRS[pair][0])) for pair in members]
    assert pool == sorted(pool)


def test_pairs_of_the_same_lengths_keep_the_order_of_the_shuffle() -> None:
    """The order that resuming relies on: that of the permutation, pool by pool, sorted in a stable way."""
    alike = token_pairs([([7, 0], [8, 0])] * 100)
    plan = BatchPlan(alike, 10, 3, seed=11)
    members = [pair for update in range(plan.batches_per_epoch) for pair in plan.members(update)]
    assert members == np.random.default_rng(11).permutation(100).tolist()


def test_the_seed_decides_the_order() -> None:
    first, again, other = (BatchPlan(PAIRS, 10, 4, seed) for seed in (3, 3, 4))
    assert [first.members(k) for k in range(9)] == [again.members(k) for k in range(9)]
    assert [first.members(k) for k in range(9)] != [other.members(k) for k in range(9)]


def test_a_batch_holds_the_pairs_padded_at_their_ends() -> None:
    batch = make_batch(token_pairs([([2, 3, 0], [4, 0]), ([5, 0], [6, 7, 8, 0])]), torch.device("cpu"))
    assert batch.source.tolist() == [[2, 3, 0], [5, 0, 0]]
    assert batch.target.tolist() == [[4, 0, 0, 0], [6, 7, 8, 0]]
    assert (batch.source_lengths.tolist(), batch.target_lengths.tolist()) == ([3, 2], [2, 4])
    assert batch.target_tokens == 6


def test_an_update_gets_the_pairs_of_its_members() -> None:
    plan = BatchPlan(PAIRS, 10, 4, seed=3)
    batch = plan.batch(7, torch.device("cpu"))
    for row, pair in enumerate(plan.members(7)):
        source, target = PAIRS[pair]
        assert batch.source[row, : batch.source_lengths[row]].tolist() == source.tolist()
        assert batch.target[row, : batch.target_lengths[row]].tolist() == target.tolist()
