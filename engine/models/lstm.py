"""A stack of LSTM layers without peepholes (S section 2; Hochreiter & Schmidhuber 1997 with a forget gate).

For a layer with input x, output h and cell c, all before the step but x:

    i = σ(W_i x + U_i h + b_i)    input gate          g  = tanh(W_g x + U_g h + b_g)    new values
    f = σ(W_f x + U_f h + b_f)    forget gate         c' = f ∘ c + i ∘ g
    o = σ(W_o x + U_o h + b_o)    output gate         h' = o ∘ tanh(c')

The input of a layer is the output of the one below. S cites Graves 2013, whose cells have peepholes too; its
count of parameters leaves no room for them.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.utils.rnn import PackedSequence, pack_padded_sequence, pad_packed_sequence


class LstmState(NamedTuple):
    """Outputs h and cells c, each … x Ln: those of the layers beside each other, the lowest first."""

    hidden: Tensor
    cells: Tensor


class LstmLayer(nn.Module):
    """The matrices of one layer, those of i, f, g and o one above the other."""

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__()
        self.W = nn.Parameter(torch.zeros(4 * hidden_size, input_size))
        self.U = nn.Parameter(torch.zeros(4 * hidden_size, hidden_size))
        self.bias = nn.Parameter(torch.zeros(4 * hidden_size))

    def forward(self, x: Tensor, hidden: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
        """One step: … x m and … x n give h' and c', … x n."""
        i, f, g, o = (F.linear(x, self.W, self.bias) + F.linear(hidden, self.U)).chunk(4, dim=-1)
        cells = torch.sigmoid(f) * cells + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(cells), cells


class LstmStack(nn.Module):
    """L layers of n units over m input numbers."""

    def __init__(self, input_size: int, hidden_size: int, layers: int) -> None:
        super().__init__()
        sizes = [input_size, *[hidden_size] * (layers - 1)]
        self.layers = nn.ModuleList(LstmLayer(size, hidden_size) for size in sizes)
        self.hidden_size = hidden_size

    def advance(self, x: Tensor, state: LstmState) -> LstmState:
        """One step of all layers: x … x m."""
        hidden, cells = [], []
        pairs = (torch.split(part, self.hidden_size, dim=-1) for part in state)
        for layer, h, c in zip(self.layers, *pairs, strict=True):
            x, cell = layer(x, h, c)
            hidden.append(x)
            cells.append(cell)
        return LstmState(torch.cat(hidden, dim=-1), torch.cat(cells, dim=-1))

    def run(self, inputs: Tensor, state: LstmState) -> Tensor:
        """The top layer's output after each step, from a state of B x Ln: T x B x m to T x B x n."""
        outputs, _, _ = torch.lstm(
            inputs,
            self._layered(state),
            self._weights(inputs),
            has_biases=True,
            num_layers=len(self.layers),
            dropout=0.0,
            train=torch.is_grad_enabled(),  # kernels keep what a backward pass needs only then
            bidirectional=False,
            batch_first=False,
        )
        result: Tensor = outputs
        return result

    def read(self, inputs: Tensor, lengths: Tensor) -> tuple[Tensor, LstmState]:
        """From zeros over padded sentences: the top layer's outputs, and each sentence's last state.

        inputs: T x B x m, padded at the end; lengths: B. Gives T x B x n, 0 at padding, and B x Ln.
        """
        packed = pack_padded_sequence(inputs, lengths.cpu(), enforce_sorted=False)
        assert packed.sorted_indices is not None
        assert packed.unsorted_indices is not None
        zero = inputs.new_zeros(len(self.layers), inputs.shape[1], self.hidden_size)
        outputs, hidden, cells = torch.lstm(
            packed.data,
            packed.batch_sizes,
            (zero, zero),
            self._weights(inputs),
            has_biases=True,
            num_layers=len(self.layers),
            dropout=0.0,
            train=torch.is_grad_enabled(),  # kernels keep what a backward pass needs only then
            bidirectional=False,
        )
        order = packed.unsorted_indices
        rows = PackedSequence(outputs, packed.batch_sizes, packed.sorted_indices, order)
        padded, _ = pad_packed_sequence(rows, total_length=len(inputs))
        last = [part[:, order].transpose(0, 1).flatten(1) for part in (hidden, cells)]
        return padded, LstmState(*last)

    def _layered(self, state: LstmState) -> tuple[Tensor, Tensor]:
        """Outputs and cells as L x B x n."""
        hidden, cells = (torch.stack(torch.split(part, self.hidden_size, dim=-1)) for part in state)
        return hidden, cells

    def _weights(self, inputs: Tensor) -> list[Tensor]:
        """As PyTorch's kernel takes them. It adds a second bias, which the formulas do not have: zeros."""
        none = inputs.new_zeros(4 * self.hidden_size)
        weights: list[Tensor] = []
        for layer in self.layers:
            assert isinstance(layer, LstmLayer)
            weights += [layer.W, layer.U, layer.bias, none]
        return weights
