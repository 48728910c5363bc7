"""The model that a command is asked to use; torch is loaded here, and only once there is such a model."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue import default_model, find_model, model_home
from engine.runs.experiment_file import load_experiment
from engine.shared_cores import sharing_cores

if TYPE_CHECKING:
    from engine.translator import Translator


def load_translator(options: argparse.Namespace) -> "Translator":
    """The model that `add_model` asked for; an ensemble of several."""
    return _together(load_translators(options))


def load_translators(options: argparse.Namespace) -> list["Translator"]:
    """Each of the models that `add_model` asked for, by itself."""
    paths = [find_model(name) for name in options.model or ()] or [default_model()]
    return _load(paths, options.device)


def load_named(names: str, device: str) -> "Translator":
    """The model of this name or path; the ensemble of several with "+" between. Raises as `find_model`."""
    several = [names] if Path(names).exists() else names.split("+")
    return _together(_load([find_model(name) for name in several], device))


def target_language_of(names: str) -> str:
    """The target language of a model that `load_named` takes; its weights are not read."""
    first = names if Path(names).exists() else names.split("+")[0]
    return load_experiment(model_home(find_model(first)) / "experiment.json").corpus.target_language


def _together(members: list["Translator"]) -> "Translator":
    if len(members) == 1:
        return members[0]
    from engine.ensemble import EnsembleTranslator

    return EnsembleTranslator(members)


def _load(paths: Sequence[Path], device: str) -> list["Translator"]:
    os.environ.update(sharing_cores(os.environ))  # read once, when torch is loaded
    from engine.device import set_threads
    from engine.translator import Translator

    set_threads(0)
    return [Translator.load(path, device) for path in paths]
