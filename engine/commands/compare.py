"""compare: several models on one test set, into a folder of results and reports."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from engine.commands.align import read_pairs
from engine.commands.arguments import UsageError, add_device, add_json, positive
from engine.commands.gold import add_gold, gold_links, test_set_of
from engine.commands.loading import load_named, target_language_of
from engine.commands.output import write_json, write_table, write_text
from engine.commands.progress import ProgressBar
from engine.evaluation.alignment import LinkRule
from engine.evaluation.evaluation import FILE, Evaluation, evaluation_of, load, require_unlike, save
from engine.evaluation.measuring import measure_system
from engine.evaluation.records import to_plain
from engine.evaluation.report_files import write_reports
from engine.evaluation.report_rows import Table, tables
from engine.evaluation.significance import RESAMPLES
from engine.evaluation.system import System, system_of
from engine.evaluation.test_set import TestSet
from engine.evaluation.translated_pair import TranslatedPair
from engine.runs import publishing

SUMMARY = "compare models on a test set: tables, significance, BLEU by length, reports"
DETAILS = """\
Every model translates the test set with every beam, and scores the references. The folder gets
evaluation.json (all numbers, all sentences), report.html, .md and .tex, a CSV file for each table, and BLEU
by length as a figure (Bahdanau 2014, figure 2).

Stopped at any moment, the same command goes on where it was. What a folder holds of the same test set is not
done again, so models can be added later. With --gold (links made by hand) the alignment error rate of every
link rule is told; see 'evaluate --help' on its numbering. --links tells it of links made of saliency or
occlusion too, which models without attention have as well; they take about a second a pair.

examples:
  python main.py compare --source t.en --reference t.fr --models rnnsearch-en-fr rnnencdec-en-fr --out results
  python main.py compare --source s.en --reference s.fr --models my-run --beams 1 12 --gold s.links --out mine
  python main.py compare --out results --json
"""
_WORK = "unfinished"  # the folder of what is under way
Done = tuple[System, tuple[TranslatedPair, ...]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("--out", type=Path, required=True, metavar="FOLDER", help="where the results stand, or will")
    add("--source", type=Path, metavar="FILE", help="source sentences, one a line (plain, .gz, .xz)")
    add("--reference", type=Path, metavar="FILE", help="their translations by people")
    add(
        "--models",
        nargs="+",
        default=[],
        metavar="MODEL",
        help="names or paths; A+B is an ensemble of A and B",
    )
    add("--beams", nargs="+", type=positive, default=[5], metavar="N", help="beam sizes (default 5)")
    add("--target-language", metavar="CODE", help="chooses BLEU's tokenizer; default: the first model's")
    add("--title", default="Comparison of translation models", help="of the report")
    add_gold(parser)
    of = "; ".join(f"{name}: {what}" for name, what in LinkRule.sources().items())
    add(
        "--links", nargs="+", choices=tuple(LinkRule.sources()), help=f"with --gold (default attention); {of}"
    )
    add_device(parser)
    add_json(parser, "all numbers, without the sentences,")


def run(options: argparse.Namespace) -> None:
    """Evaluate what is missing and write; raises EngineError and UsageError."""
    if bool(options.models) != bool(options.source) or bool(options.source) != bool(options.reference):
        raise UsageError("give --source, --reference and --models; or none of them, to read what --out holds")
    if options.links and not options.gold:
        raise UsageError("--links needs --gold, the links that the models' are held to")
    if options.models:
        models = [(model, options.beams) for model in options.models]
        evaluation = evaluate(models, _test_set(options), options.out, options.device)
    else:
        evaluation = load(options.out)
    write_reports(evaluation, options.out, options.title)
    if options.json:
        write_json(as_json(evaluation))
        return
    write_tables(tables(evaluation))
    write_text(f"Reports and results are in {options.out}.")


def evaluate(
    models: Sequence[tuple[str, Sequence[int]]], test_set: TestSet, folder: Path, device: str
) -> Evaluation:
    """The evaluation of models, each with its beams, beside what the folder holds of this test set; saved.

    models: as `load_named` takes them. Raises EngineError; UsageError where the folder holds another one.
    """
    done = _already(folder, test_set)
    _make(folder)
    for model, beams in models:
        translator = load_named(model, device)
        for beam in beams:
            system = system_of(translator, beam)
            if any(system == one for one, _ in done):
                continue
            require_unlike([system, *(one for one, _ in done)])
            with ProgressBar(system.name, len(test_set)) as progress:
                tell = partial(_tell, progress, system.name, len(test_set))
                done.append((system, measure_system(translator, beam, test_set, folder / _WORK, tell)))
    with ProgressBar("Comparing", RESAMPLES) as progress:
        evaluation = evaluation_of(test_set, done, progress.update)
    save(evaluation, folder)
    publishing.remove_folder(folder / _WORK)
    return evaluation


def write_tables(found: Sequence[Table]) -> None:
    """Tables for people, each with its title and its notes."""
    for table in found:
        write_text(table.title)
        write_table(table.header, table.rows)
        write_text("".join(f"{note}\n" for note in table.notes))


def as_json(evaluation: Evaluation) -> dict[str, Any]:
    """The evaluation without its sentences, for programs."""
    values: dict[str, Any] = to_plain(evaluation)
    values["test_set"] = {"name": evaluation.test_set.name, "sentences": len(evaluation.test_set)}
    for result in values["results"]:
        del result["pairs"], result["sentence_chrf"]
    return values


def _test_set(options: argparse.Namespace) -> TestSet:
    pairs = read_pairs(options.source, options.reference)
    gold = gold_links(options, pairs)
    language = options.target_language or target_language_of(options.models[0])
    linked_by = tuple(dict.fromkeys(options.links or ("attention",)))
    return replace(test_set_of(options.source.name, pairs, language, gold), linked_by=linked_by)


def _tell(progress: ProgressBar, what: str, total: int, done: int) -> None:
    """On a terminal a bar moves; a program that listens gets a line."""
    progress.update(done)
    if not sys.stderr.isatty():
        print(f"{what}: {done:,} of {total:,}", file=sys.stderr, flush=True)


def _already(folder: Path, test_set: TestSet) -> list[Done]:
    """The systems that the folder holds. Raises UsageError where they are of another test set."""
    if not (folder / FILE).is_file():
        return []
    before = load(folder)
    if before.test_set.fingerprint != test_set.fingerprint:
        raise UsageError(
            f"{folder} holds an evaluation on another test set, {before.test_set.name}; give another --out"
        )
    return [(result.system, result.pairs) for result in before.results]


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{folder} cannot be made: {error.strerror}") from error
