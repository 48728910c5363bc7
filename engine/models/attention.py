"""The alignment models: energies e_ij from the state s_{i-1} and the annotations h_j; α_ij = softmax_j(e_ij).

B appendix A.1.2 has the additive one. The others are the usual comparisons with it (Luong, Pham & Manning
2015; Vaswani et al. 2017); engine.models.gaussian_windows has the monotonic windows of Graves 2013. n units
of the decoder, C numbers in an annotation, n' alignment units.
"""

import math
from abc import ABC, abstractmethod

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.initialization import gaussian, zeros
from engine.models.products import linear


class AlignmentModel(nn.Module, ABC):
    """What says how well the source around j and the target at i match.

    W_a reads s_{i-1}, so that a step multiplies it together with the decoder's other matrices.
    """

    kind: str  # one of config.ALIGNMENTS
    W_a: nn.Parameter

    @abstractmethod
    def keys(self, annotations: Tensor) -> Tensor:
        """What is compared with W_a s_{i-1}: B x J x C to B x J x …; the same at every i."""

    def energies(
        self, query: Tensor, keys: Tensor, place: Tensor | None = None
    ) -> tuple[Tensor, Tensor | None]:
        """As compare, from s_{i-1} itself: B x K x n."""
        return self.compare(F.linear(query, self.W_a), keys, place)

    @abstractmethod
    def compare(self, moved: Tensor, keys: Tensor, place: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """The energies, B x K x J, and the place after this step.

        moved: W_a s_{i-1}, B x K x rows of W_a. place: where the model had come to in the source, B x K x …;
        None before the first step, and always where it has no such memory.
        """


class AdditiveAttention(AlignmentModel):
    """e_ij = v_aᵀ tanh(W_a s_{i-1} + U_a h_j) (B appendix A.1.2)."""

    kind = "additive"

    def __init__(self, query_size: int, annotation_size: int, alignment_size: int) -> None:
        super().__init__()
        self.W_a = gaussian(alignment_size, query_size, 0.001)
        self.U_a = gaussian(alignment_size, annotation_size, 0.001)
        self.v_a = zeros(alignment_size)

    def keys(self, annotations: Tensor) -> Tensor:
        """U_a h_j: B x J x C to B x J x n'."""
        return linear(annotations, self.U_a)

    def compare(self, moved: Tensor, keys: Tensor, place: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """See AlignmentModel; there is no place."""
        return (moved[:, :, None] + keys[:, None]).tanh_() @ self.v_a, place  # B x K x J x n' to B x K x J


class DotAttention(AlignmentModel):
    """e_ij = (W_a s_{i-1})ᵀ (U_a h_j), divided by √n' where it is scaled (Vaswani et al. 2017, 3.2.1).

    Two products, for a state has n and an annotation 2n numbers. The initial values keep the length of what
    they read; with those of B the energies and their gradients would be products of two near-zeros.
    """

    def __init__(
        self, query_size: int, annotation_size: int, alignment_size: int, *, is_scaled: bool
    ) -> None:
        super().__init__()
        self.W_a = gaussian(alignment_size, query_size, 1 / math.sqrt(query_size))
        self.U_a = gaussian(alignment_size, annotation_size, 1 / math.sqrt(annotation_size))
        self.kind = "scaled-dot" if is_scaled else "dot"
        self._factor = 1 / math.sqrt(alignment_size) if is_scaled else 1.0

    def keys(self, annotations: Tensor) -> Tensor:
        """U_a h_j, with the factor in it: B x J x C to B x J x n'."""
        return linear(annotations, self.U_a) * self._factor

    def compare(self, moved: Tensor, keys: Tensor, place: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """See AlignmentModel; there is no place."""
        return torch.bmm(moved, keys.transpose(1, 2)), place


class GeneralAttention(AlignmentModel):
    """e_ij = (W_a s_{i-1})ᵀ h_j, the general form of Luong, Pham & Manning 2015 (section 3.1)."""

    kind = "general"

    def __init__(self, query_size: int, annotation_size: int) -> None:
        super().__init__()
        self.W_a = gaussian(annotation_size, query_size, 1 / math.sqrt(query_size))

    def keys(self, annotations: Tensor) -> Tensor:
        """The annotations themselves."""
        return annotations

    def compare(self, moved: Tensor, keys: Tensor, place: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """See AlignmentModel; there is no place."""
        return torch.bmm(moved, keys.transpose(1, 2)), place


def attend(energies: Tensor, mask: Tensor, annotations: Tensor) -> tuple[Tensor, Tensor]:
    """α_ij = exp(e_ij) / Σ_k exp(e_ik) over real positions, and c_i = Σ_j α_ij h_j.

    energies: B x K x J, mask: B x J, annotations: B x J x C; gives weights B x K x J, exactly 0 at padding,
    and contexts B x K x C.
    """
    weights = torch.softmax(energies.masked_fill(~mask[:, None], float("-inf")), dim=-1)
    return weights, torch.bmm(weights, annotations)
