"""How fast and how exactly this machine multiplies matrices of a network's shapes, in each precision."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from engine.config import ExperimentConfig
from engine.models.products import PRODUCTS, Products, multiplying

_STEPS = 4  # target steps that a measurement stands for, with as many source tokens
_UNITS = 3  # recurrences that are stepped through: two of the encoder, one of the decoder
_ROUNDS = 5  # of which the fastest counts, for other programs only ever slow one down
_CHECKED = 16  # rows of a product that are compared with double precision


@dataclass(frozen=True)
class Measured:
    """seconds: for the same products; error: root mean square, as a share of what double precision gives."""

    seconds: float
    error: float


@dataclass(frozen=True)
class _Shape:
    """`times` products of left (rows x inner) and the transpose of right (columns x inner)."""

    left: Tensor
    right: Tensor
    times: int


def measure_products(experiment: ExperimentConfig, device: torch.device) -> dict[str, Measured]:
    """Each way of multiplying that the device has; float32 is always among them.

    They take turns, so that a machine that is busy for a while slows all of them.
    """
    shapes = _shapes(experiment, device)
    errors = {}
    for name, products in PRODUCTS.items():
        if device.type != "cpu" and name == "float32-onednn":
            continue
        try:
            errors[name] = _error(products, shapes)
        except RuntimeError:  # such as bfloat16 on a device without it
            if name == "float32":
                raise
    rounds = [{name: _seconds(PRODUCTS[name], shapes) for name in errors} for _ in range(_ROUNDS)]
    return {name: Measured(min(row[name] for row in rounds), errors[name]) for name in errors}


def _shapes(experiment: ExperimentConfig, device: torch.device) -> Sequence[_Shape]:
    """A step of a gated unit, and the softmax of a few steps."""
    model, rows = experiment.model, experiment.train.batch_size
    n, readout, words = model.hidden_size, model.readout_size, experiment.corpus.target_vocabulary
    draw = torch.Generator().manual_seed(1)  # of its own: a run's random numbers stay as they were

    def drawn(*size: int) -> Tensor:
        return torch.randn(*size, generator=draw).to(device)

    return (
        _Shape(drawn(rows, n), drawn(3 * n, n), _STEPS * _UNITS),
        _Shape(drawn(_STEPS * rows, readout), drawn(words, readout), 1),
    )


def _run(products: Products, shape: _Shape) -> Tensor:
    right = products.operand(shape.right).T
    for _ in range(shape.times):
        result = products.multiply(shape.left, right)
    return result


def _seconds(products: Products, shapes: Sequence[_Shape]) -> float:
    with multiplying(products):
        start = time.perf_counter()
        for shape in shapes:
            float(_run(products, shape)[0, 0])  # waits until a GPU is through
        return time.perf_counter() - start


def _error(products: Products, shapes: Sequence[_Shape]) -> float:
    """The greatest of the shapes' errors."""
    errors = []
    for shape in shapes:
        with multiplying(products):
            found = _run(products, shape)[:_CHECKED].cpu().double()
        exact = shape.left[:_CHECKED].cpu().double() @ shape.right.cpu().double().T
        errors.append(float((found - exact).norm() / exact.norm()))
    return max(errors)
