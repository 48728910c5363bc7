"""The gated hidden unit of Cho et al. 2014, as written in B appendix A.1.1 and A.2.2.

It differs from the GRU of most libraries in both gates: the reset gate comes before the matrix product, and
the update gate z lets the new state in.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.initialization import gaussian, orthogonal_blocks, zeros
from engine.models.products import linear


class GatedUnit(nn.Module):
    """One recurrence with n hidden units, m input numbers and, in a decoder, C context numbers.

    The matrices of the three parts are kept stacked in the order update gate, reset gate, candidate state.
    """

    def __init__(self, input_size: int, hidden_size: int, context_size: int = 0) -> None:
        super().__init__()
        self.hidden_size = hidden_size
        self.W = gaussian(3 * hidden_size, input_size)
        self.bias = zeros(3 * hidden_size)
        self.U_gates = orthogonal_blocks(hidden_size, 2)  # U_z above U_r
        self.U = orthogonal_blocks(hidden_size, 1)
        self.C = gaussian(3 * hidden_size, context_size) if context_size else None

    def project_input(self, inputs: Tensor) -> Tensor:
        """W_z x, W_r x and W x with biases: … x m to … x 3n; needs no state, so all steps go at once."""
        return linear(inputs, self.W, self.bias)

    def project_context(self, context: Tensor) -> Tensor:
        """C_z c, C_r c and C c: … x C to … x 3n."""
        assert self.C is not None
        return linear(context, self.C)

    def forward(self, projected: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The next state, and the update and reset gates: each … x n.

        projected: … x 3n, project_input (and project_context, added); hidden: … x n, the last state.
        """
        return self.advance(projected, hidden, F.linear(hidden, self.U_gates), lambda r: F.linear(r, self.U))

    def advance(
        self, projected: Tensor, hidden: Tensor, moved: Tensor, after_reset: Callable[[Tensor], Tensor]
    ) -> tuple[Tensor, Tensor, Tensor]:
        """As forward. moved: U_z h and U_r h, … x 2n; after_reset: multiplies by U."""
        n = self.hidden_size
        gates = torch.sigmoid(projected[..., : 2 * n] + moved)
        update, reset = gates[..., :n], gates[..., n:]
        candidate = torch.tanh(
            projected[..., 2 * n :] + after_reset(reset * hidden)
        )  # h̃ = tanh(W x + U [r ∘ h])
        return torch.lerp(hidden, candidate, update), update, reset  # h = (1 - z) ∘ h + z ∘ h̃
