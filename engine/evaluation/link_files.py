"""Alignment links in files: Pharaoh lines ("0-0 2-1", possible ones "1p1") and the NAACL 2003 format.

Files count words from 0 or from 1, source or target first, and seldom say which. The base is taken from
evidence or has to be told; it is never guessed in silence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.errors import CorpusError
from engine.evaluation.alignment import GoldLinks
from engine.text.pharaoh import WrittenLink, parse_pharaoh

ORDERS = ("source-target", "target-source")
_NAACL = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s+([0-9]{1,9})(?:\s+([SP]))?(?:\s+[0-9.]+)?\s*")


@dataclass(frozen=True)
class Convention:
    """How a file counts: its format, its base (0 or 1), which side comes first, and how that is known."""

    format: str
    base: int
    order: str
    evidence: str


def parse_naacl(lines: Sequence[str], name: str) -> list[WrittenLink]:
    """The links of a file of the NAACL 2003 shared task: SENTENCE FIRST SECOND [S|P] [confidence].

    All three count from 1; a position 0 stands for no word and is no link. Raises CorpusError with the line.
    """
    links = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        match = _NAACL.fullmatch(line)
        if match is None or int(match.group(1)) == 0:
            raise CorpusError(
                f"Line {number} of {name} is no link: '{line[:60]}'.",
                "Write it as SENTENCE SOURCE TARGET S (or P), counting from 1.",
            )
        sentence, first, second = (int(value) for value in match.groups()[:3])
        if first and second:
            links.append(WrittenLink(sentence, first, second, match.group(4) != "P", number))
    return links


def is_naacl(lines: Sequence[str]) -> bool:
    """Whether a file is of the NAACL 2003 format, else it is read as Pharaoh's."""
    return any(map(_NAACL.fullmatch, lines))


def undecided_base(name: str) -> CorpusError:
    """What is said where a file may count from 0 or from 1."""
    return CorpusError(
        f"Nothing in {name} tells whether it counts words from 0 or from 1.",
        "Say which it is: both readings fit the sentences.",
    )


def read_gold(
    lines: Sequence[str], name: str, lengths: Sequence[tuple[int, int]], base: int | None, order: str
) -> tuple[list[GoldLinks], Convention]:
    """The gold links of sentence pairs, and how the file was read.

    lengths: (source words, target words) of each pair. base: 0, 1, or None to go by the evidence.
    Raises CorpusError where the file and the sentence pairs do not fit, or no evidence tells the base.
    """
    if is_naacl(lines):
        links = parse_naacl(lines, name)
        convention = Convention("naacl", 1, order, "the NAACL format counts from 1")
        _require_in_range(links, name, lengths, convention)
    else:
        links = parse_pharaoh(lines, name)
        _require_as_many(lines, name, lengths)
        convention = _pharaoh_convention(links, name, lengths, base, order)
    return _gold(links, len(lengths), convention), convention


def _gold(links: Sequence[WrittenLink], pairs: int, convention: Convention) -> list[GoldLinks]:
    sure: list[set[tuple[int, int]]] = [set() for _ in range(pairs)]
    possible: list[set[tuple[int, int]]] = [set() for _ in range(pairs)]
    for link in links:
        pair = _ordered(link.first - convention.base, link.second - convention.base, convention.order)
        (sure if link.sure else possible)[link.sentence - 1].add(pair)
    return [GoldLinks(frozenset(s), frozenset(p)) for s, p in zip(sure, possible, strict=True)]


def _ordered(first: int, second: int, order: str) -> tuple[int, int]:
    return (first, second) if order == ORDERS[0] else (second, first)


def _require_as_many(lines: Sequence[str], name: str, lengths: Sequence[tuple[int, int]]) -> None:
    if len(lines) != len(lengths):
        raise CorpusError(
            f"{name} has {len(lines)} lines for {len(lengths)} sentence pairs.",
            "Give one line of links for each sentence pair, an empty one where there is no link.",
        )


def _misfits(
    links: Sequence[WrittenLink], lengths: Sequence[tuple[int, int]], base: int, order: str
) -> Iterator[WrittenLink]:
    """The links that lie outside their sentences if the file counts from `base` in this order."""
    for link in links:
        if link.sentence > len(lengths):
            yield link
            continue
        pair = _ordered(link.first - base, link.second - base, order)
        if not all(
            0 <= index < length for index, length in zip(pair, lengths[link.sentence - 1], strict=True)
        ):
            yield link


def _require_in_range(
    links: Sequence[WrittenLink], name: str, lengths: Sequence[tuple[int, int]], convention: Convention
) -> None:
    bad = next(_misfits(links, lengths, convention.base, convention.order), None)
    if bad is None:
        return
    other = ORDERS[1 - ORDERS.index(convention.order)]
    swapped = next(_misfits(links, lengths, convention.base, other), None) is None
    raise CorpusError(
        f"Line {bad.line} of {name} links words {bad.first} and {bad.second} of sentence pair "
        f"{bad.sentence}, outside the sentences as {convention.order}, counting from {convention.base}.",
        f"All links fit as {other}: say so if the file is written that way."
        if swapped
        else "Check that the file belongs to these sentences and these words.",
    )


def _pharaoh_convention(
    links: Sequence[WrittenLink], name: str, lengths: Sequence[tuple[int, int]], base: int | None, order: str
) -> Convention:
    """How the file counts, by what was told or else by the first index that only one base allows."""
    zero = next((link for link in links if 0 in (link.first, link.second)), None)
    beyond = next(_misfits(links, lengths, 0, order), None)
    if base is not None:
        convention = Convention("pharaoh", base, order, "as told")
    elif zero is not None:
        convention = Convention("pharaoh", 0, order, f"index 0 occurs in line {zero.line}")
    elif beyond is not None:
        convention = Convention("pharaoh", 1, order, f"an index equals the length in line {beyond.line}")
    elif not links:
        convention = Convention("pharaoh", 0, order, "the file has no link")
    else:
        raise undecided_base(name)
    _require_in_range(links, name, lengths, convention)
    return convention
