"""The n-best list: the chosen translation is seen whole and can be copied; keys are left to the player."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from explorer.itemmodels.hypotheses import TEXT
from explorer.views.hypothesis_list import FEWEST_ROWS, MOST_LINES, HypothesisList
from tests.explorer.made_traces import made_trace

LONG = "a translation of many words that has no room in one line of this list " * 4


@pytest.fixture
def place(qtbot) -> QWidget:
    """The list inside of something that hears the keys which it leaves."""
    place = QWidget()
    place.keys = []
    place.keyPressEvent = lambda event: place.keys.append(event.key())
    layout = QVBoxLayout(place)
    place.list = HypothesisList()
    layout.addWidget(place.list)
    layout.addStretch()
    qtbot.addWidget(place)
    place.resize(700, 500)
    place.show()
    return place


def fill(place: QWidget, text: str, count: int = 3, awaited: int = 0) -> HypothesisList:
    hypotheses = made_trace("a cat", slots=count, n_best=count).hypotheses
    place.list.set_hypotheses(tuple(replace(each, text=text) for each in hypotheses), awaited)
    QApplication.processEvents()
    return place.list


def test_the_chosen_one_is_shown_in_some_lines_and_the_others_in_one(place: QWidget) -> None:
    rows = fill(place, LONG)
    line = rows.verticalHeader().defaultSectionSize()
    spacing = rows.fontMetrics().lineSpacing()
    assert [rows.rowHeight(row) for row in range(3)] == [line + (MOST_LINES - 1) * spacing, line, line]
    rows.selectRow(1)
    assert [rows.rowHeight(row) for row in range(3)] == [line, line + (MOST_LINES - 1) * spacing, line]
    assert rows.height() >= rows.horizontalHeader().height() + sum(rows.rowHeight(row) for row in range(3))


def test_a_short_one_takes_one_line(place: QWidget) -> None:
    rows = fill(place, "un chat")
    assert {rows.rowHeight(row) for row in range(3)} == {rows.verticalHeader().defaultSectionSize()}


def test_nothing_moves_while_it_grows(place: QWidget) -> None:
    rows = fill(place, LONG, count=1, awaited=3)
    before = rows.height()
    assert rows.rowHeight(0) == rows.verticalHeader().defaultSectionSize()
    fill(place, "un chat", count=3)
    assert rows.height() == before


def test_a_short_window_shows_fewer_rows_and_every_one_can_be_reached(place: QWidget) -> None:
    rows = fill(place, LONG, count=5)
    rows.set_short(is_short=True)
    QApplication.processEvents()
    line = rows.verticalHeader().defaultSectionSize()
    assert rows.viewport().height() in range(FEWEST_ROWS * line - 2, FEWEST_ROWS * line + 5)
    rows.selectRow(4)
    assert rows.viewport().rect().contains(rows.visualRect(rows.model().index(4, TEXT)).center())


def test_the_chosen_translation_can_be_copied(place: QWidget, qtbot) -> None:
    rows = fill(place, "un chat & un chien")
    qtbot.keyClick(rows, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    rows.copy.trigger()
    assert QGuiApplication.clipboard().text() == "un chat & un chien"
    assert rows.copy in rows.actions()


def test_keys_of_the_player_are_left_to_it(place: QWidget, qtbot) -> None:
    rows = fill(place, "un chat")
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Space, Qt.Key.Key_Home, Qt.Key.Key_End):
        qtbot.keyClick(rows, key)
    assert len(place.keys) == 5
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    assert rows.currentIndex().row() == 1


def test_the_tooltip_breaks_its_lines_and_takes_the_text_as_it_is(place: QWidget) -> None:
    rows = fill(place, "a <b> & c")
    tooltip = rows.model().index(0, TEXT).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip == "<qt>a &lt;b&gt; &amp; c</qt>"
