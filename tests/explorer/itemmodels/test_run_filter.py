"""The filter and the order of the table of runs, against lists made by hand."""

import pytest
from PySide6.QtCore import Qt

from engine.runs.notes import RunNotes
from explorer.itemmodels.run_filter import RunFilter
from explorer.itemmodels.run_table import BEST, COLUMNS, NAME, RUN_ROLE, SIZE, STATE, UPDATE, RunTable
from tests.explorer.made_runs import made_run

RUNS = (
    made_run("b", "running", 120, best_bleu=9.5, size=3_000_000),
    made_run("a", "stopped", 20, best_bleu=30.0, size=200, notes=RunNotes("Zebra", ("wide",))),
    made_run("c", "failed", 3, notes=RunNotes(tags=("wide", "old"))),
    made_run("d", "finished", 500, best_bleu=30.5, size=20_000, notes=RunNotes(archived=True)),
    made_run("e", "paused", 1000, best_bleu=float("nan")),
)


@pytest.fixture
def shown(qtmodeltester, qapp):
    model = RunFilter()
    table = RunTable()
    model.setSourceModel(table)
    table.set_runs(RUNS)
    qtmodeltester.check(model)
    yield model
    model.setSourceModel(None)


def names(model):
    return "".join(model.index(row, NAME).data(RUN_ROLE).path.name for row in range(model.rowCount()))


def test_archived_runs_are_hidden_unless_asked_for(shown):
    assert names(shown) == "bace"
    shown.set_with_archived(True)
    assert names(shown) == "bacde"


@pytest.mark.parametrize(("words", "archived"), [("", 1), ("d", 1), ("wide", 0), ("nowhere", 0)])
def test_how_many_would_be_shown_but_for_the_archive(shown, words, archived):
    shown.set_words(words)
    assert shown.archived_that_fit() == archived
    shown.set_with_archived(True)
    assert shown.archived_that_fit() == 0


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("wide", "ac"), ("WIDE old", "c"), ("zebra", "a"), ("training", "b"), ("minute here", "bace"),
        ("wide nowhere", ""), ("", "bace"),
    ],
)  # fmt: skip
def test_all_words_have_to_stand_somewhere(shown, words, left):
    shown.set_words(words)
    assert names(shown) == left


@pytest.mark.parametrize(
    ("states", "left"), [("all", "bace"), ("live", "be"), ("ended", "a"), ("troubled", "c")]
)
def test_only_runs_in_some_states_are_shown(shown, states, left):
    shown.set_states(states)
    assert names(shown) == left


@pytest.mark.parametrize(
    ("column", "rising"),
    [(NAME, "bcea"), (UPDATE, "cabe"), (BEST, "ceba"), (SIZE, "ceab"), (STATE, "ceab")],
)
def test_numbers_are_sorted_as_numbers_and_what_is_not_known_comes_first(shown, column, rising):
    """Failed, Paused, Stopped, Training."""
    shown.sort(column, Qt.SortOrder.AscendingOrder)
    if column in (BEST, SIZE):  # two of them are not known, in no order
        assert set(names(shown)[:2]) == {"c", "e"}
        assert names(shown)[2:] == rising[2:]
    else:
        assert names(shown) == rising
    assert shown.order() == (COLUMNS[column], True)


def test_without_a_column_the_order_is_that_of_the_watcher(shown):
    shown.sort(UPDATE)
    shown.sort(-1)
    assert names(shown) == "bace"
    assert shown.order()[0] == ""


def test_a_run_that_changes_goes_where_it_belongs(shown):
    shown.set_states("live")
    shown.sort(UPDATE, Qt.SortOrder.AscendingOrder)
    shown.sourceModel().set_runs([made_run("b", "running", 2000), RUNS[1], RUNS[2], RUNS[3], RUNS[4]])
    assert names(shown) == "eb"
    shown.sourceModel().set_runs([made_run("b", "finished", 2000), RUNS[1], RUNS[2], RUNS[3], RUNS[4]])
    assert names(shown) == "e"
