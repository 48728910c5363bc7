"""Configurations: checks, JSON, presets."""

import json
from dataclasses import replace

import pytest

from engine.config import (
    CorpusConfig,
    DecodeConfig,
    ExperimentConfig,
    GrammarConfig,
    ModelConfig,
    TrainConfig,
    from_json,
    to_json,
)
from engine.errors import ConfigError
from engine.presets import PRESETS, preset


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_survives_json(name: str) -> None:
    experiment = preset(name)
    assert from_json(ExperimentConfig, json.loads(json.dumps(to_json(experiment)))) == experiment


def test_laptop_presets_say_where_they_deviate() -> None:
    for name, experiment in PRESETS.items():
        assert bool(experiment.deviations) == (not name.endswith(("-30", "-50")))


def test_the_two_laptop_presets_differ_in_the_model_alone() -> None:
    search, encdec = preset("rnnsearch-laptop"), preset("rnnencdec-laptop")
    assert replace(search, preset="", model=encdec.model) == replace(encdec, preset="")
    assert replace(search.model, kind="rnnencdec") == encdec.model


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(ConfigError, match="rnnsearch-50"):
        preset("transformer")


@pytest.mark.parametrize(
    ("cls", "values"),
    [
        (DecodeConfig, {"beam_size": 0}),
        (CorpusConfig, {"dev_size": 1_000_000_001}),
        (ModelConfig, {"hidden_size": 1_000_001}),
        (TrainConfig, {"max_updates": 1_000_000_001}),
        (TrainConfig, {"threads": 1025}),
        (GrammarConfig, {"shortest": 58, "longest": 60}),
        (DecodeConfig, {"beam_size": 2, "n_best": 3}),
        (DecodeConfig, {"length_power": -0.5}),
        (ModelConfig, {"kind": "transformer"}),
        (ModelConfig, {"dropout": 1.0}),
        (ModelConfig, {"layers": 0}),
        (ModelConfig, {"source_order": "random"}),
        (ModelConfig, {"hidden_size": 0}),
        (TrainConfig, {"optimizer": "lion"}),
        (TrainConfig, {"batch_size": 0}),
        (TrainConfig, {"learning_rate": 0.0}),
        (TrainConfig, {"learning_rate": float("nan")}),
        (TrainConfig, {"seed": -1}),
        (TrainConfig, {"seed": 1 << 63}),
        (CorpusConfig, {"seed": -1}),
        (CorpusConfig, {"segmentation": "characters"}),
        (CorpusConfig, {"joined_share": -0.1}),
        (CorpusConfig, {"max_length": 0}),
    ],
)
def test_settings_that_make_no_sense_are_refused(cls: type, values: dict) -> None:
    with pytest.raises(ConfigError):
        cls(**values)


@pytest.mark.parametrize(
    "values",
    [
        [],
        {"beam": 3},
        {"beam_size": "3"},
        {"beam_size": True},
        {"beam_size": 2.0},
        {"allow_unknown": 1},
        {"length_power": "long"},
    ],
)
def test_json_of_the_wrong_form_is_refused(values: object) -> None:
    with pytest.raises(ConfigError):
        from_json(DecodeConfig, values)


def test_json_may_leave_out_what_has_a_default_and_write_whole_numbers_for_floats() -> None:
    assert from_json(DecodeConfig, {"beam_size": 3, "length_power": 1}) == DecodeConfig(beam_size=3)
    assert from_json(ExperimentConfig, {"corpus": {"train": ["a.tsv"]}}).corpus.train == ("a.tsv",)


def test_the_limit_grows_with_the_source() -> None:
    assert DecodeConfig().limit(150) == 460
    assert DecodeConfig(max_length=20).limit(150) == 20
