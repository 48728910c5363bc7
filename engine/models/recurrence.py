"""A whole gated recurrence as one differentiable function: the training form of GatedUnit.

Going step by step through autograd spends most of its time on small products for the weights' gradients and
on zeroing and adding gradient pieces. Here the backward pass is written out, and every weight's gradient is
one product over all steps. Time is the first dimension: T steps, B sentences, n units.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from engine.models.products import Products, current_products


class GatedRecurrence(torch.autograd.Function):
    """h_1 … h_T of the gated unit, each from the one before; see engine.models.gated_unit for the formulas.

    projected: T x B x 3n, W x with its bias; initial: B x n, h_0; keep: T x B x 1, 0 where the state has to
    stay 0 (padding read before a sentence begins), or None. Gives T x B x n.
    """

    @staticmethod
    def forward(
        ctx: Any, projected: Tensor, initial: Tensor, U_gates: Tensor, U: Tensor, keep: Tensor | None
    ) -> Tensor:
        record = GateRecord.empty(projected, initial)
        products = record.products
        gates, candidate = products.operand(U_gates).T, products.operand(U).T
        for t, row in enumerate(projected):
            advance(record, t, row, products.multiply(record.states[t], gates), candidate)
            if keep is not None:
                record.states[t + 1].mul_(keep[t])
        ctx.save_for_backward(U_gates, U, keep)
        ctx.record = record
        return record.states[1:].clone()

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, grad: Tensor) -> tuple[Tensor | None, ...]:
        U_gates, U, keep = ctx.saved_tensors
        record: GateRecord = ctx.record
        slopes, products = Slopes(record), record.products
        n = U.shape[0]
        gates, candidate = products.operand(U_gates), products.operand(U)
        d_projected = grad.new_empty(grad.shape[0], grad.shape[1], 3 * n)
        carry = grad.new_zeros(grad.shape[1:])
        for t in range(len(grad) - 1, -1, -1):
            d_hidden = grad[t] + carry
            if keep is not None:
                d_hidden.mul_(keep[t])
            carry = slopes.back(t, d_hidden, d_projected[t], candidate)
            products.add_to(carry, d_projected[t, :, : 2 * n], gates, out=carry)
        flat = d_projected.flatten(0, 1)
        d_U_gates = products.multiply(flat[:, : 2 * n].T, record.states[:-1].flatten(0, 1))
        d_U = products.multiply(flat[:, 2 * n :].T, record.resets.flatten(0, 1))
        return d_projected, carry, d_U_gates, d_U, None


class GateRecord:
    """What the forward pass of T steps leaves for the backward pass."""

    def __init__(self, states: Tensor, gates: Tensor, candidates: Tensor, resets: Tensor) -> None:
        self.states = states  # T+1 x B x n, h_0 first
        self.gates = gates  # T x B x 2n, z then r
        self.candidates = candidates  # T x B x n
        self.resets = resets  # T x B x n, r ∘ h
        self.products: Products = current_products()

    @classmethod
    def empty(cls, projected: Tensor, initial: Tensor) -> "GateRecord":
        """Room for as many steps as there are projected inputs; h_0 is filled in."""
        steps, sentences, n = projected.shape[0], *initial.shape
        states = initial.new_empty(steps + 1, sentences, n)
        states[0] = initial
        rows = [initial.new_empty(steps, sentences, width) for width in (2 * n, n, n)]
        return cls(states, *rows)


def advance(record: GateRecord, t: int, projected: Tensor, moved: Tensor, candidate_weight: Tensor) -> None:
    """One step, written into row t of the record.

    projected: B x 3n; moved: U_z h and U_r h, B x 2n; candidate_weight: Uᵀ as an operand.
    """
    hidden, n = record.states[t], len(candidate_weight)
    gates = torch.add(projected[:, : 2 * n], moved, out=record.gates[t]).sigmoid_()
    reset = torch.mul(gates[:, n:], hidden, out=record.resets[t])
    candidate = record.products.add_to(
        projected[:, 2 * n :], reset, candidate_weight, out=record.candidates[t]
    ).tanh_()
    torch.lerp(hidden, candidate, gates[:, :n], out=record.states[t + 1])


class Slopes:
    """The derivatives of the gated unit at every step, worked out for all steps at once."""

    def __init__(self, record: GateRecord) -> None:
        n = record.resets.shape[-1]
        self._products = record.products
        before, candidate = record.states[:-1], record.candidates
        update, self.reset = record.gates[..., :n], record.gates[..., n:]
        self.keep = 1 - update
        self.candidate = update * (1 - candidate * candidate)
        self.update = (candidate - before) * update * self.keep
        self.reset_slope = record.resets * (1 - self.reset)  # h r (1 - r)

    def back(self, t: int, d_hidden: Tensor, d_projected: Tensor, U: Tensor) -> Tensor:
        """Fill the gradient of the projected input, B x 3n; gives that of h_{t-1} but for U_gates' part.

        U: as an operand.
        """
        n = U.shape[0]
        d_candidate = torch.mul(d_hidden, self.candidate[t], out=d_projected[:, 2 * n :])
        d_reset = self._products.multiply(d_candidate, U)
        torch.mul(d_hidden, self.update[t], out=d_projected[:, :n])
        torch.mul(d_reset, self.reset_slope[t], out=d_projected[:, n : 2 * n])
        return (d_hidden * self.keep[t]).addcmul_(d_reset, self.reset[t])
