"""Benchmarks: `python -m tests.benchmarks NAME`, with --help for what each measures and can be told.

Each prints a table; with --json a JSON object. They are measured, not tested: no figure fails anything.
"""

import argparse
import importlib
import json
from typing import Any

# A module has SUMMARY, add_arguments(parser) and run(options), which gives {"rows": [{column: value}], …}.
BENCHMARKS = {
    "decoding": "tests.benchmarks.decoding",
    "growing": "tests.benchmarks.growing",
    "kills": "tests.benchmarks.kills",
    "memory": "tests.benchmarks.memory",
    "scale": "tests.benchmarks.scale",
    "startup": "tests.benchmarks.startup",
    "training": "tests.benchmarks.training",
    "window": "tests.benchmarks.window",
}


def main() -> None:
    """Run the benchmark that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    names = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    modules = {name: importlib.import_module(path) for name, path in BENCHMARKS.items()}
    for name, module in modules.items():
        command = names.add_parser(name, help=module.SUMMARY, description=module.__doc__)
        command.add_argument("--json", action="store_true", help="print a JSON object instead of a table")
        module.add_arguments(command)
    options = parser.parse_args()
    figures = modules[options.name].run(options)
    if options.json:
        print(json.dumps({"benchmark": options.name, **figures}, indent=1))
    else:
        print(table(figures))


def table(figures: dict[str, Any]) -> str:
    """The rows under their columns, and a line for each other figure."""
    rows: list[dict[str, Any]] = figures["rows"]
    columns = list(dict.fromkeys(column for row in rows for column in row))  # some have peers, some none
    cells = [columns, *([_shown(row.get(column, "")) for column in columns] for row in rows)]
    widths = [max(len(row[place]) for row in cells) for place in range(len(columns))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    lines += [f"{name}: {_shown(value)}" for name, value in figures.items() if name != "rows"]
    return "\n".join(line.rstrip() for line in lines)


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


if __name__ == "__main__":
    main()
