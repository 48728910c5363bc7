"""The table of runs: what each cell says, and that its rows stay where they are while numbers change."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from engine.runs.condition import Seen
from engine.runs.records import RunStatus
from explorer.itemmodels.run_table import BLEU, LEFT, NAME, SPEED, STATE, UPDATE, RunTable
from explorer.itemmodels.run_words import STATE_WORDS, duration
from explorer.services.run_snapshot import RunSnapshot
from tests.explorer.made_curves import made_curves


def snapshot(name, condition="running", bleu=(), **values):
    status = RunStatus("running", 1, "mark", "here", update=1200, max_updates=3000, preset="rnnsearch-minute")
    curves = made_curves(validation={"update": list(range(len(bleu))), "bleu": list(bleu)})
    return RunSnapshot(Path("/runs") / name, Seen(condition, status, 0.0), None, curves, **values)


@pytest.fixture
def table(qtmodeltester, qapp):
    model = RunTable()
    model.set_runs(
        [snapshot("a"), snapshot("b", "lost", bleu=[12.0, 30.25, 29.5], speed=1234.4, seconds_left=90)]
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
    assert table.data(table.index(1, BLEU), Qt.ItemDataRole.ToolTipRole) == "best 30.2"
    assert "is gone" in table.data(table.index(1, STATE), Qt.ItemDataRole.ToolTipRole)


def test_new_numbers_move_no_row(table):
    kept = QPersistentModelIndex(table.index(1, NAME))
    table.set_runs([snapshot("a", speed=5.0), snapshot("b")])
    assert kept.isValid()
    assert text(table, 0, SPEED) == "5"
    assert table.row_of(Path("/runs/b")) == 1
    assert table.row_of(Path("/runs/c")) is None


def test_a_nan_bleu_is_no_best_one():
    run = snapshot("a", bleu=[20.0, np.nan])
    assert run.best_bleu == 20.0
    assert np.isnan(run.bleu)


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
    run = RunSnapshot(Path("/runs/a"), Seen("running", status, 0.0), None, snapshot("a").curves)
    table.set_runs([run])
    assert text(table, 0, STATE) == "Preparing"
    assert table.data(table.index(0, STATE), Qt.ItemDataRole.ToolTipRole).startswith(
        "Reading. The corpus is 10%"
    )
