"""Minibatches: every pair once an epoch, pools sorted by length, nothing but the seed decides."""

import random

import pytest
import torch

from engine.training.batching import BatchPlan, make_batch

DRAW = random.Random(1)
PAIRS = [([2] * DRAW.randint(0, 9) + [0], [3] * DRAW.randint(0, 9) + [0]) for _ in range(517)]


@pytest.mark.parametrize(("batch_size", "pool_batches"), [(10, 4), (80, 20), (7, 1), (517, 1), (1, 5)])
def test_every_pair_is_in_one_minibatch_of_an_epoch(batch_size: int, pool_batches: int) -> None:
    plan = BatchPlan(PAIRS, batch_size, pool_batches, seed=3)
    members = [plan.members(update) for update in range(plan.batches_per_epoch)]
    assert sorted(pair for batch in members for pair in batch) == list(range(len(PAIRS)))
    assert max(map(len, members)) <= batch_size
    assert plan.members(plan.batches_per_epoch) == members[0]


def test_a_pool_is_sorted_by_length() -> None:
    plan = BatchPlan(PAIRS, 10, 4, seed=3)
    pool = [len(PAIRS[pair][1]) for update in range(4) for pair in plan.members(update)]
    assert pool == sorted(pool)


def test_the_seed_decides_the_order() -> None:
    first, again, other = (BatchPlan(PAIRS, 10, 4, seed) for seed in (3, 3, 4))
    assert [first.members(k) for k in range(9)] == [again.members(k) for k in range(9)]
    assert [first.members(k) for k in range(9)] != [other.members(k) for k in range(9)]


def test_a_batch_holds_the_pairs_padded_at_their_ends() -> None:
    batch = make_batch([([2, 3, 0], [4, 0]), ([5, 0], [6, 7, 8, 0])], torch.device("cpu"))
    assert batch.source.tolist() == [[2, 3, 0], [5, 0, 0]]
    assert batch.target.tolist() == [[4, 0, 0, 0], [6, 7, 8, 0]]
    assert (batch.source_lengths.tolist(), batch.target_lengths.tolist()) == ([3, 2], [2, 4])
    assert batch.target_tokens == 6
