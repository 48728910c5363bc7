"""The table of runs: what each cell says, and that its rows stay where they are while numbers change."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtGui import QGuiApplication

from engine.runs.condition import Seen
from engine.runs.notes import RunNotes
from engine.runs.records import RunStatus
from explorer.itemmodels.run_table import (
    AER,
    BEST,
    BLEU,
    HOST,
    LEFT,
    NAME,
    SIZE,
    SPEED,
    STATE,
    TAGS,
    UPDATE,
    RunTable,
)
from explorer.itemmodels.run_words import STATE_WORDS, duration, size_words
from explorer.plots.run_colours import run_colour
from explorer.services.run_glance import NO_CURVES
from explorer.services.run_snapshot import RunSnapshot


def snapshot(name, condition="running", **values):
    status = RunStatus("running", 1, "mark", "here", update=1200, max_updates=3000, preset="rnnsearch-minute")
    return RunSnapshot(Path("/runs") / name, Seen(condition, status, 0.0), None, NO_CURVES, **values)


@pytest.fixture
def table(qtmodeltester, qapp):
    model = RunTable()
    model.set_runs(
        [
            snapshot("a"),
            snapshot(
                "b",
                "lost",
                bleu=29.5,
                best_bleu=30.25,
                aer=12.34,
                speed=1234.4,
                seconds_left=90,
                size=3_400_000,
            ),
        ]
    )
    qtmodeltester.check(model)
    return model


def text(table, row, column):
    return table.data(table.index(row, column))


def test_each_cell_says_what_is_known(table):
    assert text(table, 0, NAME) == "a"
    assert text(table, 0, UPDATE) == "1,200 of 3,000"
    assert [text(table, 0, column) for column in (BLEU, SPEED, LEFT)] == ["–", "–", "–"]
    assert text(table, 1, STATE) == "Interrupted"
    assert [text(table, 1, column) for column in (BLEU, SPEED, LEFT)] == ["29.5", "1,234", "2 min"]
    assert [text(table, 1, column) for column in (BEST, HOST, SIZE)] == ["30.2", "here", "3.4 MB"]
    assert [text(table, row, AER) for row in (0, 1)] == ["–", "12.3"]
    assert "is gone" in table.data(table.index(1, STATE), Qt.ItemDataRole.ToolTipRole)


def test_new_numbers_move_no_row(table):
    kept = QPersistentModelIndex(table.index(1, NAME))
    table.set_runs([snapshot("a", speed=5.0), snapshot("b")])
    assert kept.isValid()
    assert text(table, 0, SPEED) == "5"
    assert table.row_of(Path("/runs/b")) == 1
    assert table.row_of(Path("/runs/c")) is None


def test_every_condition_has_a_word():
    import typing

    from engine.runs.condition import Condition

    named = set()
    for part in typing.get_args(Condition):
        named |= set(typing.get_args(part)) or {part}
    assert named == set(STATE_WORDS)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"), (59.4, "59 s"), (59.6, "1 min"), (3570, "1 h 0 min"), (12_000, "3 h 20 min"),
        (86_400, "1 d 0 h"), (190_800, "2 d 5 h"),
    ],
)  # fmt: skip
def test_a_span_of_time_in_words(seconds, words):
    assert duration(seconds) == words


def test_a_corpus_that_is_prepared_is_no_training_yet(table):
    status = RunStatus("running", 1, "mark", "here", max_updates=9, preparing="Reading", prepared=0.1)
    run = RunSnapshot(Path("/runs/a"), Seen("running", status, 0.0), None, NO_CURVES)
    table.set_runs([run])
    assert text(table, 0, STATE) == "Preparing"
    assert table.data(table.index(0, STATE), Qt.ItemDataRole.ToolTipRole).startswith(
        "Reading. The corpus is 10%"
    )


@pytest.mark.parametrize(
    ("size", "words"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (25_000_000, "25 MB"), (9_940_000_000, "9.9 GB")],
)
def test_a_size_in_words(size, words):
    assert size_words(size) == words


def test_a_written_name_and_tags_are_told_and_drawn_only_when_they_are_kept(table, qtbot):
    with qtbot.waitSignal(table.notes_changed) as told:
        assert table.setData(table.index(0, NAME), "  the best ")
    assert told.args == [Path("/runs/a"), RunNotes("the best")]
    with qtbot.waitSignal(table.notes_changed) as told:
        assert table.setData(table.index(1, TAGS), "wide, , slow,wide")
    assert told.args == [Path("/runs/b"), RunNotes("", ("wide", "slow"))]
    assert text(table, 0, NAME) == "a"
    assert not table.setData(table.index(0, NAME), "a")  # the folder's own name


def test_the_name_of_a_run_elsewhere_is_written_without_its_machine(table):
    table.set_runs([snapshot("far", machine="gpu1")])
    assert text(table, 0, NAME) == "far @ gpu1"
    assert table.index(0, NAME).data(Qt.ItemDataRole.EditRole) == "far"


def test_the_shown_name_stands_before_that_of_the_folder(table):
    table.set_runs([snapshot("a", notes=RunNotes("the best", ("wide", "slow")))])
    assert (text(table, 0, NAME), text(table, 0, TAGS)) == ("the best", "wide, slow")
    assert table.data(table.index(0, NAME), Qt.ItemDataRole.ToolTipRole) == "/runs/a"


def test_a_run_that_is_drawn_has_the_line_of_its_curves_before_its_name(table, qtbot):
    icon = Qt.ItemDataRole.DecorationRole
    with qtbot.waitSignal(table.dataChanged):
        table.set_colours({Path("/runs/b"): 1})
    middles = [
        table.data(table.index(row, NAME), icon).pixmap(16, 10).toImage().pixelColor(8, 5) for row in (0, 1)
    ]
    assert middles[0].alpha() == 0
    assert middles[1].name() == run_colour(1, QGuiApplication.palette()).name()
