"""The table of sentences as text: a row a sentence, every number in full precision, for CSV and TSV files."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.sentence_report import SentenceReport

_FIELDS = (
    "score",
    "length_ratio",
    "least_coverage",
    "most_coverage",
    "entropy_out",
    "entropy_in",
    "repeated",
    "unknown_source",
    "unknown_target",
)
HEAD = ("line", "pinned", "source", "translation", *_FIELDS, "hints", "problem")


@dataclass(frozen=True)
class SentenceRow:
    """A sentence of the table. line: counted from 1. report: None where it is not translated yet."""

    line: int
    is_pinned: bool
    source: str
    report: SentenceReport | None


def csv_bytes(rows: Sequence[SentenceRow], origin: Mapping[str, Any]) -> bytes:
    """UTF-8 text: where it comes from, a line `# name: JSON value` each; the head; a row a sentence.

    Only the first lines begin with #: every text is quoted, so no line of the table does.
    """
    out = io.StringIO()
    out.write(_origin(origin))
    table = csv.writer(out, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    table.writerow(HEAD)
    table.writerows(["" if value is None else value for value in _values(row)] for row in rows)
    return _utf8(out.getvalue())


def tsv_bytes(rows: Sequence[SentenceRow], origin: Mapping[str, Any]) -> bytes:
    """The same with tabs between the values and no quotes; see `tsv_lines`."""
    return _utf8(_origin(origin) + "\t".join(HEAD) + "\n" + tsv_lines(rows))


def tsv_lines(rows: Sequence[SentenceRow]) -> str:
    """A line a sentence, without head; a tab or a line's end within a text becomes a space."""
    return "".join("\t".join(map(_plain, _values(row))) + "\n" for row in rows)


def _values(row: SentenceRow) -> list[Any]:
    report = row.report or SentenceReport()
    has_numbers = bool(row.report) and not (report.problem and not report.text)
    numbers = [getattr(report, name) if has_numbers else None for name in _FIELDS]
    hints = "; ".join(rule.title for rule in report.rules)
    return [row.line, int(row.is_pinned), row.source, report.text, *numbers, hints, report.problem]


def _plain(value: Any) -> str:
    return "" if value is None else str(value).translate(_SPACES)


def _origin(origin: Mapping[str, Any]) -> str:
    return "".join(f"# {name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in origin.items())


def _utf8(text: str) -> bytes:
    """Half a surrogate pair, which no file can hold, becomes a question mark."""
    return text.encode("utf-8", "replace")


_SPACES = str.maketrans("\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " " * 11)
