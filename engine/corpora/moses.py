"""Moses corpora: two files, whose lines of the same number are a sentence pair."""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from engine.corpora.bitext import SentencePair
from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

_END = object()


def read_moses(source: Path, target: Path, report: ImportReport) -> Iterator[SentencePair]:
    """The pairs of the two files. A line that is not text is dropped with its partner and counted.

    Raises CorpusError, after the last common line, where the two have not the same number of lines.
    """
    sides = (read_records(source, report), read_records(target, report))
    line = 0
    for line, (left, right) in enumerate(zip_longest(*sides, fillvalue=_END), start=1):
        if left is _END or right is _END:
            more = 1 + sum(1 for side in sides for _ in side)
            counts = (line - 1, line - 1 + more) if left is _END else (line - 1 + more, line - 1)
            raise _unequal(source, target, counts)
        if left is None or right is None:
            report.drop("not valid UTF-8 text", (source if left is None else target).name, line)
        else:
            yield SentencePair(str(left), str(right), line, source.name)


def _unequal(source: Path, target: Path, counts: tuple[int, int]) -> CorpusError:
    return CorpusError(
        f"{source} has {counts[0]:,} lines but {target} has {counts[1]:,}, so their lines are no pairs.",
        "Use two files that were made together; nothing was taken from these.",
    )
