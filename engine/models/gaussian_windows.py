"""Monotonic alignment by Gaussian windows that only move forward (Graves 2013, section 5.1)."""

import torch
from torch import Tensor

from engine.estimate import WINDOWS
from engine.models.attention import AlignmentModel
from engine.models.initialization import gaussian, zeros


class GaussianWindows(AlignmentModel):
    """φ_ij = Σ_k a_k exp(-b_k (κ_k - j)²), a sum of K' windows over the positions j = 1 … J (equation 46).

    (â, b̂, κ̂) = W_a s_{i-1} + b_a, a = exp(â), b = exp(b̂), and κ = κ_{i-1} + exp(κ̂), from 0 on (equations 48
    to 51): a window goes on but never back. The annotations play no part in where it looks. Graves weighs by
    φ_ij itself; here e_ij = log φ_ij, so that the weights, φ_ij / Σ_j φ_ij, sum to 1 as those of the other
    alignment models do, and windows that have left the sentence stay on its last word.
    """

    kind = "gaussian-windows"

    def __init__(self, query_size: int) -> None:
        super().__init__()
        self.W_a = gaussian(3 * WINDOWS, query_size)
        self.b_a = zeros(3 * WINDOWS)

    def keys(self, annotations: Tensor) -> Tensor:
        """The positions 1 … J: B x J x 1."""
        count, size, _ = annotations.shape
        positions = torch.arange(1, size + 1, device=annotations.device, dtype=annotations.dtype)
        return positions[None, :, None].expand(count, size, 1)

    def compare(self, moved: Tensor, keys: Tensor, place: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """See AlignmentModel. place: κ, B x K x K' positions."""
        height, width, stride = (moved + self.b_a).chunk(3, dim=-1)
        place = stride.exp() if place is None else place + stride.exp()
        distance = place[:, :, None] - keys[:, None]  # B x K x J x K'
        exponents = height[:, :, None] - width.exp()[:, :, None] * distance.square()
        return torch.logsumexp(exponents, dim=-1), place
