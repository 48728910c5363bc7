"""The matrix products of a network while it trains: in float32, or with operands rounded to bfloat16.

PyTorch's autocast knows linear layers only; here most products are inside recurrences whose backward pass is
written out. So both kinds of product ask this module, and what is no product (states, gates, softmax, costs)
stays in float32 because nothing ever rounds it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable
from torch.nn import functional as F


class Products:
    """Products in the precision of what comes in."""

    float32_setting = "highest"  # of torch.set_float32_matmul_precision

    def operand(self, tensor: Tensor) -> Tensor:
        """The tensor as it enters a product; worth keeping where it enters several."""
        return tensor

    def multiply(self, left: Tensor, right: Tensor) -> Tensor:
        """The matrix product. Either side may have been made an operand before."""
        return left @ right

    def add_to(self, start: Tensor, left: Tensor, right: Tensor, out: Tensor | None = None) -> Tensor:
        """start + left right; `out` may be `start` itself."""
        return torch.addmm(start, left, right, out=out)

    def linear(self, inputs: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
        """weight x + bias for each x: … x columns to … x rows of the weight."""
        return F.linear(inputs, weight, bias)


class OneDnnProducts(Products):
    """Products of float32 that PyTorch hands to oneDNN on a CPU, where that may be faster than MKL.

    On some CPUs oneDNN rounds the operands to bfloat16 then: measure before (engine.training.precision).
    """

    float32_setting = "medium"


class Bfloat16Products(Products):
    """Operands of 8 significant bits, sums of their products in float32, float32 results.

    A result passes through bfloat16 once more, for that is how PyTorch hands it over on a CPU.
    """

    def operand(self, tensor: Tensor) -> Tensor:
        return tensor.bfloat16()

    def multiply(self, left: Tensor, right: Tensor) -> Tensor:
        return (left.bfloat16() @ right.bfloat16()).float()

    def add_to(self, start: Tensor, left: Tensor, right: Tensor, out: Tensor | None = None) -> Tensor:
        return torch.add(start, left.bfloat16() @ right.bfloat16(), out=out)

    def linear(self, inputs: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
        result: Tensor = _Bfloat16Linear.apply(inputs, weight, bias)  # type: ignore[no-untyped-call]
        return result


class _Bfloat16Linear(torch.autograd.Function):
    """The linear layer of Bfloat16Products; its backward pass multiplies rounded operands too."""

    @staticmethod
    def forward(ctx: Any, inputs: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
        rounded = inputs.bfloat16()
        ctx.save_for_backward(rounded, weight)
        ctx.has_bias = bias is not None
        product = F.linear(rounded, weight.bfloat16())
        return product.float() if bias is None else product + bias

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        inputs, weight = ctx.saved_tensors
        rounded, columns = grad.bfloat16(), weight.shape[1]
        d_inputs = (rounded @ weight.bfloat16()).float()
        d_weight = (rounded.reshape(-1, len(weight)).T @ inputs.reshape(-1, columns)).float()
        d_bias = grad.reshape(-1, len(weight)).sum(dim=0) if ctx.has_bias else None
        return d_inputs, d_weight, d_bias


FLOAT32, BFLOAT16 = Products(), Bfloat16Products()
PRODUCTS = {  # by the precision that a configuration names
    "float32": FLOAT32,
    "float32-onednn": OneDnnProducts(),
    "bfloat16": BFLOAT16,
}
_current: ContextVar[Products] = ContextVar("products", default=FLOAT32)


def current_products() -> Products:
    """Those that this thread's forward pass uses now. A backward pass uses those of its forward pass."""
    return _current.get()


@contextmanager
def multiplying(products: Products) -> Iterator[None]:
    """Use these products inside the block, in this thread; outside of all blocks it is float32.

    How PyTorch multiplies float32 is a setting of the whole process, which the block puts back.
    """
    token, before = _current.set(products), torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision(products.float32_setting)
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)
        _current.reset(token)


def linear(inputs: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """weight x + bias with the current products."""
    return current_products().linear(inputs, weight, bias)
