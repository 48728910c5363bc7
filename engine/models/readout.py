"""The deep output (B appendix A.2.2): t̃_i = U_o s_{i-1} + V_o E y_{i-1} + C_o c_i, maxout, softmax."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.models.initialization import gaussian, zeros
from engine.models.products import linear


class Readout(nn.Module):
    """l maxout units over the state, the last word and the context vector, then a softmax over V words."""

    def __init__(self, hidden_size: int, context_size: int, readout_size: int, vocabulary: int) -> None:
        super().__init__()
        self.U_o = gaussian(2 * readout_size, hidden_size)
        self.C_o = gaussian(2 * readout_size, context_size)
        self.W_o = gaussian(vocabulary, readout_size)
        self.bias = zeros(vocabulary)

    def project_context(self, context: Tensor) -> Tensor:
        """C_o c: … x C to … x 2l."""
        return linear(context, self.C_o)

    def maxout(self, word_part: Tensor, hidden: Tensor, context_part: Tensor) -> Tensor:
        """t_i: … x l. word_part: V_o E y_{i-1} with its bias, … x 2l; hidden: s_{i-1}, … x n."""
        return larger_halves(word_part + linear(hidden, self.U_o) + context_part)

    def log_probs(self, t: Tensor) -> Tensor:
        """log p(y_i | …): … x l to … x V."""
        return torch.log_softmax(F.linear(t, self.W_o, self.bias), dim=-1)  # of W_o t_i


def larger_halves(t: Tensor) -> Tensor:
    """t_k = max(t̃_{2k-1}, t̃_{2k}): … x 2l to … x l."""
    return t.view(*t.shape[:-1], -1, 2).amax(dim=-1)
