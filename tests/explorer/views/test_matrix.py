"""The matrix view: the right hypothesis, the right row, and no picture of attention that is not there."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from engine.constraints import Constraints, to_plain
from engine.trace import DecodingTrace
from explorer.views.matrix import MatrixView
from explorer.workspace import Selection
from tests.explorer.views.made_matrix import WEIGHTS, cell_at, greys, path_trace, piece_trace


@pytest.fixture
def trace() -> DecodingTrace:
    return path_trace()


@pytest.fixture
def pieces() -> DecodingTrace:
    return piece_trace()


@pytest.fixture
def view(qtbot):
    widget = MatrixView()
    qtbot.addWidget(widget)
    widget.resize(700, 600)
    widget.show()
    return widget


@pytest.mark.parametrize(("rank", "slots"), [(0, [1, 0]), (1, [0, 1])])
def test_each_hypothesis_has_the_weights_of_its_own_path(view, trace, rank, slots):
    view.show_trace(trace, Selection(hypothesis=0))
    view.show_selection(Selection(hypothesis=rank))
    expected = 255 * np.stack([WEIGHTS[0, slots[0]], WEIGHTS[1, slots[1]]])
    assert np.abs(greys(view) - expected).max() <= 1


def test_a_click_on_a_row_asks_for_its_step(view, trace, qtbot):
    view.show_trace(trace, Selection(position=2))
    cell = view.matrix.matrix_geometry().cell_rect(1, 0).center().toPoint()
    with qtbot.waitSignal(view.selection_requested) as heard:
        qtbot.mouseClick(view.matrix, Qt.MouseButton.LeftButton, pos=cell)
    assert heard.args == [Selection(step=1, position=2)]


def test_without_attention_there_are_words_and_no_matrix(view, trace):
    view.show_trace(trace, Selection())
    view.show_trace(replace(trace, weights=None), Selection())
    page = view.layout().currentWidget()
    assert "This model has no attention" in page.text()
    assert not view.matrix.isVisible()
    assert view.matrix.matrix_geometry().rows == 0


def test_an_empty_view_says_what_will_be_there(view, trace):
    view.show_trace(trace, Selection())
    view.show_trace(None, Selection())
    assert "The alignment will stand here" in view.layout().currentWidget().text()
    assert not view.matrix.isVisible()


def test_a_selection_moves_no_cell(view, trace):
    view.show_trace(trace, Selection())
    before = view.matrix.matrix_geometry()
    view.show_selection(Selection(step=1))
    assert view.matrix.matrix_geometry() == before
    assert view.matrix.read_out().startswith("0.800   \u2068⟨end⟩\u2069")


def test_pointing_at_a_cell_selects_its_step_and_its_position(view, trace, qtbot) -> None:
    view.show_trace(trace, Selection(hypothesis=1))
    heard = []
    view.selection_requested.connect(heard.append)
    view.selection_requested.connect(view.show_selection)
    for row, column in ((1, 2), (1, 2), (0, 1)):
        qtbot.mouseMove(view.matrix, cell_at(view, row, column))
    assert heard == [Selection(1, 2, 1), Selection(0, 1, 1)]
    qtbot.mouseMove(view.matrix, QPoint(view.width() - 2, 2))  # away from everything: what was said stays
    assert len(heard) == 2
    assert view.matrix.read_out() == "0.100   \u2068la\u2069 \u2190 \u2068zone\u2069   rank 2 of 3"


def test_pointing_at_a_label_selects_only_what_it_names(view, trace, qtbot) -> None:
    view.show_trace(trace, Selection(step=0, position=0))
    heard = []
    view.selection_requested.connect(heard.append)
    viewport = view.matrix.matrix_geometry().viewport
    qtbot.mouseMove(view.matrix, QPoint(int(viewport.left()) - 20, cell_at(view, 1, 0).y()))
    qtbot.mouseMove(view.matrix, QPoint(cell_at(view, 0, 2).x(), int(viewport.top()) - 20))
    assert heard == [Selection(step=1, position=0), Selection(step=0, position=2)]


def test_in_words_the_selection_stays_one_of_tokens(view, pieces, qtbot) -> None:
    view.show_trace(pieces, Selection(step=1, position=1))
    heard = []
    view.selection_requested.connect(heard.append)
    qtbot.mouseMove(view.matrix, cell_at(view, 0, 0))  # the word that holds what is selected
    assert heard == []
    qtbot.mouseMove(view.matrix, cell_at(view, 1, 1))  # end of sentence, and "zone", the third token
    assert heard == [Selection(step=2, position=2)]
    qtbot.mouseMove(view.matrix, cell_at(view, 0, 2))
    assert heard[1] == Selection(step=1, position=3)


def test_uniform_attention_says_why_a_word_of_several_pieces_is_brighter(view, pieces):
    uniform = replace(pieces, constraints=to_plain(Constraints(attention="uniform")))
    view.show_trace(uniform, Selection())
    assert (
        view.note.text() == "Every piece has the same weight; a word of several pieces has the sum of theirs."
    )
    view.whole_words = False
    view.show_trace(uniform, Selection())
    assert view.note.isHidden()
    view.whole_words = True
    view.show_trace(pieces, Selection())
    assert view.note.isHidden()
