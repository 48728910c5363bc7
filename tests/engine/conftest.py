"""Small models with large random values, so that no two numbers agree by accident."""

from collections.abc import Callable

import pytest

torch = pytest.importorskip("torch")

from engine.config import ModelConfig  # noqa: E402
from engine.models import build_model  # noqa: E402
from engine.models.interface import TranslationModel  # noqa: E402

KINDS = ("rnnsearch", "rnnencdec")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture()
def tiny_model() -> Callable[..., TranslationModel]:
    """tiny_model(kind, source_vocabulary=7, target_vocabulary=6): a model of 5 units in double precision."""

    def build(
        kind: str, source_vocabulary: int = 7, target_vocabulary: int = 6, seed: int = 3
    ) -> TranslationModel:
        torch.manual_seed(seed)
        config = ModelConfig(kind=kind, embedding_size=4, hidden_size=5, alignment_size=3, readout_size=4)
        model = build_model(config, source_vocabulary, target_vocabulary).double().eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter.copy_(torch.randn_like(parameter))
        return model.requires_grad_(False)

    return build
