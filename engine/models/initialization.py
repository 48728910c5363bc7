"""The initial values of B appendix B.1, one function a kind of matrix, and of S section 3.4."""

import torch
from torch import nn


def orthogonal_blocks(size: int, count: int) -> nn.Parameter:
    """`count` random orthogonal size x size matrices, one above the other: recurrent matrices."""
    return nn.Parameter(torch.cat([nn.init.orthogonal_(torch.empty(size, size)) for _ in range(count)]))


def gaussian(rows: int, columns: int, deviation: float = 0.01) -> nn.Parameter:
    """A matrix of Gaussian values with mean 0; 0.001 for W_a and U_a, 0.01 for every other matrix."""
    return nn.Parameter(torch.randn(rows, columns) * deviation)


def zeros(size: int) -> nn.Parameter:
    """A bias, or v_a."""
    return nn.Parameter(torch.zeros(size))


def uniform_all(module: nn.Module, most: float = 0.08) -> None:
    """Every parameter uniform between -0.08 and 0.08 (S section 3.4)."""
    for parameter in module.parameters():
        nn.init.uniform_(parameter, -most, most)
