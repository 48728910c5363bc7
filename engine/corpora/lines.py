"""The one line splitter: a record ends at LF or CRLF and nowhere else."""

import codecs
import re
from collections.abc import Generator, Iterator
from pathlib import Path

from engine.corpora.compression import read_chunks
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

MAX_LINE_BYTES = 1 << 22
_INNER_SEPARATORS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF32 = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)


def split_lines(text: str) -> list[str]:
    """The records of a text: "a\\n" and "a" hold one, "" holds none, "\\n" holds one that is blank."""
    records = [record.removesuffix("\r") for record in text.split("\n")]
    return records[:-1] if text.endswith("\n") or not text else records


def read_records(path: Path, report: ImportReport) -> Generator[str | None, None, None]:
    """The lines of a UTF-8 or UTF-16 file, plain or compressed, one by one; None for one that is not text.

    Such a line keeps its place, so that line numbers and partner files stay in step.
    Marks of byte order (U+FEFF) are taken off line starts. Separators inside lines stay there; the report
    counts them. Raises CorpusError where the file is missing, cut off, damaged or has no line breaks.
    """
    inner = marks = 0
    for raw in _raw_lines(path, report):
        line = decode_record(raw)
        if line is not None:
            inner += bool(_INNER_SEPARATORS.search(line))
            if line.startswith("\ufeff"):
                marks += 1
                line = line.lstrip("\ufeff")
        yield line
    if inner:
        report.note(
            f"{path.name}: separators such as U+2028, which end no line, stand in {inner:,} of the lines."
        )
    if marks:
        report.note(f"{path.name}: a byte-order mark was taken off the start of {marks:,} of the lines.")


def decode_record(raw: bytes) -> str | None:
    """The text of one record; None where it is none: not valid UTF-8, or with a NUL in it."""
    if b"\0" in raw:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _raw_lines(path: Path, report: ImportReport) -> Iterator[bytes]:
    rest = b""
    for chunk in _utf8_chunks(path, report):
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.removesuffix(b"\r")
        if len(rest) > MAX_LINE_BYTES:
            raise CorpusError(
                f"A line of {path} is longer than {MAX_LINE_BYTES >> 20} MiB.",
                "A corpus has one sentence a line; check that this is the right file.",
            )
    if rest:
        yield rest.removesuffix(b"\r")


def _utf8_chunks(path: Path, report: ImportReport) -> Iterator[bytes]:
    chunks = read_chunks(path, report)
    first = b""
    while len(first) < len(_UTF32[0]) and (chunk := next(chunks, b"")):
        first += chunk
    if first.startswith(_UTF32):
        raise CorpusError(f"The file {path} is UTF-32 text.", "Save it as UTF-8.")
    if not first.startswith(_UTF16):
        yield first
        yield from chunks
        return
    report.note(f"{path.name}: the file is UTF-16 and was read as such.")
    decoder = codecs.getincrementaldecoder("utf-16")()
    try:
        yield decoder.decode(first).encode()
        for chunk in chunks:
            yield decoder.decode(chunk).encode()
        yield decoder.decode(b"", True).encode()
    except UnicodeError as error:
        raise CorpusError(
            f"The file {path} begins as UTF-16 but is not valid.", "Save it as UTF-8."
        ) from error
