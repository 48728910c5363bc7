"""The decoder recurrence of RNNsearch, attention included, as one differentiable function.

The same reasons and the same form as engine.models.recurrence. I target steps, B sentences, J source
positions, n units, n' alignment units, C context numbers. tanh(W_a s + U_a h) is worked out again in the
backward pass, for keeping it would take I x B x J x n' numbers. It and the weighted sum of the annotations
are bound by memory, not by multiplying, and stay in float32 whatever the products are.
"""

from typing import Any

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from engine.models.recurrence import GateRecord, Slopes, advance

Weights = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]  # U_gates, U, C, W_a, v_a


class AttendedRecurrence(torch.autograd.Function):
    """s_0 … s_{I-1}, the states before each token, c_1 … c_I and α_1 … α_I; see B appendix A.2.2.

    projected: I x B x 3n; initial: B x n, s_0; keys: B x J x n', U_a h_j; annotations: B x J x C;
    mask: B x J. Gives I x B x n, I x B x C and I x B x J.
    """

    @staticmethod
    def forward(
        ctx: Any,
        projected: Tensor,
        initial: Tensor,
        keys: Tensor,
        annotations: Tensor,
        mask: Tensor,
        U_gates: Tensor,
        U: Tensor,
        C: Tensor,
        W_a: Tensor,
        v_a: Tensor,
    ) -> tuple[Tensor, Tensor, Tensor]:
        steps, gates = len(projected), U_gates.shape[0]
        record = GateRecord.empty(projected, initial)
        weights = keys.new_empty(steps, *mask.shape)
        contexts = annotations.new_empty(steps, len(initial), annotations.shape[2])
        queries = keys.new_empty(steps, len(initial), keys.shape[2])
        products = record.products
        from_state = products.operand(torch.cat([U_gates, W_a])).T  # one product for both uses of s_{i-1}
        from_context, candidate = products.operand(C).T, products.operand(U).T
        bias = torch.zeros_like(weights[0]).masked_fill_(~mask, float("-inf"))
        buffer = torch.empty_like(keys)
        for t in range(steps):
            moved = products.multiply(record.states[t], from_state)
            queries[t] = moved[:, gates:]
            torch.add(keys, queries[t][:, None], out=buffer).tanh_()
            torch.softmax(
                torch.addmv(bias.flatten(), buffer.flatten(0, 1), v_a).view_as(bias), -1, out=weights[t]
            )
            torch.bmm(weights[t][:, None], annotations, out=contexts[t][:, None])
            row = products.add_to(projected[t], contexts[t], from_context)
            advance(record, t, row, moved[:, :gates], candidate)
        ctx.save_for_backward(keys, annotations, U_gates, U, C, W_a, v_a, weights, contexts, queries)
        ctx.record = record
        return record.states[:-1].clone(), contexts, weights

    @staticmethod
    @once_differentiable
    def backward(
        ctx: Any, d_states: Tensor, d_contexts: Tensor, d_weights: Tensor
    ) -> tuple[Tensor | None, ...]:
        keys, annotations, U_gates, U, C, W_a, v_a, weights, contexts, queries = ctx.saved_tensors
        record: GateRecord = ctx.record
        slopes, attention = Slopes(record), _AttentionBack(keys, v_a)
        n, gates = U.shape[0], U_gates.shape[0]
        products = record.products
        from_state = products.operand(torch.cat([U_gates, W_a]))
        from_context, candidate = products.operand(C), products.operand(U)
        d_projected = d_states.new_empty(len(d_states), len(keys), 3 * n)
        d_contexts = d_contexts.clone()  # c_i also enters s_i
        d_moved = d_states.new_empty(len(d_states), len(keys), len(from_state))
        carry = torch.zeros_like(d_states[0])
        for t in range(len(d_states) - 1, -1, -1):
            carry = slopes.back(t, carry, d_projected[t], candidate)
            products.add_to(d_contexts[t], d_projected[t], from_context, out=d_contexts[t])
            by_context = torch.bmm(annotations, d_contexts[t][..., None])[..., 0]
            d_energies = _softmax_back(weights[t], by_context.add_(d_weights[t]))
            d_moved[t, :, :gates] = d_projected[t, :, :gates]
            d_moved[t, :, gates:] = attention.back(queries[t], d_energies)
            products.add_to(carry, d_moved[t], from_state, out=carry).add_(d_states[t])
        d_annotations = torch.bmm(weights.permute(1, 2, 0), d_contexts.transpose(0, 1))
        flat = d_projected.flatten(0, 1)
        d_from_state = products.multiply(d_moved.flatten(0, 1).T, record.states[:-1].flatten(0, 1))
        d_U = products.multiply(flat[:, gates:].T, record.resets.flatten(0, 1))
        d_C = products.multiply(flat.T, contexts.flatten(0, 1))
        return (
            d_projected, carry, attention.d_keys.mul_(v_a), d_annotations, None,
            d_from_state[:gates], d_U, d_C, d_from_state[gates:], attention.d_v,
        )  # fmt: skip


def _softmax_back(weights: Tensor, d_weights: Tensor) -> Tensor:
    """The gradient of the energies from that of the weights: α ∘ (dα - Σ α dα)."""
    product = weights * d_weights
    return product.addcmul_(weights, product.sum(dim=1, keepdim=True), value=-1)


class _AttentionBack:
    """The backward pass of e_ij = v_aᵀ tanh(W_a s + U_a h_j), gathered over the steps."""

    def __init__(self, keys: Tensor, v_a: Tensor) -> None:
        self._keys, self._v_a = keys, v_a
        self._buffer = torch.empty_like(keys)
        self._one = keys.new_ones(())
        self.d_keys = torch.zeros_like(keys)  # without the factor v_a, which is the same at every step
        self.d_v = torch.zeros_like(v_a)

    def back(self, query: Tensor, d_energies: Tensor) -> Tensor:
        """The gradient of W_a s, B x n'; those of the keys and of v_a are added to what is there."""
        tanh = torch.add(self._keys, query[:, None], out=self._buffer).tanh_()
        self.d_v.addmv_(tanh.flatten(0, 1).T, d_energies.flatten())
        slope = torch.addcmul(self._one, tanh, tanh, value=-1, out=self._buffer)  # 1 - tanh²
        self.d_keys.addcmul_(slope, d_energies[..., None])
        return torch.bmm(d_energies[:, None], slope)[:, 0] * self._v_a
