"""A corpus of made-up words to copy, and an experiment small enough to run in seconds."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig

WORDS = ("ba", "ce", "di", "fo", "gu", "ha", "ki", "lo", "me", "nu")


@pytest.fixture
def copy_corpus(tmp_path: Path) -> Path:
    """A TSV of pairs of 1 to 4 words in which both sides are the same."""
    draw = random.Random(7)
    sentences = {" ".join(draw.choices(WORDS, k=draw.randint(1, 4))) for _ in range(1500)}
    path = tmp_path / "copy.tsv"
    path.write_text("".join(f"{sentence}\t{sentence}\n" for sentence in sorted(sentences)), encoding="utf-8")
    return path


@pytest.fixture
def experiment(copy_corpus: Path) -> Callable[..., ExperimentConfig]:
    """experiment(max_updates, kind="rnnsearch"): a run on the copy corpus with dropout and shuffling."""

    def build(max_updates: int, kind: str = "rnnsearch", validate_every: int = 10) -> ExperimentConfig:
        return ExperimentConfig(
            preset="copy",
            corpus=CorpusConfig(
                train=(str(copy_corpus),),
                dev_size=60,
                segmentation="words",
                source_vocabulary=20,
                target_vocabulary=20,
            ),
            model=ModelConfig(kind, 16, 32, 16, 16, dropout=0.1),
            train=TrainConfig(
                optimizer="adam",
                learning_rate=0.01,
                epsilon=1e-8,
                max_updates=max_updates,
                validate_every=validate_every,
                threads=1,
            ),
        )

    return build
