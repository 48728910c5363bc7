"""Experiments that differ from every preset."""

from dataclasses import replace

from engine.config import ExperimentConfig
from engine.settings import SETTINGS, with_settings

# What differs from every preset, for each setting whose value is free.
OTHER = {
    int: 777,
    float: 0.123456789012345678,
    str: "eo",
    tuple: ("Guten Tag, l'ami", "-x", '"a"  b', "שלום"),
}


def other(setting, experiment):
    choices = [choice for choice in setting.choices if choice != setting.of(experiment)]
    return choices[0] if choices else OTHER[setting.kind]


def everything_else(experiment: ExperimentConfig) -> ExperimentConfig:
    settings = [setting for setting in SETTINGS if setting.name != "guidance" or _has_attention(experiment)]
    changed = with_settings(experiment, {setting: other(setting, experiment) for setting in settings})
    links = "/c/a links" if _has_attention(experiment) else ""
    files = replace(changed.corpus, train=("/c/a b.en", "/c/a.fr"), dev=("/c/d.tsv",), links=links)
    return replace(changed, corpus=files)


def _has_attention(experiment: ExperimentConfig) -> bool:
    return experiment.model.kind == "rnnsearch"
