"""The table of runs: what is chosen and how it is sorted outlives new numbers, new runs and a new start."""

from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtWidgets import QLineEdit

from engine.runs.notes import RunNotes
from explorer.itemmodels.run_table import AER, BEST, COLUMNS, HOST, NAME, TAGS, UPDATE
from explorer.views.run_list import RunList
from tests.explorer.made_runs import made_run

RUNS = [made_run(name, update=update) for name, update in (("c", 30), ("a", 20), ("b", 10))]


@pytest.fixture
def table(qtbot):
    made = RunList()
    qtbot.addWidget(made)
    made.resize(1200, 240)
    made.show()
    made.show_runs(RUNS)
    return made


def choose_rows(table, *rows):
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().clearSelection()
    for row in rows:
        table.selectionModel().setCurrentIndex(table.model().index(row, NAME), flags.Select | flags.Rows)


def chosen(table):
    return [run.path.name for run in table.chosen_runs()]


def test_the_newest_run_is_chosen_until_another_one_is(table):
    assert chosen(table) == ["c"]
    assert table.current_run() is RUNS[0]


def test_several_runs_stay_chosen_while_numbers_and_runs_come(table):
    choose_rows(table, 1, 2)
    assert (chosen(table), table.current_run().path.name) == (["a", "b"], "b")
    table.show_runs([made_run("d"), *RUNS])
    assert (chosen(table), table.current_run().path.name) == (["a", "b"], "b")
    table.sortByColumn(NAME, Qt.SortOrder.DescendingOrder)
    assert (chosen(table), table.current_run().path.name) == (["b", "a"], "b")
    table.show_runs([made_run("d"), RUNS[1]])  # b is gone
    assert chosen(table) == ["a"]


def test_ctrl_click_adds_a_run(table, qtbot):
    place = table.visualRect(table.model().index(2, NAME)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    assert chosen(table) == ["c", "b"]


def test_other_runs_are_told_once_per_choice(table, qtbot):
    with qtbot.waitSignal(table.choice_changed):
        choose_rows(table, 1)


def test_a_run_that_is_not_there_yet_is_chosen_when_it_comes(table):
    table.choose(Path("/runs/d"))
    table.show_runs([made_run("e"), made_run("d"), *RUNS])
    assert chosen(table) == ["d"]


def test_order_and_columns_come_back(table, qtbot):
    with qtbot.waitSignal(table.layout_changed):
        table.horizontalHeader().setSortIndicator(UPDATE, Qt.SortOrder.AscendingOrder)
    table.set_column_shown("host", is_shown=False)
    plain = table.layout_to_plain()
    assert plain == {"sorted_by": "update", "rises": True, "hidden": ["host"]}
    again = RunList()
    qtbot.addWidget(again)
    again.restore_layout(plain)
    again.show_runs(RUNS)
    assert [again.model().index(row, NAME).data() for row in range(3)] == ["b", "a", "c"]
    assert again.isColumnHidden(HOST)
    assert not again.isColumnHidden(BEST)


def test_a_third_click_on_a_column_brings_the_order_of_time_back(table, qtbot):
    header = table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(UPDATE) + 8, 8)
    orders = []
    for _ in range(3):
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        orders.append("".join(table.model().index(row, NAME).data() for row in range(3)))
    assert sorted(orders[:2]) == ["bac", "cab"]
    assert orders[2] == "cab"
    assert table.filter.order()[0] == ""


@pytest.mark.parametrize(
    "plain", [{}, {"sorted_by": "colour", "hidden": "all"}, {"hidden": ["name", 3, "x"]}]
)
def test_a_layout_that_makes_no_sense_hides_nothing(table, plain):
    table.restore_layout(plain)
    assert [name for column, name in enumerate(COLUMNS) if table.isColumnHidden(column)] in (
        ["tags", "aer"],
        [],
    )
    assert table.layout_to_plain()["sorted_by"] == ""


def test_tags_have_a_column_once_a_run_has_some(table):
    assert table.isColumnHidden(TAGS)
    table.show_runs([made_run("c", notes=RunNotes(tags=("wide",)))])
    assert not table.isColumnHidden(TAGS)


def test_the_alignment_error_rate_has_a_column_once_a_run_has_it(table):
    assert table.isColumnHidden(AER)
    table.show_runs([made_run("c", aer=20.0), *RUNS[1:]])
    assert not table.isColumnHidden(AER)
    table.set_column_shown("aer", is_shown=False)
    table.show_runs([made_run("c", aer=10.0), *RUNS[1:]])
    assert table.isColumnHidden(AER)


def test_it_is_as_high_as_its_rows_up_to_a_few(table):
    heights = []
    for count in (1, 2, 3, 20, 40):
        table.show_runs([made_run(str(number)) for number in range(count)])
        heights.append(table.usual_height())
    row = table.verticalHeader().defaultSectionSize()
    assert heights[1] - heights[0] == heights[2] - heights[1] == row
    assert heights[3] == heights[4] == round(heights[0] + 3.5 * row)


def test_what_a_person_writes_is_not_lost_to_new_numbers(table, qtbot):
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_F2)
    editor = table.findChild(QLineEdit)
    editor.selectAll()
    qtbot.keyClicks(editor, "my ru")
    table.show_runs([made_run("c", update=31), *RUNS[1:]])
    assert editor.text() == "my ru"
    qtbot.keyClicks(editor, "n")
    with qtbot.waitSignal(table.runs.notes_changed) as told:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert told.args == [Path("/runs/c"), RunNotes("my run")]
    assert table.current_run().seen.status.update == 31  # the new numbers come afterwards


def test_the_tags_of_a_run_can_be_written_though_their_column_was_hidden(table, qtbot):
    table.edit_cell(TAGS)
    editor = table.findChild(QLineEdit)
    qtbot.keyClicks(editor, "wide, old")
    with qtbot.waitSignal(table.runs.notes_changed) as told:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert told.args == [Path("/runs/c"), RunNotes("", ("wide", "old"))]


def test_the_menu_of_columns_hides_one(table):
    menu = table.column_menu()
    actions = {action.text(): action for action in menu.actions()}
    assert "Run" not in actions  # the name always stands there
    assert actions["Best"].isChecked()
    actions["Best"].trigger()
    assert table.isColumnHidden(BEST)
    menu.deleteLater()


def test_five_hundred_runs_are_drawn_quickly(table, qtbot):
    import time

    runs = [made_run(f"run-{number:03d}", update=number) for number in range(500)]
    table.sortByColumn(UPDATE, Qt.SortOrder.DescendingOrder)
    table.show_runs(runs)
    began = time.thread_time()
    table.show_runs([made_run(run.path.name, update=run.seen.status.update + 1) for run in runs])
    table.grab()
    assert time.thread_time() - began < 0.5  # it happens once a second
    assert table.indexAt(QPoint(4, 4)).data() == "run-499"


def test_a_run_that_is_chosen_is_brought_into_sight_once(table):
    runs = [made_run(f"run-{number:03d}") for number in range(100)]
    table.show_runs(runs)
    table.choose(Path("/runs/run-080"))
    row = table.currentIndex()
    assert table.viewport().rect().intersects(table.visualRect(row))
    table.scrollToTop()
    table.show_runs(runs)
    assert not table.viewport().rect().intersects(table.visualRect(row))
