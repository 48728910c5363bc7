"""The table of sentences as a Qt model: its cells, its order against Python's own, what follows its row."""

import random
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from engine.sentence_report import SentenceReport
from engine.triage_rules import Rule
from explorer.itemmodels.sentence_columns import (
    COLUMNS,
    FIRST_MEASURE,
    HINTS,
    LINE,
    MEASURES,
    PIN,
    SOURCE,
    TRANSLATION,
)
from explorer.itemmodels.sentence_table import SentenceTable
from explorer.model_info import ModelInfo
from explorer.sentence_list import SentenceList

UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
SCORE, LEAST, UNKNOWN = FIRST_MEASURE, FIRST_MEASURE + 2, HINTS - 1
MODEL = ModelInfo("made", "rnnsearch", "/made")
EMPTY = SentenceReport(problem="The line is empty.")


def made_report(number: int, draw: random.Random) -> SentenceReport:
    if number % 7 == 3:
        return EMPTY
    rules = tuple(rule for rule in Rule if draw.random() < 0.1)
    return SentenceReport(f"t{number % 5} {number}", -draw.random(), 1.0, draw.random(), rules=rules)


@pytest.fixture
def filled() -> SentenceList:
    """50 sentences; the last 10 have no report yet."""
    draw, sentences = random.Random(3), SentenceList()
    sentences.set_texts([f"s{number % 4} {number}" for number in range(50)])
    sentences.begin(MODEL, 5)
    sentences.take([made_report(number, draw) for number in range(40)], "f")
    return sentences


@pytest.fixture
def table(filled: SentenceList) -> SentenceTable:
    model = SentenceTable(filled)
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return model


def cell(table: SentenceTable, row: int, column: int, role=Qt.ItemDataRole.DisplayRole):
    return table.data(table.index(row, column), role)


def test_the_cells_of_a_row() -> None:
    sentences = SentenceList()
    sentences.set_texts(["a b", "", "c"])
    report = SentenceReport(
        "x", -0.12345, 0.5, 0.25, 1.5, 1.0, 2.0, 3, 1, 1, (Rule.SHORT, Rule.UNKNOWN), problem=""
    )
    sentences.begin(MODEL, 5)
    sentences.take([report, EMPTY], "f")
    table = SentenceTable(sentences)
    shown = [cell(table, 0, column) for column in range(COLUMNS)]
    assert shown == [
        *("", "1", "a b", "x", "−0.123", "0.500", "0.250", "1.500", "1.000", "2.000", "3", "2"),
        "Short translation, Unknown word",
    ]
    tip = cell(table, 0, UNKNOWN, Qt.ItemDataRole.ToolTipRole)
    assert tip == "1 in the source, 1 in the translation"
    lines = cell(table, 0, HINTS, Qt.ItemDataRole.ToolTipRole).splitlines()
    assert lines[0].startswith("Heuristic")
    assert lines[1].startswith("Short translation: Fewer than 0.5 target words")
    assert len(lines) == 3
    assert cell(table, 1, TRANSLATION) == "The line is empty."
    assert {cell(table, 1, column) for column in range(FIRST_MEASURE, HINTS)} == {"–"}
    assert cell(table, 1, SCORE, Qt.ItemDataRole.ToolTipRole) == "The line is empty."
    assert {cell(table, 2, column) for column in range(TRANSLATION, COLUMNS)} == {""}
    assert "heuristic" in table.headerData(HINTS, Qt.Orientation.Horizontal)
    assert "no proof" in table.headerData(HINTS, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)


def test_a_number_that_a_model_cannot_have_is_a_dash_with_its_reason() -> None:
    sentences = SentenceList()
    sentences.set_texts(["a b"])
    sentences.begin(MODEL, 5)
    sentences.take([SentenceReport("x", -0.5, 1.0)], "f")
    table = SentenceTable(sentences)
    for column, measure in enumerate(MEASURES, start=FIRST_MEASURE):
        assert (cell(table, 0, column) == "–") == measure.needs_attention
        tip = cell(table, 0, column, Qt.ItemDataRole.ToolTipRole)
        assert ("no attention" in tip) == measure.needs_attention


@pytest.mark.parametrize("order", [UP, DOWN])
@pytest.mark.parametrize("column", [SCORE, LEAST, UNKNOWN, TRANSLATION, SOURCE, LINE, HINTS])
def test_rows_are_sorted_as_python_would_and_those_without_a_number_stand_last(
    table: SentenceTable, filled: SentenceList, column: int, order: Qt.SortOrder
) -> None:
    keys: dict[int, Callable[[SentenceReport], object]] = {
        SCORE: lambda report: report.score,
        LEAST: lambda report: report.least_coverage,
        UNKNOWN: lambda report: None if report is EMPTY else 0,
        TRANSLATION: lambda report: report.text or None,
        HINTS: lambda report: len(report.rules) + bool(report.problem),
    }
    table.sort(column, order)
    reports = dict(enumerate(filled.reports))
    if column in keys:
        key = {number: keys[column](report) for number, report in reports.items()}
    else:
        key = {number: text if column == SOURCE else number for number, text in enumerate(filled.texts)}
    known = sorted(
        (number for number in range(50) if key.get(number) is not None),
        key=lambda number: key[number],
        reverse=order == DOWN,
    )
    assert list(table.shown()) == known + [number for number in range(50) if key.get(number) is None]


def test_pinned_rows_stay_at_the_top_whatever_is_sorted_and_filtered(
    table: SentenceTable, filled: SentenceList
) -> None:
    filled.pin([45, 3, 20], is_pinned=True)
    table.sort(SCORE, DOWN)
    table.set_filter("S2", only_hints=True)
    assert set(table.shown()[:3]) == {45, 3, 20}
    assert [cell(table, row, PIN) for row in range(4)] == ["★"] * 3 + [""]
    rest = table.shown()[3:]
    wanted = [n for n, report in enumerate(filled.reports) if n % 4 == 2 and (report.rules or report.problem)]
    assert sorted(rest) == [number for number in wanted if number not in (3, 20)]
    filled.pin([45, 3, 20], is_pinned=False)
    assert sorted(table.shown()) == wanted


def test_the_filter_finds_source_and_translation(table: SentenceTable) -> None:
    table.set_filter(" T4 ", only_hints=False)
    assert all(cell(table, row, TRANSLATION).startswith("t4") for row in range(table.rowCount()))
    assert table.rowCount() == sum(1 for n in range(40) if n % 5 == 4 and n % 7 != 3)
    table.set_filter("s1 ", only_hints=False)
    assert table.rowCount() == 13
    table.set_filter("nowhere", only_hints=False)
    assert table.rowCount() == 0
    table.set_filter("", only_hints=False)
    assert table.rowCount() == 50


def test_an_index_follows_its_sentence_and_ends_with_its_row(table: SentenceTable) -> None:
    kept = [QPersistentModelIndex(table.index(row, SOURCE)) for row in range(50)]
    table.sort(SCORE, DOWN)
    assert [index.data() for index in kept] == [f"s{number % 4} {number}" for number in range(50)]
    table.set_filter("s1 ", only_hints=False)
    assert [index.isValid() for index in kept] == [number % 4 == 1 for number in range(50)]


def test_rows_fill_where_they_stand_and_move_a_little_later(
    table: SentenceTable, filled: SentenceList, qtbot
) -> None:
    table.sort(SCORE, DOWN)
    before = table.shown()
    filled.take([SentenceReport("best", 0.0)], "f")
    assert table.shown() == before
    assert cell(table, before.index(40), TRANSLATION) == "best"
    qtbot.waitUntil(lambda: table.shown()[0] == 40, timeout=5000)


def test_no_row_moves_while_it_is_kept_still(table: SentenceTable, filled: SentenceList, qtbot) -> None:
    table.sort(SCORE, DOWN)
    table.keep_still(is_still=True)
    filled.take([SentenceReport("best", 0.0)], "f")
    qtbot.wait(600)
    assert table.shown()[0] != 40
    table.keep_still(is_still=False)
    qtbot.waitUntil(lambda: table.shown()[0] == 40, timeout=5000)


def test_the_view_is_told_of_the_rows_that_are_filled(table: SentenceTable, filled: SentenceList) -> None:
    told: list[tuple[int, int, int, int]] = []
    table.dataChanged.connect(lambda a, b: told.append((a.row(), b.row(), a.column(), b.column())))
    filled.take([EMPTY, EMPTY], "f")
    assert told == [(40, 41, TRANSLATION, HINTS)]
    told.clear()
    filled.pin([3], is_pinned=True)
    told.clear()
    filled.take([EMPTY], "f")
    assert told == [(0, 49, TRANSLATION, HINTS)]


def test_other_sentences_take_the_place_of_all_rows(table: SentenceTable, filled: SentenceList) -> None:
    filled.set_texts(["one"])
    assert (table.rowCount(), cell(table, 0, SOURCE)) == (1, "one")
    filled.set_texts([])
    assert table.rowCount() == 0


def test_a_text_of_any_length_fits_a_cell(qtbot) -> None:
    sentences = SentenceList()
    sentences.set_texts(["word " * 200_000])
    assert len(cell(SentenceTable(sentences), 0, SOURCE)) == 300
