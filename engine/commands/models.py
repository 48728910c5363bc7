"""models: the models there are, bundled and of runs."""

import argparse
from pathlib import Path
from typing import Any

from engine.catalogue import ModelEntry, list_models
from engine.commands.arguments import add_json
from engine.commands.output import write_json, write_table, write_text

SUMMARY = "list the models there are"
DETAILS = """\
Bundled models, then the newest or best checkpoint of each run, then those at the paths given. A model that
cannot be used is listed with what is wrong with it. No weights are read. Models that share their vocabularies
can translate together: translate and evaluate take --model more than once.

examples:
  python main.py models
  python main.py models my-runs/first --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="further models, runs or checkpoints"
    )
    add_json(parser, "a list of objects with name, kind, path, parameters, card and more")


def run(options: argparse.Namespace) -> None:
    """List; what is wrong with a model stands in its row."""
    entries = list_models(options.paths)
    if options.json:
        write_json([_as_json(entry) for entry in entries])
    elif entries:
        rows = [(e.name, e.kind, f"{e.parameters:,}", e.problem or str(e.path)) for e in entries]
        write_table(("name", "kind", "parameters", "path"), rows)
    else:
        write_text("There is no model yet: train one with 'python main.py train'.")


def _as_json(entry: ModelEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "path": str(entry.path),
        "parameters": entry.parameters,
        "card": entry.card,
        "preset": entry.preset,
        "update": entry.update,
        "problem": entry.problem,
    }
