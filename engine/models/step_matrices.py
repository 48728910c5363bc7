"""The decoder's matrices as one step reads them: stacked where they read the same vector, and transposed.

A step multiplies few vectors by large matrices. One product with a stacked matrix costs less than several,
and BLAS multiplies a dozen vectors twice as fast by a matrix that is stored with its columns as rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor


class Stacked:
    """Matrices that read the same vector, one above the other, with one bias for all or none."""

    def __init__(self, *matrices: Tensor, bias: Tensor | None = None) -> None:
        self._sizes = [len(matrix) for matrix in matrices]
        self._columns = torch.cat(matrices).T.contiguous()
        self._bias = bias

    def __call__(self, vectors: Tensor) -> Tensor:
        """All products beside each other: … x columns to … x all rows."""
        flat = vectors.reshape(-1, vectors.shape[-1])
        bias, columns = self._bias, self._columns
        product = flat @ columns if bias is None else torch.addmm(bias, flat, columns)
        return product.view(*vectors.shape[:-1], -1)

    def split(self, products: Tensor) -> tuple[Tensor, ...]:
        """Each matrix's product by itself."""
        return torch.split(products, self._sizes, dim=-1)


@dataclass(frozen=True)
class StepMatrices:
    """What one step of the decoder multiplies by; the names are those of B appendix A.2.2."""

    word: Stacked  # W and V_o with their biases, for E y_{i-1}
    state: Stacked  # W_a where there is attention, U_z above U_r, U_o: for s_{i-1}
    reset: Stacked  # U, for r_i ∘ s_{i-1}
    context: Stacked  # C and C_o, for c_i
    readout: Stacked  # W_o with its bias, for t_i


class KeptMatrices:
    """Step matrices that are made once, and again after a parameter has changed or moved.

    Where gradients are recorded nothing is kept, so that they reach the parameters. Not every change can be
    seen: PyTorch's fused optimizers leave no mark, so whoever trains the parameters says `forget`.
    """

    def __init__(self) -> None:
        self._parameters: list[Tensor] = []
        self._marks: list[tuple[int, int]] = []
        self._matrices: StepMatrices | None = None

    def forget(self) -> None:
        """Make them again when they are next asked for."""
        self._matrices = None

    def of(self, parameters: Sequence[Tensor], make: Callable[[], StepMatrices]) -> StepMatrices:
        """The matrices made of these parameters."""
        if torch.is_grad_enabled():
            return make()
        marks = [(parameter.data_ptr(), parameter._version) for parameter in parameters]
        same = len(parameters) == len(self._parameters) and all(map(_is, parameters, self._parameters))
        if self._matrices is None or not same or marks != self._marks:
            self._parameters, self._marks, self._matrices = list(parameters), marks, make()
        return self._matrices


def _is(one: Tensor, other: Tensor) -> bool:
    return one is other
