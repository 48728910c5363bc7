import json
from pathlib import Path

import pytest

from engine.config import CorpusConfig, ExperimentConfig, TrainConfig
from engine.errors import CheckpointError
from engine.runs.experiment_file import (
    load_experiment,
    load_provenance,
    read_values,
    save_experiment,
    without_paths,
)

EXPERIMENT = ExperimentConfig(
    preset="small",
    deviations=("smaller / faster",),
    corpus=CorpusConfig(train=("/home/me/secret/fr-en.tsv", "C:\\Users\\me\\b.tsv"), dev=("data/dev.tsv",)),
    train=TrainConfig(watched=("a / b .",)),
)
PROVENANCE = {"versions": {"torch": "2.6"}, "corpus": {"/home/me/secret/fr-en.tsv": "abc"}}


def test_experiment_and_provenance_come_back(tmp_path: Path) -> None:
    path = tmp_path / "experiment.json"
    save_experiment(path, EXPERIMENT, PROVENANCE)
    assert load_experiment(path) == EXPERIMENT
    assert load_provenance(path) == PROVENANCE


def test_paths_are_cut_and_sentences_are_not(tmp_path: Path) -> None:
    path = tmp_path / "experiment.json"
    save_experiment(path, EXPERIMENT, PROVENANCE)
    values = without_paths(read_values(path))
    assert values["corpus"]["train"] == ["fr-en.tsv", "b.tsv"]
    assert values["corpus"]["dev"] == ["dev.tsv"]
    assert values["provenance"] == {"versions": {"torch": "2.6"}, "corpus": {"fr-en.tsv": "abc"}}
    assert values["train"]["watched"] == ["a / b ."]
    assert values["deviations"] == ["smaller / faster"]
    assert "secret" not in json.dumps(values)
    assert "Users" not in json.dumps(values)


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b"\0" * 50, b"\xff", b"[" * 200_000])
def test_a_damaged_file_is_told_in_words(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "experiment.json"
    path.write_bytes(data)
    with pytest.raises(CheckpointError, match=r"experiment\.json is damaged"):
        load_experiment(path)


def test_a_missing_file_and_a_foreign_one_are_told_in_words(tmp_path: Path) -> None:
    path = tmp_path / "experiment.json"
    with pytest.raises(CheckpointError, match="cannot be read"):
        load_experiment(path)
    path.write_text('{"flavour": 1}')
    with pytest.raises(CheckpointError, match=r"does not describe an experiment.*flavour"):
        load_experiment(path)
