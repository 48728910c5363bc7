"""The papers' optimizer and gradient rule against their formulas."""

import math

import pytest
import torch

from engine.config import TrainConfig
from engine.training.optimizers import (
    build_optimizer,
    clip_gradient,
    learning_rate,
    optimizer_tensors,
    restore_optimizer,
)


class Point(torch.nn.Module):
    """Three parameters with a gradient that is given."""

    def __init__(self) -> None:
        super().__init__()
        self.at = torch.nn.Parameter(torch.tensor([1.0, -2.0, 0.5]))

    def pull(self, gradient: list[float]) -> None:
        self.at.grad = torch.tensor(gradient)


GRADIENTS = [[0.3, -0.1, 0.9], [0.2, 0.4, -0.5], [-0.7, 0.1, 0.1]]


def test_adadelta_is_the_formula() -> None:
    """Zeiler 2012, algorithm 1, with rho = 0.95 and epsilon = 1e-6."""
    point = Point()
    optimizer = build_optimizer(point, TrainConfig())
    x, squares, moves = point.at.tolist(), [0.0] * 3, [0.0] * 3
    for gradient in GRADIENTS:
        point.pull(gradient)
        optimizer.step()
        for k, g in enumerate(gradient):
            squares[k] = 0.95 * squares[k] + 0.05 * g * g
            move = -math.sqrt(moves[k] + 1e-6) / math.sqrt(squares[k] + 1e-6) * g
            moves[k] = 0.95 * moves[k] + 0.05 * move * move
            x[k] += move
    assert point.at.tolist() == pytest.approx(x, rel=1e-5)


@pytest.mark.parametrize(("gradient", "after"), [([3.0, 0.0, 4.0], [0.6, 0.0, 0.8]), ([0.3, 0.0, 0.4], None)])
def test_a_long_gradient_is_rescaled_to_norm_one(gradient: list[float], after: list[float] | None) -> None:
    point = Point()
    point.pull(gradient)
    assert clip_gradient(point, 1.0) == pytest.approx(math.dist(gradient, [0, 0, 0]))
    assert point.at.grad.tolist() == pytest.approx(after or gradient, rel=1e-5)


def test_learning_rate_falls_over_the_second_half() -> None:
    config = TrainConfig(learning_rate=0.5, learning_rate_decay="linear", max_updates=100)
    assert [learning_rate(config, update) for update in (0, 49, 50, 75, 99)] == pytest.approx(
        [0.5, 0.5, 0.5, 0.25, 0.01]
    )
    assert learning_rate(TrainConfig(max_updates=100), 99) == 1.0


@pytest.mark.parametrize("optimizer", ["adadelta", "adam", "sgd"])
def test_the_state_goes_through_tensors(optimizer: str) -> None:
    config = TrainConfig(optimizer=optimizer, learning_rate=0.1)
    whole, first = Point(), Point()
    steps = build_optimizer(whole, config)
    for gradient in GRADIENTS:
        whole.pull(gradient)
        steps.step()
    early = build_optimizer(first, config)
    for gradient in GRADIENTS[:2]:
        first.pull(gradient)
        early.step()
    late = build_optimizer(first, config)
    restore_optimizer(late, optimizer_tensors(early))
    first.pull(GRADIENTS[2])
    late.step()
    assert torch.equal(first.at, whole.at)


def test_sgd_follows_the_gradient_without_memory() -> None:
    point = Point()
    optimizer = build_optimizer(point, TrainConfig(optimizer="sgd", learning_rate=0.7))
    for gradient in GRADIENTS:
        point.pull(gradient)
        optimizer.step()
    sums = [sum(column) for column in zip(*GRADIENTS, strict=True)]
    assert point.at.tolist() == pytest.approx(
        [x - 0.7 * g for x, g in zip([1.0, -2.0, 0.5], sums, strict=True)]
    )


def test_learning_rate_is_halved_every_half_epoch_after_five_of_seven_and_a_half() -> None:
    """S, section 3.4; an epoch of 20 updates."""
    config = TrainConfig(learning_rate=0.7, learning_rate_decay="halving", max_updates=150)
    rates = [learning_rate(config, update) for update in (0, 99, 100, 109, 110, 120, 130, 140, 149)]
    assert rates == pytest.approx([0.7 / part for part in (1, 1, 2, 2, 4, 8, 16, 32, 32)])
