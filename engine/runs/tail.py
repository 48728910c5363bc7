"""The end of a run's metrics: its last records and validations, without reading what lies before them."""

from pathlib import Path
from typing import BinaryIO

from engine.regular_files import open_regular
from engine.runs.records import Record, ValidationRecord, from_line

NEAR, FAR = 1 << 16, 1 << 20  # bytes at the end: some hundred records; some thousand, if none validates
VALIDATIONS = 5
_VALIDATION = f'"{ValidationRecord.kind}"'.encode()  # in a line that may hold one


def last_records(metrics: Path, count: int) -> list[Record]:
    """The last records of a run, so many, and its last validations, in the order of the file.

    Validations are looked for in the last mebibyte. Lines that are no record are left out; a file that is
    missing or cannot be read has none.
    """
    try:
        with open_regular(metrics) as stream:
            whole = _whole_lines(stream, NEAR)
            if not any(_VALIDATION in line for line in whole):
                whole = _whole_lines(stream, FAR)
    except OSError:
        return []
    validations = [line for line in whole[:-count] if _VALIDATION in line]
    records = (_record(line) for line in [*validations[-VALIDATIONS:], *whole[-count:]])
    return [record for record in records if record is not None]


def _whole_lines(stream: BinaryIO, most: int) -> list[bytes]:
    """The lines in the last so many bytes, but those that are cut."""
    size = stream.seek(0, 2)
    stream.seek(max(0, size - most))
    return stream.read(most).split(b"\n")[1 if size > most else 0 : -1]


def _record(line: bytes) -> Record | None:
    try:
        return from_line(line)
    except ValueError:
        return None
