"""The table of settings covers the experiment, and the line that is made of one gives the same one back."""

import dataclasses
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from engine.command_lines import python_line, slurm_script, torchrun_line
from engine.config import ExperimentConfig
from engine.errors import ConfigError
from engine.presets import PRESETS, preset
from engine.settings import BY_PLACE, SETTINGS, train_arguments, with_settings

FILES_AND_KIND = {"corpus.train", "corpus.dev", "corpus.links", "corpus.grammar", "model.kind"}


def test_every_field_of_an_experiment_can_be_set() -> None:
    base = ExperimentConfig()
    places = {
        f"{part}.{field.name}"
        for part in ("corpus", "model", "train")
        for field in dataclasses.fields(getattr(base, part))
    }
    assert places - set(BY_PLACE) == FILES_AND_KIND
    assert set(BY_PLACE) <= places


def test_options_are_all_different() -> None:
    assert len({setting.option for setting in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_as_it_is_needs_no_setting(name: str) -> None:
    base = preset(name)
    experiment = replace(base, corpus=replace(base.corpus, train=("/c/a.tsv",)))
    words = train_arguments(experiment, Path("/runs/r"))
    assert words == [
        "train",
        "--preset",
        name,
        "--run",
        str(Path("/runs/r").absolute()),
        "--corpus",
        "/c/a.tsv",
    ]


def test_a_wrong_value_is_refused_by_the_record_it_belongs_to() -> None:
    with pytest.raises(ConfigError, match="batch size is 0"):
        with_settings(preset("rnnsearch-minute"), {BY_PLACE["train.batch_size"]: 0})


@pytest.mark.parametrize("place", ["train.learning_rate", "train.epsilon", "train.clip_norm"])
@pytest.mark.parametrize("value", [0.0, -1.0, float("inf"), float("nan")])
def test_what_has_to_be_positive(place: str, value: float) -> None:
    with pytest.raises(ConfigError, match="greater than 0"):
        with_settings(preset("rnnsearch-minute"), {BY_PLACE[place]: value})


def test_a_shell_reads_the_lines_back() -> None:
    words = ["train", "--watch=Guten Tag, l'ami", "--run", "/a b/c"]
    assert shlex.split(python_line(words)) == ["python", "main.py", *words]
    torchrun = shlex.split(torchrun_line(words, 3))
    assert torchrun[: torchrun.index("--")] == ["torchrun", "--standalone", "--nproc-per-node", "3"]
    assert torchrun[torchrun.index("--") :] == ["--", "main.py", *words]


def test_the_job_of_a_cluster_asks_for_what_torchrun_uses() -> None:
    script = slurm_script(["train", "--run", "/a b/c"], 4)
    first, *lines = script.splitlines()
    assert first == "#!/bin/bash"
    assert "--gpus-per-node=4" in lines[0]
    command = shlex.split(script[script.index("srun") :].replace("\\\n", ""))
    assert command[command.index("--nnodes") + 1] == "$SLURM_NNODES"
    assert command[command.index("--nproc-per-node") + 1] == "4"
    assert command[command.index("--") :] == ["--", "main.py", "train", "--run", "/a b/c"]
