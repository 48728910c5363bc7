"""The list of target words: its rows, what it says of them all, and the selection in both directions."""

import pytest
from PySide6.QtCore import Qt

from explorer.itemmodels.target_words import CHOICE, RANK, STEP, WORD
from explorer.views.words import NARROW, NARROWEST, WordsView
from explorer.workspace import Selection
from tests.explorer.made_traces import made_forced_trace, made_trace


@pytest.fixture
def view(qtbot) -> WordsView:
    view = WordsView()
    qtbot.addWidget(view)
    return view


def test_all_words_are_listed_and_counted(view: WordsView) -> None:
    view.show_trace(made_forced_trace("the old cat", "THE YOUNG DOG"), Selection())
    assert view.model.rowCount() == 4
    assert "otherwise at 2 of 4" in view.sum.text()
    view.show_trace(made_forced_trace("the old cat", "THE OLD CAT"), Selection())
    assert view.sum.text().endswith("The model would have chosen every word.")
    view.show_trace(None, Selection())
    assert view.model.rowCount() == 0
    assert view._pages.currentIndex() == 0


def test_the_row_and_the_step_are_one(view: WordsView, qtbot) -> None:
    wished: list[Selection] = []
    view.selection_requested.connect(wished.append)
    view.show_trace(made_trace("the old cat", slots=2, n_best=2), Selection(step=1))
    assert view.table.currentIndex().row() == 1
    view.show_selection(Selection(step=2, position=0))
    assert view.table.currentIndex().row() == 2
    assert wished == []
    qtbot.keyClick(view.table, Qt.Key.Key_Down)
    assert wished == [Selection(step=3, position=0)]


def test_another_hypothesis_has_its_own_words(view: WordsView) -> None:
    trace = made_trace("the old cat", slots=2, n_best=2)
    view.show_trace(trace, Selection())
    first = view.model.words
    view.show_selection(Selection(hypothesis=1))
    assert view.model.words != first
    assert sum(word.log_prob for word in view.model.words) == pytest.approx(
        trace.hypotheses[1].score, abs=1e-4
    )


def test_in_little_room_the_words_come_first(view: WordsView, qtbot) -> None:
    view.show_trace(made_forced_trace("the old cat", "THE YOUNG DOG"), Selection())
    view.show()
    letter = view.fontMetrics().averageCharWidth()
    for characters, hidden in ((NARROW + 8, []), (NARROW - 8, [RANK]), (NARROWEST - 8, [STEP, RANK, CHOICE])):
        view.resize(characters * letter, 300)
        assert [column for column in range(5) if view.table.isColumnHidden(column)] == hidden
    word = view.table.columnWidth(WORD)
    assert word > view.fontMetrics().horizontalAdvance("YOUNG")
