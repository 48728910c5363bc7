"""Arguments that several commands share, and what they stand for."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalogue import find_model, list_models
from engine.config import DecodeConfig
from engine.errors import CheckpointError
from engine.evaluation.alignment import LinkRule

if TYPE_CHECKING:
    from engine.translator import Translator


class UsageError(Exception):
    """The arguments contradict each other; the message says how, in words."""


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """--json, which writes `what` instead of text for people."""
    parser.add_argument("--json", action="store_true", help=f"write {what} as JSON")


def add_model(parser: argparse.ArgumentParser) -> None:
    """--model and --device."""
    parser.add_argument(
        "--model",
        metavar="NAME_OR_PATH",
        help="a bundled model, a run, or the folder of a model or checkpoint; "
        "without it the first bundled model with attention",
    )
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda", "mps"), default="auto", help="where to compute"
    )


def add_beam(parser: argparse.ArgumentParser) -> None:
    """--beam."""
    default = DecodeConfig().beam_size
    parser.add_argument(
        "--beam", type=positive, default=default, metavar="N", help=f"beam size (default {default})"
    )


def add_link_rule(parser: argparse.ArgumentParser) -> None:
    """--rule and --threshold: how soft alignments become links."""
    rule = LinkRule()
    rules = "; ".join(f"{name}: {what}" for name, what in LinkRule.kinds().items())
    parser.add_argument("--rule", choices=tuple(LinkRule.kinds()), default=rule.kind, help=rules)
    parser.add_argument(
        "--threshold", type=float, default=rule.threshold, metavar="W", help=f"default {rule.threshold:g}"
    )


def link_rule(options: argparse.Namespace) -> LinkRule:
    """The rule that `add_link_rule` asked for. Raises ConfigError where the threshold makes no sense."""
    return LinkRule(options.rule, options.threshold)


def positive(text: str) -> int:
    """A whole number of at least 1; for argparse's `type`."""
    try:
        value = int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from error
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def load_translator(options: argparse.Namespace) -> "Translator":
    """The model that `add_model` asked for; torch is loaded here, and only once there is such a model."""
    path = _default_model() if options.model is None else find_model(options.model)
    from engine.device import set_threads
    from engine.translator import Translator

    set_threads(0)
    return Translator.load(path, options.device)


def _default_model() -> Path:
    for entry in list_models():
        if entry.kind == "rnnsearch" and not entry.problem:
            return entry.path
    raise CheckpointError(
        "There is no model with attention yet.", "Train one, or give its path with --model."
    )
