"""The initial values of B appendix B.1, one function a kind of matrix, and of S section 3.4."""

import torch
from torch import nn


def orthogonal_blocks(size: int, count: int) -> nn.Parameter:
    """`count` random orthogonal size x size matrices, one above the other: recurrent matrices."""
    values = torch.empty(count * size, size)
    if _holds(values):
        for block in values.view(count, size, size):
            nn.init.orthogonal_(block)
    return nn.Parameter(values)


def gaussian(rows: int, columns: int, deviation: float = 0.01) -> nn.Parameter:
    """A matrix of Gaussian values with mean 0; 0.001 for W_a and U_a, 0.01 for every other matrix."""
    values = torch.empty(rows, columns)
    return nn.Parameter(values.normal_().mul_(deviation) if _holds(values) else values)


def zeros(size: int) -> nn.Parameter:
    """A bias, or v_a."""
    return nn.Parameter(torch.zeros(size))


def uniform_all(module: nn.Module, most: float = 0.08) -> None:
    """Every parameter uniform between -0.08 and 0.08 (S section 3.4)."""
    for parameter in module.parameters():
        if _holds(parameter):
            nn.init.uniform_(parameter, -most, most)


def _holds(values: torch.Tensor) -> bool:
    """Whether it has a place for values. To draw some on the meta device takes torch a second, for sympy."""
    return not values.is_meta
