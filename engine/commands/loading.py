"""The model that a command is asked to use; torch is loaded here, and only once there is such a model."""

import argparse
from typing import TYPE_CHECKING

from engine.catalogue import default_model, find_model

if TYPE_CHECKING:
    from engine.translator import Translator


def load_translator(options: argparse.Namespace) -> "Translator":
    """The model that `add_model` asked for."""
    path = default_model() if options.model is None else find_model(options.model)
    from engine.device import set_threads
    from engine.translator import Translator

    set_threads(0)
    return Translator.load(path, options.device)
