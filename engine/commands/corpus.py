"""corpus: what an import of corpus files keeps, and what it leaves out and why; and the built-in corpus."""

import argparse
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from pathlib import Path

from engine.commands.arguments import UsageError, add_grammar, add_json, grammar_settings
from engine.commands.output import write_json, write_text
from engine.commands.progress import bar_beside_output
from engine.config import GrammarConfig
from engine.corpora.grammar.corpus import generate
from engine.corpora.importers import look_through, read_pairs
from engine.corpora.report import ImportReport
from engine.errors import CorpusError
from engine.text.pharaoh import pharaoh_line
from engine.text.segmentation import WordSegmenter

SUMMARY = "import corpus files and report what was kept and dropped, or write a corpus in words"
DETAILS = """\
A file whose first line holds a tab has source and target on each line; other files come in twos, source then
target (Moses); plain, .gz or .xz. The report counts the pairs kept, and those dropped by reason with lines.

With --out PREFIX the pairs kept are written too, in words parted by blanks, PREFIX.en and PREFIX.fr, a pair a
line: what an aligner such as eflomal or fast_align reads. Its links, in Pharaoh's format, then guide the
attention of a training ('train --links FILE --guidance 0.2').

'corpus grammar' writes the built-in corpus of English and French instead: PREFIX.en and PREFIX.fr, their
tokens parted by blanks, and PREFIX.links, the exact alignment of these tokens, one line of Pharaoh links a
pair, counted from 0 ("2p1": possible, not sure). The same settings give the same files everywhere.

examples:
  python main.py corpus pairs.tsv
  python main.py corpus europarl.en.gz europarl.fr.gz --json
  python main.py corpus pairs.tsv --out words
  eflomal-align --source words.en --target words.fr --forward-links pairs.links --overwrite
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
    parser.add_argument("--out", metavar="PREFIX", help="where to write the pairs, in words parted by blanks")
    for side, language in (("source", "en"), ("target", "fr")):
        parser.add_argument(f"--{side}-language", default=language, metavar="X", help=f"such as {language}")
    add_grammar(parser, "")
    add_json(parser, "the report")


def run(options: argparse.Namespace) -> None:
    """Import and report, or write a corpus in words; raises EngineError and UsageError."""
    settings = grammar_settings(options)
    if [str(path) for path in options.files] == [_GRAMMAR]:
        if options.out is None:
            raise UsageError("'corpus grammar' needs --out PREFIX")
        _write_grammar(GrammarConfig(**settings), options.out, options.json)
        return
    if settings:
        raise UsageError("the settings of sentences belong to 'corpus grammar'")
    report, written = ImportReport(), []
    if options.out is None:
        report = look_through(options.files)
    else:
        written = _write_words(options, report)
    if options.json:
        files = {"files": [str(path) for path in options.files], "written": [str(path) for path in written]}
        write_json({**files, **report.to_json()})
    else:
        write_text("\n".join([str(report), *([f"Written to {_list(written)}."] if written else [])]))


def _write_words(options: argparse.Namespace, report: ImportReport) -> list[Path]:
    """Write the pairs of the files in words; the paths."""
    languages = options.source_language, options.target_language
    if languages[0] == languages[1]:
        raise UsageError("--source-language and --target-language are the same, and name the files")
    source, target = (WordSegmenter(language) for language in languages)
    rows = (
        (" ".join(source.segment(pair.source).tokens), " ".join(target.segment(pair.target).tokens))
        for pair in read_pairs(options.files, report)
    )
    return _write(options.out, languages, rows, 0)


def _write_grammar(config: GrammarConfig, prefix: str, as_json: bool) -> None:
    made = ((pair.source_tokens, pair.target_tokens, pair.links()) for pair in generate(config))
    rows = ((" ".join(source), " ".join(target), pharaoh_line(*links)) for source, target, links in made)
    paths = _write(prefix, ("en", "fr", "links"), rows, config.size)
    if as_json:
        write_json({"files": [str(path) for path in paths], "kept": config.size})
    else:
        write_text(f"{config.size:,} sentence pairs written to {_list(paths)}")


def _write(prefix: str, endings: Sequence[str], rows: Iterable[Sequence[str]], total: int) -> list[Path]:
    """Write a line of each row into each file; total: how many rows there are, 0 where nobody knows."""
    paths = [Path(f"{prefix}.{ending}") for ending in endings]
    try:
        with ExitStack() as stack:
            files = [stack.enter_context(path.open("w", encoding="utf-8", newline="\n")) for path in paths]
            bar = stack.enter_context(bar_beside_output("Writing", total))
            for done, row in enumerate(rows, start=1):
                for file, line in zip(files, row, strict=True):
                    file.write(line + "\n")
                bar.update(done)
    except OSError as error:
        raise CorpusError(
            f"The corpus cannot be written to {prefix}: {error.strerror or error}.",
            "Choose a folder that exists, with room in it.",
        ) from error
    return paths


def _list(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))
