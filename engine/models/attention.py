"""The alignment model of B: e_ij = v_aᵀ tanh(W_a s_{i-1} + U_a h_j) and α_ij = softmax_j(e_ij)."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.initialization import gaussian, zeros
from engine.models.products import linear


class AdditiveAttention(nn.Module):
    """B appendix A.1.2. n' alignment units; the query is the decoder state before the token is emitted."""

    def __init__(self, query_size: int, annotation_size: int, alignment_size: int) -> None:
        super().__init__()
        self.W_a = gaussian(alignment_size, query_size, 0.001)
        self.U_a = gaussian(alignment_size, annotation_size, 0.001)
        self.v_a = zeros(alignment_size)

    def keys(self, annotations: Tensor) -> Tensor:
        """U_a h_j: B x J x C to B x J x n'. Does not depend on i, so it is computed once a sentence."""
        return linear(annotations, self.U_a)

    def energies(self, query: Tensor, keys: Tensor) -> Tensor:
        """e_ij: query B x K x n and keys B x J x n' give B x K x J."""
        return self.compare(F.linear(query, self.W_a), keys)

    def compare(self, moved: Tensor, keys: Tensor) -> Tensor:
        """e_ij from W_a s_{i-1}, B x K x n'."""
        return (moved[:, :, None] + keys[:, None]).tanh_() @ self.v_a  # B x K x J x n' to B x K x J


def attend(energies: Tensor, mask: Tensor, annotations: Tensor) -> tuple[Tensor, Tensor]:
    """α_ij = exp(e_ij) / Σ_k exp(e_ik) over real positions, and c_i = Σ_j α_ij h_j.

    energies: B x K x J, mask: B x J, annotations: B x J x C; gives weights B x K x J, exactly 0 at padding,
    and contexts B x K x C.
    """
    weights = torch.softmax(energies.masked_fill(~mask[:, None], float("-inf")), dim=-1)
    return weights, torch.bmm(weights, annotations)
