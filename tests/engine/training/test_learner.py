"""Several learners, one a thread, against one that makes the whole minibatches; in double precision."""

import random
import threading
from collections.abc import Callable, Iterable

import pytest
import torch
from torch import Tensor

from engine.config import ModelConfig, TrainConfig
from engine.corpora.token_store import TokenPairs
from engine.launch import Launch
from engine.models import build_model
from engine.models.interface import TranslationModel
from engine.text.token_array import TokenArray
from engine.training.batching import BatchPlan
from engine.training.group import Group
from engine.training.learner import Learner
from engine.training.objective import UpdateResult

CPU = torch.device("cpu")
DRAW = random.Random(5)


def token_pairs(count: int) -> TokenPairs:
    sides = [[[DRAW.randint(2, 8)] * DRAW.randint(1, 7) + [0] for _ in range(count)] for _ in range(2)]
    return TokenPairs(*map(TokenArray.of, sides))


class ThreadGroup(Group):
    """A group whose processes are threads of this one."""

    def __init__(self, rank: int, others: list["ThreadGroup"], meeting: threading.Barrier) -> None:
        super().__init__(Launch(rank, meeting.parties, rank, meeting.parties), CPU)
        self._others = others
        self._meeting = meeting
        self._given = torch.zeros(0)
        self.spoil = False

    def add_up(self, tensor: Tensor) -> None:
        if self.spoil:
            tensor[3] = float("nan")
        self._given = tensor.clone()
        self._meeting.wait()
        tensor.copy_(torch.stack([other._given for other in self._others]).sum(dim=0))
        self._meeting.wait()


def groups(size: int) -> list[ThreadGroup]:
    made: list[ThreadGroup] = []
    meeting = threading.Barrier(size, timeout=20)
    made.extend(ThreadGroup(rank, made, meeting) for rank in range(size))
    return made


def model(kind: str, dropout: float = 0.0) -> TranslationModel:
    torch.manual_seed(2)
    made = build_model(ModelConfig(kind, 5, 6, 4, 4, dropout), 9, 9).double()
    for parameter in made.parameters():
        parameter.data.normal_(std=0.3)  # the papers' initial values leave some gradients at 0
    return made


def side_by_side(learners: list[Learner], updates: Iterable[int]) -> list[list[UpdateResult]]:
    """The results of every learner, each in a thread of its own."""
    results: list[list[UpdateResult]] = [[] for _ in learners]

    def work(index: int) -> None:
        results[index].extend(learners[index].make_update(update) for update in updates)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(learners))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.parametrize(
    ("kind", "optimizer"),
    [(k, o) for k in ("rnnsearch", "rnnencdec") for o in ("adadelta", "adam")] + [("lstm-seq2seq", "sgd")],
)
def test_three_learners_take_the_steps_of_one(kind: str, optimizer: str) -> None:
    """31 pairs in minibatches of 10: unequal shares, and a last minibatch that leaves two with nothing."""
    config = TrainConfig(optimizer=optimizer, learning_rate=0.1, batch_size=10, clip_norm=0.5)
    plan = BatchPlan(token_pairs(31), 10, 2, seed=1)
    alone = Learner(model(kind), plan, config, Group(Launch(), CPU))
    three = [Learner(model(kind), plan, config, group) for group in groups(3)]
    expected = [alone.make_update(update) for update in range(12)]
    for results in side_by_side(three, range(12)):
        for result, right in zip(results, expected, strict=True):
            assert (result.tokens, result.applied) == (right.tokens, True)
            assert result.loss == pytest.approx(right.loss, rel=1e-9)
            assert result.gradient_norm == pytest.approx(right.gradient_norm, rel=1e-7)
    assert any(right.gradient_norm > 0.5 for right in expected), "clipping has to have something to do"
    for learner in three:
        for one, other in zip(alone.model.parameters(), learner.model.parameters(), strict=True):
            assert torch.allclose(one, other, rtol=0, atol=1e-11)
    first, second = (list(learner.model.parameters()) for learner in three[:2])
    assert all(torch.equal(one, other) for one, other in zip(first, second, strict=True))


def test_a_gradient_that_is_not_finite_anywhere_is_skipped_everywhere() -> None:
    plan = BatchPlan(token_pairs(30), 10, 2, seed=1)
    made = groups(2)
    made[1].spoil = True
    learners = [Learner(model("rnnsearch"), plan, TrainConfig(batch_size=10), group) for group in made]
    before = [parameter.clone() for parameter in learners[0].model.parameters()]
    results = side_by_side(learners, [0])
    assert [result.applied for of_one in results for result in of_one] == [False, False]
    for learner in learners:
        assert all(map(torch.equal, before, learner.model.parameters()))


def of_two(rank: int, plan: BatchPlan) -> Callable[[int], float]:
    """The loss that one process of two finds at an update, summing with nobody."""
    group = Group(Launch(rank, 2, rank, 2), CPU)
    learner = Learner(model("rnnsearch", dropout=0.5), plan, TrainConfig(batch_size=10), group)
    return lambda update: learner.make_update(update).loss


def test_dropout_is_drawn_from_the_seed_the_update_and_the_rank() -> None:
    """The pairs are all alike, so only what is dropped makes a difference."""
    alike = TokenPairs(*[TokenArray.of([[3, 4, 5, 0]] * 40)] * 2)
    plan = BatchPlan(alike, 10, 2, seed=1)
    first = of_two(0, plan)(0)
    torch.rand(17)  # whatever was drawn before
    assert of_two(0, plan)(0) == first
    assert of_two(1, plan)(0) != first
    assert of_two(0, plan)(1) != first


def test_an_update_multiplies_as_configured_and_a_validation_does_not() -> None:
    plan = BatchPlan(token_pairs(10), 10, 1, seed=1)
    costs = {}
    for precision in ("float32", "bfloat16"):
        made = model("rnnsearch").float()
        learner = Learner(made, plan, TrainConfig(batch_size=10, precision=precision), Group(Launch(), CPU))
        batch = plan.batch(0, CPU)
        free = made.judge_pairs(batch.source, batch.source_lengths, batch.target, batch.target_lengths).costs
        costs[precision] = (free.sum().item(), learner.make_update(0).loss)
    assert costs["float32"][0] == costs["float32"][1] == costs["bfloat16"][0]
    assert costs["bfloat16"][1] != costs["float32"][1]
    assert costs["bfloat16"][1] == pytest.approx(costs["float32"][1], rel=1e-3)
