"""A run's checkpoint made into a model that needs nothing else."""

import json
import shutil
from pathlib import Path

import pytest
import torch

from engine.checkpoint import load_checkpoint, load_model_tensors, publish_model, save_checkpoint, verify
from engine.config import CorpusConfig, ExperimentConfig
from engine.errors import CheckpointError
from engine.runs.experiment_file import save_experiment
from engine.runs.layout import RunLayout

MODEL = {"w": torch.arange(12.0).reshape(3, 4), "count": torch.tensor(5)}


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    folder = tmp_path / "run" / "checkpoints" / "update-00000007"
    save_checkpoint(folder, MODEL, {}, {"update": 7})
    return folder


@pytest.fixture
def run(checkpoint: Path) -> RunLayout:
    layout = RunLayout(checkpoint.parent.parent)
    corpus = CorpusConfig(train=("/home/someone/private/pairs.tsv",))
    save_experiment(layout.experiment, ExperimentConfig(preset="small", corpus=corpus), {})
    for folder in (layout.vocabulary, layout.segmenter):
        folder.mkdir()
        (folder / "source.json").write_text('["été"]')
    return layout


def test_a_published_model_needs_nothing_else(tmp_path: Path, run: RunLayout, checkpoint: Path) -> None:
    model = tmp_path / "models" / "small"
    publish_model(checkpoint, model, {"title": "A small one"})
    shutil.rmtree(run.path)
    verify(model)
    loaded = load_model_tensors(model)
    assert torch.equal(loaded["w"], MODEL["w"])  # small whole numbers fit half precision
    assert torch.equal(loaded["count"], MODEL["count"])
    assert (loaded["w"].dtype, loaded["count"].dtype) == (torch.float32, torch.int64)
    assert json.loads((model / "card.json").read_text()) == {"update": 7, "title": "A small one"}
    assert (model / "vocabulary" / "source.json").read_text() == '["été"]'
    assert "private" not in (model / "experiment.json").read_text()
    names = {path.relative_to(model).as_posix() for path in model.rglob("*") if path.is_file()}
    assert set(json.loads((model / "checksums").read_text())) == names - {"checksums"}
    with pytest.raises(CheckpointError, match="no state of training"):
        load_checkpoint(model)


def test_a_published_model_is_half_as_large(tmp_path: Path, run: RunLayout, checkpoint: Path) -> None:
    weight = torch.rand(1000, 50)
    save_checkpoint(checkpoint, {"w": weight}, {}, {})
    publish_model(checkpoint, tmp_path / "model", {})
    assert (tmp_path / "model" / "model.safetensors").stat().st_size < 1000 * 50 * 2 + 1000
    loaded = load_model_tensors(tmp_path / "model")["w"]
    assert loaded.dtype == torch.float32
    assert torch.equal(loaded, weight.half().float())


def test_a_model_is_not_published_over_another_nor_with_infinite_weights(
    tmp_path: Path, run: RunLayout, checkpoint: Path
) -> None:
    publish_model(checkpoint, tmp_path / "model", {})
    with pytest.raises(CheckpointError, match="exists already"):
        publish_model(checkpoint, tmp_path / "model", {})
    save_checkpoint(checkpoint, {"w": torch.tensor([70000.0])}, {}, {})
    with pytest.raises(CheckpointError, match="w are too large for half precision"):
        publish_model(checkpoint, tmp_path / "other", {})
    assert not (tmp_path / "other").exists()


def test_a_model_without_its_vocabulary_is_not_published(
    tmp_path: Path, run: RunLayout, checkpoint: Path
) -> None:
    shutil.rmtree(run.vocabulary)
    with pytest.raises(CheckpointError, match="was not saved"):
        publish_model(checkpoint, tmp_path / "models" / "model", {})
    assert list((tmp_path / "models").iterdir()) == []
