"""The tables of words in resources/grammar: tab-separated, with a header, read strictly."""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from engine.errors import CorpusError

FOLDER = Path(__file__).resolve().parents[3] / "resources" / "grammar"
_REMEDY = "Take the folder resources/grammar again from the program as it was published."
Row = dict[str, str]


def read_table(folder: Path, name: str, columns: Sequence[str]) -> list[Row]:
    """The rows of NAME.tsv, each with the text of every column, in which a cell may be empty.

    Raises CorpusError where the file is missing, is no UTF-8, or has other columns.
    """
    path = folder / f"{name}.tsv"
    lines = _text(path).splitlines()
    if not lines or lines[0].split("\t") != list(columns):
        raise table_error(path, 1, f"the columns are not {', '.join(columns)}")
    return [_row(path, number, line, columns) for number, line in enumerate(lines[1:], start=2)]


def tables_fingerprint(folder: Path) -> str:
    """SHA-256, in hexadecimal, of the names and bytes of all tables."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.tsv")):
        content = _text(path).encode()
        digest.update(f"{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def table_error(path: Path, line: int, what: str) -> CorpusError:
    """The error of a table that is not as it has to be."""
    return CorpusError(f"Line {line} of the grammar's table {path.name}: {what}.", _REMEDY)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror or error if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CorpusError(f"The grammar's table {path} cannot be read: {why}.", _REMEDY) from error


def _row(path: Path, number: int, line: str, columns: Sequence[str]) -> Row:
    cells = line.split("\t")
    if len(cells) != len(columns):
        raise table_error(path, number, f"it has {len(cells)} columns instead of {len(columns)}")
    return dict(zip(columns, cells, strict=True))
