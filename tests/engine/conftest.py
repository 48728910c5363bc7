"""Small models: one with large random values, so that nothing agrees by accident, and one of a short run."""

from collections.abc import Callable
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig  # noqa: E402
from engine.models import build_model  # noqa: E402
from engine.models.interface import TranslationModel  # noqa: E402
from engine.training import start_run  # noqa: E402
from engine.translator import Translator  # noqa: E402

KINDS = ("rnnsearch", "rnnencdec", "lstm-seq2seq")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that need a GPU are skipped where there is none."""
    skip = pytest.mark.skip(reason="needs a CUDA device")
    for item in items:
        if item.get_closest_marker("gpu") and not torch.cuda.is_available():
            item.add_marker(skip)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
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


WORDS = ("red", "blue", "green", "big", "small", "cat", "dog", "tree", "house", "sea")


@pytest.fixture(scope="session", params=KINDS)
def short_run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run directory of a few updates on a corpus whose target words are the source words in capitals."""
    folder = tmp_path_factory.mktemp("short")
    sentences = [f"{first} {second} {third}" for first in WORDS for second in WORDS for third in WORDS[:3]]
    corpus = folder / "capitals.tsv"
    corpus.write_text("".join(f"{text}\t{text.upper()}\n" for text in sentences), encoding="utf-8")
    experiment = ExperimentConfig(
        corpus=CorpusConfig(
            train=(str(corpus),), dev_size=10, segmentation="words", source_vocabulary=9, target_vocabulary=30
        ),
        model=ModelConfig(request.param, 8, 12, 8, 8, dropout=0.3),
        train=TrainConfig(max_updates=5, validate_every=5, threads=1),
    )
    start_run(experiment, folder / request.param, lambda record: None)
    return folder / request.param


@pytest.fixture(scope="session")
def loud_run(short_run: Path) -> Translator:
    """The model of a short run with larger values, so that its weights differ from place to place."""
    translator = Translator.load(short_run)
    draw = torch.Generator().manual_seed(5)
    with torch.no_grad():
        for parameter in translator._model.parameters():
            parameter.mul_(4).add_(0.3 * torch.randn(parameter.shape, generator=draw))
    return translator
