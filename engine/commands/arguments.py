"""Arguments that several commands share, and what they stand for."""

import argparse
from typing import Any

from engine.config import PHENOMENA, DecodeConfig, GrammarConfig
from engine.evaluation.alignment import LinkRule


class UsageError(Exception):
    """The arguments contradict each other; the message says how, in words."""


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    """--json, which writes `what` instead of text for people."""
    parser.add_argument("--json", action="store_true", help=f"write {what} as JSON")


def add_model(
    parser: argparse.ArgumentParser, several: str = "the models decide together on each word (ensemble)"
) -> None:
    """--model and --device. several: what more than one model does, in words."""
    parser.add_argument(
        "--model",
        action="append",
        metavar="NAME_OR_PATH",
        help="a bundled model, a run, or the folder of a model or checkpoint; without it the first bundled "
        f"model with attention; given more than once, {several}",
    )
    add_device(parser)


def add_device(parser: argparse.ArgumentParser) -> None:
    """--device."""
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
    """--links, --rule and --threshold: what becomes links, and how."""
    rule = LinkRule()
    of = "; ".join(f"{name}: {what}" for name, what in LinkRule.sources().items())
    parser.add_argument("--links", choices=tuple(LinkRule.sources()), default=rule.of, help=of)
    rules = "; ".join(f"{name}: {what}" for name, what in LinkRule.kinds().items())
    parser.add_argument("--rule", choices=tuple(LinkRule.kinds()), default=rule.kind, help=rules)
    parser.add_argument(
        "--threshold", type=float, default=rule.threshold, metavar="W", help=f"default {rule.threshold:g}"
    )


def link_rule(options: argparse.Namespace) -> LinkRule:
    """The rule that `add_link_rule` asked for. Raises ConfigError where the threshold makes no sense."""
    return LinkRule(options.rule, options.threshold, options.links)


def whole_number(text: str) -> int:
    """For argparse's `type`."""
    try:
        return int(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number") from error


def number(text: str) -> float:
    """For argparse's `type`."""
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from error


def positive(text: str) -> int:
    """A whole number of at least 1; for argparse's `type`."""
    value = whole_number(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{value} is not at least 1")
    return value


def add_grammar(parser: argparse.ArgumentParser, prefix: str) -> None:
    """The settings of the built-in corpus; prefix: before the names that another setting may have."""
    base = GrammarConfig()
    add = parser.add_argument
    size, seed = f"--{prefix}size", f"--{prefix}seed"
    add(size, type=whole_number, dest="grammar_size", metavar="N", help=f"sentence pairs ({base.size:,})")
    add(
        seed,
        type=whole_number,
        dest="grammar_seed",
        metavar="N",
        help="the same seed gives the same sentences",
    )
    add("--shortest", type=whole_number, metavar="N", help=f"words of the shorter side ({base.shortest})")
    add("--longest", type=whole_number, metavar="N", help=f"words of the longer side ({base.longest})")
    phenomena = "; ".join(f"{name}: {what}" for name, what in PHENOMENA.items())
    add("--without", action="append", choices=tuple(PHENOMENA), metavar="NAME", help=phenomena)


def grammar_settings(options: argparse.Namespace) -> dict[str, Any]:
    """The fields of GrammarConfig that `add_grammar` was given."""
    names = {"size": "grammar_size", "seed": "grammar_seed", "shortest": "shortest", "longest": "longest"}
    given = {name: getattr(options, place) for name, place in names.items()}
    without = None if options.without is None else tuple(options.without)
    return {name: value for name, value in {**given, "without": without}.items() if value is not None}
