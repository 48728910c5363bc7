"""Pharaoh and NAACL files: bad tokens with their place, bases by evidence, round trips."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import CorpusError
from engine.evaluation.alignment import GoldLinks, alignment_scores
from engine.evaluation.link_files import read_gold
from engine.text.pharaoh import parse_pharaoh, pharaoh_line
from engine.text.word_places import word_spans

FORWARD = "source-target"
BACKWARD = "target-source"


def sets(gold: list[GoldLinks]) -> list[tuple[set, set]]:
    return [(set(links.sure), set(links.possible)) for links in gold]


def test_sure_and_possible_forms() -> None:
    gold, _ = read_gold(["0-0 1p1 1?2"], "gold", [(2, 3)], None, FORWARD)
    assert sets(gold) == [({(0, 0)}, {(0, 0), (1, 1), (1, 2)})]


def test_empty_lines_have_no_links_and_duplicates_count_once() -> None:
    gold, _ = read_gold(["", "0-0 0-0", "   "], "gold", [(1, 1)] * 3, None, FORWARD)
    assert [len(links.sure) for links in gold] == [0, 1, 0]


@pytest.mark.parametrize(
    ("line", "token", "column"),
    [("0-0 1-", "1-", 5), ("a-b", "a-b", 1), ("0-0  1=2", "1=2", 6), ("-1-2", "-1-2", 1), ("²-1", "²-1", 1)],
)
def test_bad_tokens_are_named_with_line_and_column(line: str, token: str, column: int) -> None:
    with pytest.raises(CorpusError) as caught:
        parse_pharaoh(["0-0", line], "gold.txt")
    assert f"'{token}' at line 2, column {column}" in caught.value.what
    assert "gold.txt" in caught.value.what


def test_an_index_that_fits_no_base_is_named() -> None:
    with pytest.raises(CorpusError, match="Line 1 of gold links words 99 and 1"):
        read_gold(["0-0 99-1"], "gold", [(3, 3)], None, FORWARD)


def test_index_zero_means_counting_from_zero() -> None:
    gold, convention = read_gold(["0-0", "1-1"], "gold", [(2, 2)] * 2, None, FORWARD)
    assert sets(gold)[1][0] == {(1, 1)}
    assert convention.base == 0
    assert "index 0" in convention.evidence
    assert "line 1" in convention.evidence


def test_index_equal_to_the_length_means_counting_from_one() -> None:
    gold, convention = read_gold(["1-1 2-3"], "gold", [(2, 3)], None, FORWARD)
    assert sets(gold)[0][0] == {(0, 0), (1, 2)}
    assert convention.base == 1
    assert "equals the length" in convention.evidence


def test_without_evidence_the_base_has_to_be_told() -> None:
    with pytest.raises(CorpusError, match="from 0 or from 1"):
        read_gold(["1-1"], "gold", [(3, 3)], None, FORWARD)
    for base, link in ((0, (1, 1)), (1, (0, 0))):
        gold, convention = read_gold(["1-1"], "gold", [(3, 3)], base, FORWARD)
        assert sets(gold)[0][0] == {link}
        assert convention.evidence == "as told"


def test_a_told_base_is_still_checked() -> None:
    with pytest.raises(CorpusError, match="counting from 1"):
        read_gold(["0-0"], "gold", [(2, 2)], 1, FORWARD)


def test_an_order_that_does_not_fit_proposes_the_other() -> None:
    with pytest.raises(CorpusError) as caught:
        read_gold(["0-0 2-1"], "gold", [(2, 3)], None, FORWARD)
    assert "target-source" in caught.value.remedy
    gold, convention = read_gold(["0-0 2-1"], "gold", [(2, 3)], None, BACKWARD)
    assert sets(gold)[0][0] == {(0, 0), (1, 2)}
    assert convention.order == BACKWARD


def test_zero_and_length_together_belong_to_other_sentences() -> None:
    with pytest.raises(CorpusError, match="outside the sentences") as caught:
        read_gold(["0-0 2-2"], "gold", [(2, 2)], None, FORWARD)
    assert "belongs to these sentences" in caught.value.remedy


def test_another_number_of_lines_is_refused_with_both_numbers() -> None:
    with pytest.raises(CorpusError, match="2 lines for 3 sentence pairs"):
        read_gold(["0-0", "0-0"], "gold", [(1, 1)] * 3, None, FORWARD)


def test_naacl_counts_from_one_and_has_sure_and_possible() -> None:
    lines = ["0001 1 1 S", "0001 2 3 P", "", "0003 1 2", "3 0 1 S", "3 2 2 P 0.5"]
    gold, convention = read_gold(lines, "gold", [(2, 3), (1, 1), (2, 2)], None, FORWARD)
    assert sets(gold) == [({(0, 0)}, {(0, 0), (1, 2)}), (set(), set()), ({(0, 1)}, {(0, 1), (1, 1)})]
    assert (convention.format, convention.base) == ("naacl", 1)


@pytest.mark.parametrize(
    ("line", "word"), [("1 x 1 S", "Line 2"), ("0 1 1 S", "Line 2"), ("1 1 1 Q", "Line 2")]
)
def test_naacl_faults_name_their_line(line: str, word: str) -> None:
    with pytest.raises(CorpusError, match="Line 2"):
        read_gold(["1 1 1 S", line], "gold", [(1, 1)], None, FORWARD)


def test_naacl_of_other_sentences_is_refused() -> None:
    with pytest.raises(CorpusError, match="sentence pair 4"):
        read_gold(["1 1 1 S", "4 1 1 S"], "gold", [(1, 1)], None, FORWARD)
    with pytest.raises(CorpusError, match="target-source"):
        read_gold(["1 3 2 S"], "gold", [(2, 3)], None, FORWARD)


def test_lines_are_sorted_by_source_and_read_back_the_same() -> None:
    assert (
        pharaoh_line(frozenset({(10, 0), (2, 1), (2, 0)}), frozenset({(0, 5), (2, 0)})) == "0p5 2-0 2-1 10-0"
    )
    assert pharaoh_line(frozenset()) == ""
    random = np.random.default_rng(7)
    for _ in range(30):
        sure, possible = (
            frozenset(map(tuple, random.integers(0, 6, size=(5, 2)).tolist())) for _ in range(2)
        )
        gold, _ = read_gold([pharaoh_line(sure, possible)], "gold", [(6, 6)], 0, FORWARD)
        assert sets(gold) == [(set(sure), set(sure | possible))]


def test_a_published_gold_standard_is_read_whole() -> None:
    folder = Path(__file__).resolve().parents[4] / "shared" / "data" / "hansards_gold_en_fr"
    if not folder.is_dir():
        pytest.skip("the Canadian Hansards gold alignments are not beside the checkout")
    sides = [(folder / f"trial.en-fr.{code}").read_text("utf-8").split("\n")[:-1] for code in ("en", "fr")]
    lengths = [
        (len(word_spans(source)), len(word_spans(target))) for source, target in zip(*sides, strict=True)
    ]
    lines = (folder / "trial.en-fr.naacl").read_text("utf-8").split("\n")[:-1]
    gold, convention = read_gold(lines, "gold", lengths, None, FORWARD)
    assert (len(gold), convention.base) == (37, 1)
    fields = [line.split() for line in lines]
    assert sum(len(links.sure) for links in gold) == len({tuple(f[:3]) for f in fields if f[3] == "S"})
    assert sum(len(links.possible) for links in gold) == len({tuple(f[:3]) for f in fields})
    assert alignment_scores([links.sure for links in gold], gold).error_rate == 0.0
    with pytest.raises(CorpusError, match="target-source"):
        read_gold(lines, "gold", [(target, source) for source, target in lengths], None, FORWARD)
