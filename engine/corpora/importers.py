"""The door for corpora: files of any known format become one bitext and a report."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from engine.corpora.bitext import Bitext, SentencePair
from engine.corpora.cleaning import MAX_CHARACTERS, clean
from engine.corpora.lines import read_records
from engine.corpora.moses import read_moses
from engine.corpora.report import ImportReport
from engine.corpora.tsv import read_tsv
from engine.errors import CorpusError


def import_bitext(paths: Sequence[Path | str]) -> tuple[Bitext, ImportReport]:
    """All pairs of the files, in order, without those that have an empty or an overlong side.

    A file whose first line with text holds a tab is TSV. Other files come in twos: source, then target.
    Raises CorpusError where a file has no partner or cannot be read, and where no pair is left.
    """
    report = ImportReport()
    pairs = tuple(read_pairs(paths, report))
    return Bitext(pairs), report


def look_through(paths: Sequence[Path | str]) -> ImportReport:
    """The report alone, which takes no memory for the pairs; raises as `import_bitext` does."""
    report = ImportReport()
    for _ in read_pairs(paths, report):
        pass
    return report


def read_pairs(paths: Sequence[Path | str], report: ImportReport) -> Iterator[SentencePair]:
    """The same pairs as `import_bitext` gives, one by one; `report` is complete after the last one."""
    for pair in clean(_read_all([Path(path) for path in paths], report), report, MAX_CHARACTERS):
        report.kept += 1
        yield pair
    if not report.kept:
        reasons = "; ".join(report.lines()[1:]).rstrip(".") or "the files are empty"
        raise CorpusError(
            f"No sentence pair was found in {', '.join(map(str, paths)) or 'no file'}: {reasons}.",
            "Give a file with source, tab and target on each line, or a source and a target file.",
        )


def _read_all(paths: Sequence[Path], report: ImportReport) -> Iterator[SentencePair]:
    waiting: Path | None = None
    for path in paths:
        _refuse_stream(path)
        if _is_tsv(path):
            _refuse_single(waiting)
            yield from read_tsv(path, report)
        elif waiting is None:
            waiting = path
        else:
            yield from read_moses(waiting, path, report)
            waiting = None
    _refuse_single(waiting)


def _is_tsv(path: Path) -> bool:
    """Whether the first line that is text and not empty holds a tab."""
    with closing(read_records(path, ImportReport())) as records:
        first = next((record for record in records if record), "")
    return "\t" in first


def _refuse_stream(path: Path) -> None:
    if path.exists() and not path.is_file() and not path.is_dir():
        raise CorpusError(
            f"{path} is a pipe or a device; a corpus is read more than once.", "Write it into a file first."
        )


def _refuse_single(path: Path | None) -> None:
    if path is None:
        return
    if path.stat().st_size == 0:
        raise CorpusError(f"The file {path} is empty.", "Choose a file with sentences in it.")
    raise CorpusError(
        f"The first line of {path} has no tab, so the file is one side of a pair, but it has no partner.",
        "Give the source and the target file one after the other.",
    )
