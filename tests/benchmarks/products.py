"""The machine's bound: how many multiplications a network takes, and how fast this machine does them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import torch

from engine.config import ModelConfig
from engine.models.products import FLOAT32, Products, multiplying

MOST_TIMES = 500  # of a product so small that calling it takes the time


@dataclass(frozen=True)
class Counts:
    """What a network is run on: sentences, their source tokens, target tokens that are worked out (of all
    hypotheses), and the pairs of a target token and a source position that it attends to.
    """

    sentences: int
    sources: int
    targets: int
    pairs: int


def products(model: ModelConfig, vocabulary: int, counts: Counts) -> int:
    """Multiplications (each with its addition) of a forward pass's matrix products, at real tokens."""
    m, n, aligned, l2 = model.embedding_size, model.hidden_size, model.alignment_size, 2 * model.readout_size
    unit = 3 * n * (m + n)
    word = unit + l2 * (m + n) + model.readout_size * (vocabulary + 2)  # what every target token takes
    sentence = n * n  # s_0
    if model.kind == "rnnencdec":
        source = unit
        sentence += (3 * n + l2) * n  # c enters unit and readout once a sentence
        pair = 0
    else:
        source = 2 * unit + aligned * 2 * n
        word += (3 * n + l2) * 2 * n + aligned * n
        pair = aligned + 2 * n  # e_ij and its part of c_i
    return word * counts.targets + source * counts.sources + sentence * counts.sentences + pair * counts.pairs


def multiply_rate(shapes: Sequence[tuple[int, int, int]], way: Products = FLOAT32) -> float:
    """Operations a second of the fastest of these products: rows, inner size and columns of each."""
    with multiplying(way):
        return max(_product_rate(shape, way) for shape in shapes)


def _product_rate(shape: tuple[int, int, int], way: Products) -> float:
    rows, inner, columns = shape
    left, right = way.operand(torch.randn(rows, inner)), way.operand(torch.randn(inner, columns))
    out = torch.mm(left, right)
    operations = 2.0 * rows * inner * columns
    times = min(max(3, int(1e9 / operations)), MOST_TIMES)
    start = time.perf_counter()
    for _ in range(times):
        torch.mm(left, right, out=out)
    return times * operations / (time.perf_counter() - start)
