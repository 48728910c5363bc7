"""A network without values is made without computing any: what torch loads for that on the meta device takes
a second, which would stand before each first translation."""

from collections.abc import Callable
from typing import Any

import pytest
from torch.overrides import TorchFunctionMode

from engine.config import ALIGNMENTS, ModelConfig
from engine.models import build_model
from engine.models.filling import empty_model

SIZES = [ModelConfig("rnnsearch", 3, 5, 7, 2, alignment=alignment) for alignment in ALIGNMENTS]
SIZES += [ModelConfig("rnnencdec", 3, 5, 1, 2), ModelConfig("lstm-seq2seq", 3, 5, layers=2)]


class Called(TorchFunctionMode):
    """Notes what is called of torch."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: Any = (), kwargs: Any = None
    ) -> Any:
        self.names.add(getattr(function, "__name__", ""))
        return function(*args, **(kwargs or {}))


@pytest.mark.parametrize("sizes", SIZES, ids=lambda sizes: f"{sizes.kind} {sizes.alignment}")
def test_nothing_is_computed(sizes: ModelConfig) -> None:
    with Called() as called:
        model = empty_model(sizes, 11, 13)
    assert called.names <= {"empty", "zeros", "device", "__get__"}
    full = build_model(sizes, 11, 13)
    assert {name: tensor.shape for name, tensor in model.state_dict().items()} == {
        name: tensor.shape for name, tensor in full.state_dict().items()
    }
    assert all(tensor.is_meta for tensor in model.state_dict().values())
