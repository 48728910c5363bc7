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
    changed = with_settings(experiment, {setting: other(setting, experiment) for setting in SETTINGS})
    files = replace(changed.corpus, train=("/c/a b.en", "/c/a.fr"), dev=("/c/d.tsv",))
    return replace(changed, corpus=files)
