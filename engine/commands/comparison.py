"""What `evaluate --against` and `--figure` add: differences with their significance, and BLEU by length."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engine.commands.arguments import UsageError
from engine.commands.progress import ProgressBar
from engine.commands.text_input import read_lines
from engine.errors import EngineError
from engine.evaluation.comparison import ReferenceSet, compare_systems
from engine.evaluation.length_figure import length_figure
from engine.evaluation.metrics import require_parallel
from engine.evaluation.significance import Bootstrap
from engine.runs import publishing

Translations = dict[str, list[str]]


def add_against(parser: argparse.ArgumentParser) -> None:
    """--against, once for each other system, and --figure."""
    parser.add_argument(
        "--against",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="another system's translations, to compare with; may be given more than once",
    )
    parser.add_argument(
        "--figure", type=Path, metavar="FILE", help="write BLEU by length of all systems there, as SVG"
    )


def read_rivals(options: argparse.Namespace, references: Sequence[str]) -> Translations:
    """The lines of each file of --against by its name, checked against the number of references.

    Raises CorpusError where the numbers differ, UsageError where two systems have one name.
    """
    rivals: Translations = {}
    taken = {str(options.hypotheses)}
    for path in options.against:
        if str(path) in taken:
            raise UsageError(f"{path} is given twice: a system cannot be compared with itself")
        taken.add(str(path))
        rivals[str(path)] = read_lines(path)
        require_parallel(rivals[str(path)], [references])
    return rivals


def require_place(figure: Path | None) -> None:
    """Raise EngineError where the figure has no folder to stand in: told before the long work, not after."""
    if figure is not None and (figure.is_dir() or not figure.parent.is_dir()):
        raise EngineError(f"No figure can be written to {figure}.", "Name a file in a folder that exists.")


def comparison(
    systems: Mapping[str, Sequence[str]], reference_set: ReferenceSet, figure: Path | None
) -> dict[str, Any]:
    """The comparison as JSON has it; its figure goes to the file. Raises EngineError where it cannot."""
    bootstrap = Bootstrap()
    with ProgressBar("Comparing", bootstrap.resamples) as progress:
        found = compare_systems(systems, reference_set, bootstrap, progress.update)
    if figure is not None and found.by_length is not None:
        try:
            publishing.write_text(figure, length_figure(found.by_length))
        except OSError as error:
            raise EngineError(
                f"The figure {figure} cannot be written: {error.strerror}.", "Choose another place for it."
            ) from error
    return asdict(found)


def comparison_in_words(result: Mapping[str, Any]) -> list[str]:
    """The same as lines for people."""
    bootstrap = result["bootstrap"]
    lines = [f"95 % intervals of {bootstrap['resamples']:,} draws, seed {bootstrap['seed']}"]
    lines += [_difference_in_words(one) for one in result["differences"]]
    return lines if result["by_length"] is None else [*lines, *_lengths_in_words(result["by_length"])]


def _difference_in_words(named: Mapping[str, Any]) -> str:
    found = named["difference"]
    between = f"{found['interval']['low']:+.2f} to {found['interval']['high']:+.2f}"
    measure = {"bleu": "BLEU", "chrf": "chrF"}[named["measure"]]
    systems = f"{named['first']} – {named['second']}"
    return f"{measure}        {found['value']:+.2f}   ({between}), p = {found['p']:.3f}   {systems}"


def _lengths_in_words(curves: Mapping[str, Any]) -> list[str]:
    """A line for every bin: its words, its sentences, and each system's BLEU with the ends of its band."""
    lines = [f"BLEU by words of the source: {', '.join(curves['scores'])}"]
    for number, one in enumerate(curves["bins"]):
        words = f"{one['low']}–{one['high']}" if one["high"] is not None else f"{one['low']} and more"
        scores = "   ".join(_bin_in_words(scores[number]) for scores in curves["scores"].values())
        lines.append(f"{words:<11} {len(one['sentences']):>6,} sentences   {scores}")
    return lines


def _bin_in_words(score: Mapping[str, Any] | None) -> str:
    if score is None:
        return "–"
    return f"{score['value']:.2f} ({score['band']['low']:.2f} to {score['band']['high']:.2f})"
