"""One sentence pair's links in a file of many: read from its line, and written into it again."""

from collections.abc import Sequence
from dataclasses import replace

from engine.evaluation.alignment import GoldLinks
from engine.evaluation.link_files import (
    ORDERS,
    Convention,
    is_naacl,
    parse_naacl,
    read_gold,
    undecided_base,
)
from engine.text.pharaoh import parse_pharaoh, pharaoh_line


def pairs_in(lines: Sequence[str], name: str) -> int:
    """For how many sentence pairs a file has links. Raises CorpusError where it holds what is no link."""
    if not is_naacl(lines):
        return len(lines)
    return max((link.sentence for link in parse_naacl(lines, name)), default=0)


def read_line(
    lines: Sequence[str], name: str, number: int, words: tuple[int, int], base: int | None = None
) -> tuple[GoldLinks, Convention]:
    """The links of sentence pair `number`, counted from 1, and how the file was read.

    words: how many source and target words the pair has. base: 0, 1, or None to go by the evidence, which a
    0 anywhere in the file is. A pair behind the last one has no links. Raises CorpusError as `read_gold`.
    """
    nothing: list[tuple[int, int]] = [(0, 0)] * (number - 1)
    if is_naacl(lines):
        own = {link.line for link in parse_naacl(lines, name) if link.sentence == number}
        kept = [line if place in own else "" for place, line in enumerate(lines, start=1)]
        if not own:
            return GoldLinks(), Convention("naacl", 1, ORDERS[0], "the NAACL format counts from 1")
        found, convention = read_gold(kept, name, [*nothing, words], base, ORDERS[0])
        return found[-1], convention
    known = _base(lines, name, base)
    line = lines[number - 1] if number <= len(lines) else ""
    if known is None and not line.strip():
        raise undecided_base(name)
    kept = [*([""] * (number - 1)), line]
    found, convention = read_gold(kept, name, [*nothing, words], known, ORDERS[0])
    told = convention.evidence if base is not None or known is None else "the file counts from 0"
    return found[-1], replace(convention, evidence=told)


def with_line(lines: Sequence[str], number: int, links: GoldLinks, base: int = 0) -> list[str]:
    """The Pharaoh lines with these links, 0-based as all links here, for pair `number`, counted from 1.

    base: the number that the file gives the first word. Lines that are lacking before it stay empty.
    """
    sure, possible = (
        frozenset((source + base, target + base) for source, target in each)
        for each in (links.sure, links.possible)
    )
    filled = [*lines, *([""] * (number - len(lines)))]
    filled[number - 1] = pharaoh_line(sure, possible)
    return filled


def _base(lines: Sequence[str], name: str, told: int | None) -> int | None:
    """The number of the first word, if it was told, or a 0 shows it, or there is no link to count."""
    links = parse_pharaoh(lines, name)
    if told is not None:
        return told
    return 0 if not links or any(0 in (link.first, link.second) for link in links) else None
