"""The gradients of all processes added up with one exchange: they lie in one buffer from the start."""

from collections.abc import Iterable

import torch
from torch import Tensor, nn

from engine.training.group import Group
from engine.training.objective import Total

_ALIGNED = 16  # numbers: each gradient begins where vector instructions like it


class GradientSum:
    """Gradients that autograd adds into, with the loss and the number of tokens behind them.

    A process alone has no buffer: autograd then hands over its own tensors, which saves an addition.
    """

    def __init__(self, parameters: Iterable[nn.Parameter], group: Group) -> None:
        self._parameters = list(parameters)
        self._group = group
        self._buffer = self._shared_buffer() if group.size > 1 else None

    def clear(self) -> None:
        """Forget the gradients of the update before."""
        if self._buffer is not None:
            self._buffer.zero_()
            return
        for parameter in self._parameters:
            parameter.grad = None

    def drop(self) -> None:
        """Free the memory of the gradients; nothing can be added up any more."""
        self._buffer = None
        self.clear()

    def add_up(self, loss: Tensor, tokens: int) -> Total:
        """Make each gradient the sum over all processes; the same sum of the losses and of the tokens."""
        if self._buffer is None:
            return Total(float(loss), tokens)
        self._buffer[-2], self._buffer[-1] = loss, tokens
        self._group.add_up(self._buffer)
        loss_sum, token_sum = self._buffer[-2:].tolist()
        return Total(loss_sum, int(token_sum))

    def _shared_buffer(self) -> Tensor:
        """Zeros for all, with each parameter's gradient a view of its place."""
        room = [-(-parameter.numel() // _ALIGNED) * _ALIGNED for parameter in self._parameters]
        buffer = self._parameters[0].new_zeros(sum(room) + 2)
        places = torch.split(buffer[:-2], room)
        for parameter, place in zip(self._parameters, places, strict=True):
            parameter.grad = place[: parameter.numel()].view_as(parameter)
        return buffer
