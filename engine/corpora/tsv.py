"""Tab-separated corpora: source TAB target, one pair a line, taken as they stand (no quoting)."""

from collections.abc import Iterator
from pathlib import Path

from engine.corpora.bitext import SentencePair
from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport


def read_tsv(path: Path, report: ImportReport) -> Iterator[SentencePair]:
    """The pairs of columns 1 and 2; further columns are left out, which the report notes.

    A line that is not text, or has one column, is dropped and counted.
    """
    wider = 0
    for line, record in enumerate(read_records(path, report), start=1):
        if record is None:
            report.drop("not valid UTF-8 text", path.name, line)
            continue
        columns = record.split("\t", 2)
        if len(columns) == 1:
            report.drop("no tab between source and target", path.name, line)
            continue
        wider += len(columns) > 2
        yield SentencePair(columns[0], columns[1], line, path.name)
    if wider:
        report.note(f"{path.name}: columns after the second, found in {wider:,} of the lines, are not used.")
