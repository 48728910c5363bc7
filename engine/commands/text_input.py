"""Lines of text for the commands, from a file or standard input, by the corpora's one rule for lines."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.corpora.lines import read_records, split_lines
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

_BAD_TEXT = "Save it as UTF-8; nothing was done with it."


def read_lines(path: Path) -> list[str]:
    """Every line of a file, plain or compressed, blank ones too; notes on it go to standard error.

    Raises CorpusError where the file cannot be read, or a line of it is not text: a line that is left out
    would shift all others against their partners.
    """
    report = ImportReport()
    lines: list[str] = []
    for number, line in enumerate(read_records(path, report), start=1):
        if line is None:
            raise CorpusError(f"Line {number} of {path} is not valid UTF-8 text.", _BAD_TEXT)
        lines.append(line)
    for note in report.notes:
        print(f"note: {note}", file=sys.stderr)
    return lines


def standard_input_lines() -> list[str]:
    """Every line of standard input. Raises CorpusError where it is not UTF-8 text."""
    data = sys.stdin.buffer.read()
    try:
        return [line.lstrip("\ufeff") for line in split_lines(data.decode("utf-8"))]
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise CorpusError(f"Line {number} of standard input is not valid UTF-8 text.", _BAD_TEXT) from error


def typed_lines() -> Iterator[str]:
    """The lines that a person types, each as soon as it is ended."""
    for line in sys.stdin:
        yield from split_lines(line)


def argument_lines(texts: Sequence[str]) -> list[str]:
    """The lines in texts given as arguments: an empty text is one blank line.

    Raises CorpusError where an argument's bytes are not valid in the system's encoding.
    """
    for text in texts:
        if any("\ud800" <= character <= "\udfff" for character in text):  # bytes that Python could not decode
            raise CorpusError(
                "A text among the arguments is not valid UTF-8.", "Give it in a file, as UTF-8."
            )
    return [line for text in texts for line in split_lines(text) or [""]]
