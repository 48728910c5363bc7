"""The line of one sentence pair in a file of links: read by the whole file's evidence, written in its way."""

import pytest

from engine.errors import CorpusError
from engine.evaluation.alignment import GoldLinks
from engine.evaluation.link_files import read_gold
from engine.evaluation.link_lines import pairs_in, read_line, with_line

PHARAOH = ["0-0 1p2", "", "1-1 2?0"]
LINKS = GoldLinks(frozenset({(1, 1)}), frozenset({(2, 0)}))


def test_a_line_is_what_the_whole_file_says_of_it() -> None:
    sizes = [(2, 3), (1, 1), (3, 2)]
    whole, _ = read_gold(PHARAOH, "f", sizes, None, "source-target")
    for number, words in enumerate(sizes, start=1):
        links, convention = read_line(PHARAOH, "f", number, words)
        assert (links, convention.base) == (whole[number - 1], 0)
    assert read_line(PHARAOH, "f", 4, (5, 5))[0] == GoldLinks()
    assert pairs_in(PHARAOH, "f") == 3


def test_a_file_that_counts_from_1_is_known_by_its_line_or_has_to_be_told() -> None:
    lines = ["1-1 2-2", "1-2", ""]
    assert read_line(lines, "f", 1, (2, 2))[0].sure == {(0, 0), (1, 1)}  # index 2 of 2 words
    for number, words in ((2, (3, 3)), (3, (3, 3))):
        with pytest.raises(CorpusError, match="counts words from 0 or from 1"):
            read_line(lines, "f", number, words)
    assert read_line(lines, "f", 2, (3, 3), base=1)[0].sure == {(0, 1)}
    assert read_line(lines, "f", 3, (3, 3), base=1)[0] == GoldLinks()


def test_the_naacl_format_names_its_sentences() -> None:
    lines = ["1 1 1 S", "3 2 1 P", "3 1 2 S"]
    assert pairs_in(lines, "f") == 3
    links, convention = read_line(lines, "f", 3, (2, 2))
    assert (links, convention.format) == (GoldLinks(frozenset({(0, 1)}), frozenset({(1, 0)})), "naacl")
    assert read_line(lines, "f", 2, (2, 2))[0] == GoldLinks()


def test_links_outside_the_sentence_are_told_with_their_line() -> None:
    with pytest.raises(CorpusError, match="Line 3 of f links words 2 and 0"):
        read_line(PHARAOH, "f", 3, (2, 2))


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("number", [1, 3, 6])
def test_what_is_written_is_read_again_and_all_else_stays(base: int, number: int) -> None:
    lines = with_line(PHARAOH, number, LINKS, base)
    assert read_line(lines, "f", number, (3, 2), base)[0] == LINKS
    assert lines[number - 1] == ("1-1 2p0", "2-2 3p1")[base]
    before = [*PHARAOH, "", "", ""]
    assert [line for place, line in enumerate(lines, 1) if place != number] == [
        line for place, line in enumerate(before[: len(lines)], 1) if place != number
    ]
