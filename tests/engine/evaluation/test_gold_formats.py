"""AER of the three gold formats against a script of its own, which counts link by link by the formula."""

import random
import re
from pathlib import Path

import pytest

from engine.evaluation.alignment import alignment_scores
from engine.evaluation.link_files import ORDERS, read_gold
from engine.text.pharaoh import Links

ALIBI = Path(__file__).resolve().parents[4] / "shared" / "data" / "alibi_gold_fr_en"
FORWARD = ORDERS[0]
PHARAOH = ["1-1 2-2 3?2", "", "2-1 1p2 4-4"]
NAACL = ["1 1 1 S", "0001 2 2 S", "1 3 2 P", "3 2 1", "3 1 2 P", "3 4 4 S"]
ALIBI_LINES = ["0-0 1-1 2p1", "", "1-0 0p1 3-3"]
LENGTHS = [(3, 3), (2, 2), (4, 4)]
FOUND = [frozenset({(0, 0), (1, 2), (2, 1)}), frozenset({(0, 1)}), frozenset({(1, 0), (3, 3), (2, 2)})]


def error_rate(found: list[Links], sure: list[set], possible: list[set]) -> float:
    """Och & Ney 2003: 1 - (|A∩S| + |A∩P|) / (|A| + |S|), a link at a time; P holds S."""
    right = wanted = 0
    for links, certain, maybe in zip(found, sure, possible, strict=True):
        for link in links:
            right += (link in certain) + (link in certain or link in maybe)
        wanted += len(links) + len(certain)
    return 1 - right / wanted


def read_plainly(lines: list[str], base: int) -> tuple[list[set], list[set]]:
    """Sure and possible links of "i-j" and "ipj" lines, by nothing but their marks."""
    sides = []
    for mark in ("-", "[p?]"):
        found = [re.findall(rf"(\d+){mark}(\d+)", line) for line in lines]
        sides.append([{(int(a) - base, int(b) - base) for a, b in line} for line in found])
    return sides[0], sides[1]


def read_triples(lines: list[str], count: int) -> tuple[list[set], list[set]]:
    sure, possible = [set() for _ in range(count)], [set() for _ in range(count)]
    for number, source, target, *kind in (line.split() for line in lines):
        side = possible if kind == ["P"] else sure
        side[int(number) - 1].add((int(source) - 1, int(target) - 1))
    return sure, possible


@pytest.mark.parametrize(
    ("lines", "plain"),
    [
        (PHARAOH, read_plainly(PHARAOH, 1)),
        (NAACL, read_triples(NAACL, 3)),
        (ALIBI_LINES, read_plainly(ALIBI_LINES, 0)),
    ],
    ids=["pharaoh", "naacl", "alibi"],
)
def test_each_format_scores_as_the_script_does(lines, plain) -> None:
    gold, _ = read_gold(lines, "gold", LENGTHS, None, FORWARD)
    assert alignment_scores(FOUND, gold).error_rate == pytest.approx(error_rate(FOUND, *plain))
    # One and the same gold standard: |A| 7, |S| 4, A∩S 3, A∩P 4.
    assert alignment_scores(FOUND, gold).error_rate == pytest.approx(1 - (3 + 4) / (7 + 4))


def test_published_alibi_files_score_as_the_script_does() -> None:
    if not ALIBI.is_dir():
        pytest.skip("the ALIBI gold alignments are not beside the checkout")
    folder = ALIBI / "LaVision_TheVision"
    columns = [
        dict(line.split("\t") for line in (folder / name).read_text("utf-8").splitlines() if "\t" in line)
        for name in ("LaVision_sents.txt", "TheVision_sents.txt", "ali_w2w_LaVision_TheVision.txt")
    ]
    ids = [number for number in columns[2] if number in columns[0] and number in columns[1]]
    french, english, lines = ([column[number] for number in ids] for column in columns)
    lengths = [(len(a.split()), len(b.split())) for a, b in zip(french, english, strict=True)]
    source = random.Random(1)
    found = [frozenset((source.randrange(j), source.randrange(i)) for _ in range(j)) for j, i in lengths]
    gold, convention = read_gold(lines, "gold", lengths, None, FORWARD)
    assert (len(gold) > 20, convention.base) == (True, 0)
    wanted = error_rate(found, *read_plainly(lines, 0))
    assert 0 < wanted < 1
    assert alignment_scores(found, gold).error_rate == pytest.approx(wanted)
