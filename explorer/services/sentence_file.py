"""Reads the sentences of a text file, one a line, as far as a table takes them."""

from itertools import islice
from pathlib import Path

from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport
from explorer.sentence_list import MOST_SENTENCES

NO_TEXT = "\N{REPLACEMENT CHARACTER}"


def read_sentences(path: Path) -> list[str]:
    """The first lines, blank ones too: one more than a list holds where there are more.

    A line that is no text keeps its place as one character. Raises CorpusError where the file cannot be read.
    """
    records = islice(read_records(path, ImportReport()), MOST_SENTENCES + 1)
    return [NO_TEXT if line is None else line for line in records]
