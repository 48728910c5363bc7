"""A run that begins with the weights of another has its parameters and vocabularies, and says so."""

from dataclasses import replace
from pathlib import Path

import pytest
import safetensors.torch
import torch

from engine.catalogue import find_model
from engine.config import CorpusConfig, ExperimentConfig, ModelConfig, TrainConfig
from engine.errors import CheckpointError, RunError
from engine.runs.experiment_file import load_experiment, load_provenance
from engine.runs.layout import RunLayout
from engine.runs.verification import MODEL, load_checksums
from engine.settings import with_weights
from engine.training import resume_run, start_run


def corpus(path: Path, words: str) -> CorpusConfig:
    rows = [f"a {words[i % 5]} c{i % 7}\tx {words[i % 5]} z{i % 7}\n" for i in range(60)]
    path.write_text("".join(rows))
    return CorpusConfig(train=(str(path),), dev_size=4, segmentation="words", max_length=20)


@pytest.fixture
def experiment(tmp_path: Path) -> ExperimentConfig:
    train = TrainConfig(
        optimizer="adam", batch_size=8, max_updates=3, validate_every=3, threads=1, device="cpu"
    )
    return ExperimentConfig(
        preset="rnnsearch-minute",
        corpus=corpus(tmp_path / "first.tsv", "bcdef"),
        model=ModelConfig("rnnsearch", 5, 6, 7, 4),
        train=train,
    )


def trained(experiment: ExperimentConfig, run: Path) -> Path:
    """The checkpoint of a run of this experiment that ended."""
    assert start_run(experiment, run, lambda record: None) == "finished"
    return find_model(run).resolve()


@pytest.fixture
def first(experiment: ExperimentConfig, tmp_path: Path) -> Path:
    return trained(experiment, tmp_path / "first")


@pytest.fixture
def second(experiment: ExperimentConfig, first: Path, tmp_path: Path) -> ExperimentConfig:
    """An experiment of other sizes and another corpus, whose single update changes nothing that one sees."""
    other = replace(experiment, model=ModelConfig("rnnencdec", 2, 2, 2, 2, dropout=0.5))
    other = replace(other, corpus=corpus(tmp_path / "second.tsv", "vwxyz"))
    other = replace(other, train=replace(other.train, learning_rate=1e-12, max_updates=1))
    return with_weights(other, experiment, first)


def weights(checkpoint: Path) -> dict[str, torch.Tensor]:
    return safetensors.torch.load_file(checkpoint / MODEL)


def test_parameters_and_vocabularies_are_those_of_the_other_run(
    second: ExperimentConfig, first: Path, tmp_path: Path
) -> None:
    run = tmp_path / "second"
    before, after = weights(first), weights(trained(second, run))
    assert before.keys() == after.keys()
    assert all(torch.allclose(before[name], after[name], atol=1e-9, rtol=0) for name in before)
    for part in ("vocabulary", "segmenter"):
        files = sorted(path for path in (tmp_path / "first" / part).rglob("*") if path.is_file())
        assert files
        for file in files:
            assert file.read_bytes() == (run / file.relative_to(tmp_path / "first")).read_bytes()


def test_experiment_json_says_what_it_began_with(
    second: ExperimentConfig, first: Path, tmp_path: Path
) -> None:
    trained(second, tmp_path / "second")
    layout = RunLayout(tmp_path / "second")
    recorded = load_experiment(layout.experiment)
    assert recorded.begun_from == str(first)
    assert recorded.model == ModelConfig("rnnsearch", 5, 6, 7, 4, dropout=0.5)
    assert load_provenance(layout.experiment)["begun_from"] == load_checksums(first)[MODEL]
    assert f"Begun with the weights in {first}." in layout.log.read_text(encoding="utf-8")


def test_it_goes_on_without_the_other_run(second: ExperimentConfig, first: Path, tmp_path: Path) -> None:
    trained(second, tmp_path / "second")
    (first / MODEL).unlink()
    assert resume_run(tmp_path / "second", 2, lambda record: None) == "finished"


def test_weights_that_changed_before_the_first_checkpoint_are_refused(
    second: ExperimentConfig, experiment: ExperimentConfig, first: Path, tmp_path: Path
) -> None:
    run = tmp_path / "second"
    trained(second, run)
    for folder in (run / "checkpoints").iterdir():
        folder.rename(tmp_path / folder.name)  # as if it had been stopped before
    other = replace(experiment, train=replace(experiment.train, seed=2))
    for file in trained(other, tmp_path / "third").iterdir():
        (first / file.name).write_bytes(file.read_bytes())
    with pytest.raises(RunError, match="not what they were when the run began"):
        resume_run(run, 2, lambda record: None)


def test_damaged_weights_are_refused(second: ExperimentConfig, first: Path, tmp_path: Path) -> None:
    data = bytearray((first / MODEL).read_bytes())
    data[-1] ^= 1
    (first / MODEL).write_bytes(data)
    with pytest.raises(CheckpointError):
        start_run(second, tmp_path / "second", lambda record: None)
