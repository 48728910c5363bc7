"""-log softmax(W_o t + b)[y] for many tokens as one differentiable function.

The probabilities are kept, so that the backward pass is one subtraction and two products; autograd's own
chain passes over the N x V numbers several times more.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from engine.models.products import current_products


class SoftmaxCost(torch.autograd.Function):
    """t: N x l; W_o: V x l; bias: V; target: N token ids. N costs in nats, and whether no p was larger."""

    @staticmethod
    def forward(ctx: Any, t: Tensor, W_o: Tensor, bias: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
        products = current_products()
        rows = products.operand(t)
        logits = products.add_to(bias, rows, products.operand(W_o).T)
        logits.sub_(logits.amax(dim=1, keepdim=True))
        chosen = logits.gather(1, target[:, None])
        total = logits.exp_().sum(dim=1, keepdim=True)
        probabilities = logits.div_(total)
        ctx.save_for_backward(rows, W_o, probabilities, target)
        ctx.products = products
        likeliest = chosen[:, 0] == 0.0  # the largest of the logits is 0 by now
        ctx.mark_non_differentiable(likeliest)
        return (total.log() - chosen)[:, 0], likeliest

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor, _: Tensor) -> tuple[Tensor | None, ...]:
        rows, W_o, probabilities, target = ctx.saved_tensors
        products = ctx.products
        d_logits = probabilities * grad[:, None]
        d_logits.scatter_add_(1, target[:, None], -grad[:, None])
        operand = products.operand(d_logits)
        d_rows, d_W_o = products.multiply(operand, products.operand(W_o)), products.multiply(operand.T, rows)
        return d_rows, d_W_o, d_logits.sum(dim=0), None
