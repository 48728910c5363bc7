"""The table of sentences read back from the files: every number as it was, every text at its place."""

import csv
import io

from engine.exports.sentence_table import HEAD, SentenceRow, csv_bytes, tsv_bytes, tsv_lines
from engine.sentence_report import SentenceReport
from engine.triage_rules import Rule

REPORT = SentenceReport(
    text='# dit-il, "oui"',
    score=-1 / 3,
    length_ratio=0.1 + 0.2,
    least_coverage=1e-9,
    repeated=2,
    unknown_source=1,
    rules=(Rule.REPEATED, Rule.UNKNOWN),
)
ROWS = [
    SentenceRow(3, True, '# he says,\t"yes"\u2028', REPORT),
    SentenceRow(1, False, "", SentenceReport(problem="The line is empty.")),
    SentenceRow(2, False, "later \ud83d", None),
]
ORIGIN = {"model": "a\nb", "beam_size": 5}


def table(text: str, **how) -> list[dict[str, str]]:
    lines = text.split("\n")
    assert lines[:2] == ['# model: "a\\nb"', "# beam_size: 5"]
    return list(csv.DictReader(io.StringIO("\n".join(lines[2:])), **how))


def test_csv_gives_back_texts_and_exact_numbers() -> None:
    first, second, third = table(csv_bytes(ROWS, ORIGIN).decode())
    assert tuple(first) == HEAD
    assert (first["line"], first["pinned"]) == ("3", "1")
    assert (first["source"], first["translation"]) == (ROWS[0].source, REPORT.text)
    for name in ("score", "length_ratio", "least_coverage"):
        assert float(first[name]) == getattr(REPORT, name)
    assert (first["most_coverage"], first["repeated"]) == ("", "2")
    assert first["hints"] == "repeated words; unknown word"
    assert (second["problem"], second["score"], second["repeated"]) == ("The line is empty.", "", "")
    assert (third["source"], third["translation"], third["unknown_source"]) == ("later ?", "", "")


def test_tsv_has_one_line_a_sentence_and_as_many_tabs_whatever_stands_in_the_texts() -> None:
    text = tsv_bytes(ROWS, ORIGIN).decode()
    first, second, _ = table(text, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert first["source"] == '# he says, "yes" '
    assert float(first["length_ratio"]) == REPORT.length_ratio
    assert second["problem"] == "The line is empty."
    assert {line.count("\t") for line in text.splitlines()[2:]} == {len(HEAD) - 1}
    assert tsv_lines(ROWS[1:2]) == "1\t0\t\t" + "\t" * 11 + "The line is empty.\n"
