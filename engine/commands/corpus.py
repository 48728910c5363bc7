"""corpus: what an import of corpus files keeps, and what it leaves out and why."""

import argparse
from pathlib import Path

from engine.commands.arguments import add_json
from engine.commands.output import write_json, write_text
from engine.corpora.importers import look_through

SUMMARY = "import corpus files and report what was kept and what was dropped"
DETAILS = """\
A file whose first line holds a tab has source and target on each line; other files come in twos, source then
target (Moses); plain, .gz or .xz. The report counts the pairs kept, and those dropped by reason with lines.

examples:
  python main.py corpus pairs.tsv
  python main.py corpus europarl.en.gz europarl.fr.gz --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="tab-separated, or source and target"
    )
    add_json(parser, "the report")


def run(options: argparse.Namespace) -> None:
    """Import and report; raises CorpusError where the files give no pair or do not fit."""
    report = look_through(options.files)
    if options.json:
        write_json({"files": [str(path) for path in options.files], **report.to_json()})
    else:
        write_text(str(report))
