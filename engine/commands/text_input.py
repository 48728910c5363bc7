"""Lines of text for the commands, from a file or standard input, by the corpora's one rule for lines."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.corpora.lines import decode_record, read_records, split_lines
from engine.corpora.report import ImportReport
from engine.errors import CorpusError


def read_lines(path: Path) -> list[str]:
    """Every line of a file, plain or compressed, blank ones too; notes on it go to standard error.

    Raises CorpusError where the file cannot be read, or a line of it is not text: a line that is left out
    would shift all others against their partners.
    """
    report = ImportReport()
    lines: list[str] = []
    for number, line in enumerate(read_records(path, report), start=1):
        if line is None:
            raise _no_text(number, str(path))
        lines.append(line)
    for note in report.notes:
        print(f"note: {note}", file=sys.stderr)
    return lines


def standard_input_lines() -> list[str]:
    """Every line of standard input, by the same rule. Raises CorpusError where one is not text."""
    if sys.stdin is None:
        raise CorpusError("The standard input is closed.", "Give it something to read, or name a file.")
    return list(typed_lines())


def typed_lines() -> Iterator[str]:
    """The lines of standard input, each as soon as it is ended; raises as `standard_input_lines` does."""
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        line = decode_record(raw.removesuffix(b"\n").removesuffix(b"\r"))
        if line is None:
            raise _no_text(number, "standard input")
        yield line.lstrip("\ufeff")


def _no_text(number: int, name: str) -> CorpusError:
    return CorpusError(
        f"Line {number} of {name} is not valid UTF-8 text, or holds a NUL.",
        "Save it as UTF-8; nothing was done with it.",
    )


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
