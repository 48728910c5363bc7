"""Pharaoh lines: the links of a sentence pair as "0-0 2-1", possible ones that are not sure as "1p1"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.errors import CorpusError

Links = frozenset[tuple[int, int]]  # (source word, target word), 0-based
_PHARAOH = re.compile(r"([0-9]{1,9})([-p?])([0-9]{1,9})")


@dataclass(frozen=True)
class WrittenLink:
    """A link as it stands in a file; sentence and line count from 1, the indices as the file does."""

    sentence: int
    first: int
    second: int
    sure: bool
    line: int


def pharaoh_line(sure: Links, possible: Links = frozenset()) -> str:
    """Links as one line, by source word; possible links that are not sure are written with "p"."""
    marks = {**dict.fromkeys(possible, "p"), **dict.fromkeys(sure, "-")}
    return " ".join(f"{source}{marks[source, target]}{target}" for source, target in sorted(marks))


def parse_pharaoh(lines: Sequence[str], name: str, first_line: int = 1) -> list[WrittenLink]:
    """The links of a file, one sentence pair a line; an empty line has none.

    name, first_line: of the file and of the first line in it, for errors. Raises CorpusError with line and
    column where a token is no link.
    """
    links, bad = [], []
    for number, line in enumerate(lines, start=first_line):
        for token in re.finditer(r"\S+", line):
            match = _PHARAOH.fullmatch(token.group())
            if match is None:
                bad.append(f"'{token.group()}' at line {number}, column {token.start() + 1}")
                continue
            first, mark, second = match.groups()
            links.append(WrittenLink(number, int(first), int(second), mark == "-", number))
    if bad:
        more = f" and {len(bad) - 3} more" if len(bad) > 3 else ""
        raise CorpusError(
            f"{name} holds what is no link: {', '.join(bad[:3])}{more}.",
            'Write sure links as "0-1", possible ones as "0p1" or "0?1", separated by spaces.',
        )
    return links
