"""The model that a command is asked to use; torch is loaded here, and only once there is such a model."""

import argparse
from typing import TYPE_CHECKING

from engine.catalogue import default_model, find_model

if TYPE_CHECKING:
    from engine.translator import Translator


def load_translator(options: argparse.Namespace) -> "Translator":
    """The model that `add_model` asked for; an ensemble of several."""
    members = load_translators(options)
    if len(members) == 1:
        return members[0]
    from engine.ensemble import EnsembleTranslator

    return EnsembleTranslator(members)


def load_translators(options: argparse.Namespace) -> list["Translator"]:
    """Each of the models that `add_model` asked for, by itself."""
    paths = [find_model(name) for name in options.model or ()] or [default_model()]
    from engine.device import set_threads
    from engine.translator import Translator

    set_threads(0)
    return [Translator.load(path, options.device) for path in paths]
