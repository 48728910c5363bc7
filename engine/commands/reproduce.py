"""reproduce: an experiment of the papers, from training to a report beside their own figures."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from engine.commands.align import read_pairs
from engine.commands.arguments import UsageError, add_device, add_json, positive
from engine.commands.compare import as_json, evaluate, write_tables
from engine.commands.gold import add_gold, gold_links, test_set_of
from engine.commands.loading import target_language_of
from engine.commands.output import write_json, write_text
from engine.evaluation.report_files import write_reports
from engine.evaluation.report_rows import tables
from engine.evaluation.test_set import TestSet
from engine.reproduction.studies import BUILT_IN, LAPTOP, PAPER, STUDIES, TEST_SIZE, PlannedRun
from engine.reproduction.training_runs import train

SUMMARY = "repeat an experiment of the papers: train, measure, and set the papers' figures beside it"
DETAILS = f"""\
Trains what is missing, measures it on pairs that were kept out, and writes a report with the paper's own
table beside the one found here. Stopped at any moment, the same command goes on where it was.

Without --corpus the built-in grammar of English and French is the corpus, with exact alignments; a study
takes minutes. With --corpus the laptop presets train on it, for an evening; --scale paper takes the papers'
sizes.

studies: {", ".join(STUDIES)}

examples:
  python main.py reproduce reversal --out reversal
  python main.py reproduce table1 --corpus pairs.tsv --out table1
  python main.py reproduce figure2 --corpus pairs.tsv --test test.en test.fr --out figure2
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("study", choices=tuple(STUDIES), metavar="STUDY", help="see below")
    add("--out", type=Path, required=True, metavar="FOLDER", help="for runs, results and reports")
    add("--corpus", nargs="+", type=Path, metavar="FILE", help="tab-separated, or source and target")
    add("--scale", choices=(LAPTOP, PAPER), default=LAPTOP, help="default: laptop")
    add("--test", nargs=2, type=Path, metavar=("SOURCE", "REFERENCE"), help="in place of pairs kept out")
    add("--max-updates", type=positive, metavar="N", help="of each run, in place of the preset's")
    add_gold(parser)
    add_device(parser)
    add_json(parser, "all numbers, without the sentences,")


def run(options: argparse.Namespace) -> None:
    """Train, measure, report; raises EngineError and UsageError."""
    if options.gold is not None and options.test is None:
        raise UsageError("--gold needs the sentences that it links: give --test")
    if options.scale == PAPER and options.corpus is None:
        raise UsageError("--scale paper needs a corpus of that size: give --corpus")
    study = STUDIES[options.study]
    scale = BUILT_IN if options.corpus is None else options.scale
    runs = options.out / "runs"
    corpus = _corpus(options, study.corpus)
    for planned in study.runs[scale]:
        train(planned, corpus, runs / planned.name)
    test_set = _test_set(options, runs, study.runs[scale])
    models = [
        ("+".join(str(runs / name) for name in system.runs), system.beams) for system in study.systems[scale]
    ]
    evaluation = evaluate(models, test_set, options.out, options.device)
    write_reports(evaluation, options.out, study.title, [study.paper])
    if options.json:
        write_json(as_json(evaluation))
        return
    write_tables([study.paper, *tables(evaluation)])
    write_text(f"Runs, results and reports are in {options.out}.")


def _corpus(options: argparse.Namespace, built_in: Sequence[str]) -> list[str]:
    """The arguments of `train` that name the corpus and what all runs share."""
    shared = ["--max-updates", str(options.max_updates)] if options.max_updates else []
    shared += ["--device", options.device]
    if options.corpus is None:
        return ["--grammar", *built_in, "--test-size", str(TEST_SIZE), *shared]
    return ["--corpus", *(str(path.resolve()) for path in options.corpus), *shared]


def _test_set(options: argparse.Namespace, runs: Path, planned: Sequence[PlannedRun]) -> TestSet:
    if options.test is None:
        from engine.reproduction.kept_out import kept_out  # torch is loaded here and not before

        return kept_out(runs / planned[0].name)
    pairs = read_pairs(*options.test)
    gold = gold_links(options, pairs)
    language = target_language_of(str(runs / planned[0].name))
    return test_set_of(options.test[0].name, pairs, language, gold)
