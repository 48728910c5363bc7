"""The n-best list: the chosen translation is seen whole and can be copied; keys are left to the player."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from explorer.itemmodels.hypotheses import RANK, SCORE, TEXT
from explorer.views.hypothesis_list import MOST_LINES, NARROW, NARROWEST, HypothesisList
from tests.explorer.made_traces import made_trace

LONG = "a translation of many words that has no room in one line of this list " * 8


@pytest.fixture
def place(qtbot) -> QWidget:
    """The list inside of something that hears the keys which it leaves."""
    place = QWidget()
    place.keys = []
    place.keyPressEvent = lambda event: place.keys.append(event.key())
    layout = QVBoxLayout(place)
    place.list = HypothesisList()
    layout.addWidget(place.list)
    qtbot.addWidget(place)
    place.resize(700, 500)
    place.show()
    return place


def fill(place: QWidget, text: str, count: int = 3) -> HypothesisList:
    hypotheses = made_trace("a cat", slots=count, n_best=count).hypotheses
    place.list.set_hypotheses(tuple(replace(each, text=text) for each in hypotheses), is_live=False)
    QApplication.processEvents()
    return place.list


def test_the_chosen_one_is_seen_whole_and_the_others_in_a_few_lines(place: QWidget) -> None:
    rows = fill(place, LONG)
    line = rows.verticalHeader().defaultSectionSize()
    few = line + (MOST_LINES - 1) * rows.fontMetrics().lineSpacing()
    width = rows.columnWidth(TEXT)
    words, lines, left = LONG.split(), 1, 0.0
    for word in words:  # a line is begun where a word no longer fits
        length = rows.fontMetrics().horizontalAdvance(word + " ")
        if left + length > width:
            lines, left = lines + 1, 0.0
        left += length
    assert lines > MOST_LINES
    assert rows.rowHeight(0) >= lines * rows.fontMetrics().lineSpacing()
    assert [rows.rowHeight(row) for row in (1, 2)] == [few, few]
    rows.selectRow(1)
    assert rows.rowHeight(0) == few < rows.rowHeight(1)


def test_a_short_one_takes_one_line(place: QWidget) -> None:
    rows = fill(place, "un chat")
    assert {rows.rowHeight(row) for row in range(3)} == {rows.verticalHeader().defaultSectionSize()}


def test_a_narrow_list_keeps_the_score_that_it_is_ranked_by(place: QWidget) -> None:
    rows = fill(place, "un chat")
    assert not rows.isColumnHidden(SCORE)
    letter = rows.fontMetrics().averageCharWidth()
    for characters, hidden in ((NARROW + 8, []), (NARROW - 8, [SCORE]), (NARROWEST - 8, [RANK, SCORE])):
        place.resize(characters * letter, 500)
        QApplication.processEvents()
        assert [column for column in range(4) if rows.isColumnHidden(column)] == hidden


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
