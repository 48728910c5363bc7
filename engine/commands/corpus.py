"""corpus: what an import of corpus files keeps, and what it leaves out and why; and the built-in corpus."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from engine.commands.arguments import UsageError, add_grammar, add_json, grammar_settings
from engine.commands.output import write_json, write_text
from engine.commands.progress import bar_beside_output
from engine.config import GrammarConfig
from engine.corpora.grammar.corpus import generate
from engine.corpora.importers import look_through
from engine.errors import CorpusError
from engine.evaluation.link_files import pharaoh_line

SUMMARY = "import corpus files and report what was kept and dropped, or write the built-in corpus"
DETAILS = """\
A file whose first line holds a tab has source and target on each line; other files come in twos, source then
target (Moses); plain, .gz or .xz. The report counts the pairs kept, and those dropped by reason with lines.

'corpus grammar' writes the built-in corpus of English and French instead: PREFIX.en and PREFIX.fr, their
tokens parted by blanks, and PREFIX.links, the exact alignment of these tokens, one line of Pharaoh links a
pair, counted from 0 ("2p1": possible, not sure). The same settings give the same files everywhere.

examples:
  python main.py corpus pairs.tsv
  python main.py corpus europarl.en.gz europarl.fr.gz --json
  python main.py corpus grammar --size 1000 --seed 7 --longest 60 --out small
  python main.py corpus grammar --without adjective-order --without negation --out plain
"""
_GRAMMAR = "grammar"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="tab-separated, or source and target; or grammar",
    )
    parser.add_argument("--out", metavar="PREFIX", help="where to write the built-in corpus")
    add_grammar(parser, "")
    add_json(parser, "the report")


def run(options: argparse.Namespace) -> None:
    """Import and report, or write the built-in corpus; raises EngineError and UsageError."""
    settings = grammar_settings(options)
    if [str(path) for path in options.files] == [_GRAMMAR]:
        if options.out is None:
            raise UsageError("'corpus grammar' needs --out PREFIX")
        _write_grammar(GrammarConfig(**settings), options.out, options.json)
        return
    if settings or options.out is not None:
        raise UsageError("--out and the settings of sentences belong to 'corpus grammar'")
    report = look_through(options.files)
    if options.json:
        write_json({"files": [str(path) for path in options.files], **report.to_json()})
    else:
        write_text(str(report))


def _write_grammar(config: GrammarConfig, prefix: str, as_json: bool) -> None:
    paths = [Path(f"{prefix}.{ending}") for ending in ("en", "fr", "links")]
    try:
        with ExitStack() as stack:
            files = [stack.enter_context(path.open("w", encoding="utf-8", newline="\n")) for path in paths]
            bar = stack.enter_context(bar_beside_output("Writing", config.size))
            for done, made in enumerate(generate(config), start=1):
                sure, possible = made.links()
                lines = (
                    " ".join(made.source_tokens),
                    " ".join(made.target_tokens),
                    pharaoh_line(sure, possible),
                )
                for file, line in zip(files, lines, strict=True):
                    file.write(line + "\n")
                bar.update(done)
    except OSError as error:
        raise CorpusError(
            f"The corpus cannot be written to {prefix}: {error.strerror or error}.",
            "Choose a folder that exists, with room in it.",
        ) from error
    if as_json:
        write_json({"files": [str(path) for path in paths], "kept": config.size})
    else:
        write_text(f"{config.size:,} sentence pairs written to {', '.join(map(str, paths))}")
