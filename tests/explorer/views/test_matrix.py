"""The matrix view: the right hypothesis, the right row, and no picture of attention that is not there."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from engine.trace import DecodingTrace, Hypothesis
from explorer.views.matrix import MatrixView
from explorer.workspace import Selection

SOURCE = ("the", "zone", "</s>")
# step x slot x position: slot 0 of step 1 comes from slot 1 of step 0
WEIGHTS = np.array(
    [
        [[0.8, 0.1, 0.1], [0.3, 0.6, 0.1]],
        [[0.0, 0.2, 0.8], [0.1, 0.1, 0.8]],
    ],
    dtype=np.float32,
)


def hypothesis(slot, first):
    return Hypothesis(1, slot, (first, "</s>"), (5, 0), first, -1.0, -0.5, True)


@pytest.fixture
def trace():
    floats = np.zeros((2, 2), dtype=np.float32)
    return DecodingTrace(
        source_text="the zone",
        source_tokens=SOURCE,
        source_ids=np.array([2, 3, 0]),
        source_spans=((0, 3), (4, 8), (8, 8)),
        reading_order=np.arange(3),
        token_ids=np.array([[5, 6], [0, 0]]),
        parents=np.array([[0, 0], [1, 0]]),
        log_probs=floats,
        scores=floats,
        hypotheses=(hypothesis(0, "zone"), hypothesis(1, "la")),
        weights=WEIGHTS,
    )


@pytest.fixture
def view(qtbot):
    widget = MatrixView()
    qtbot.addWidget(widget)
    widget.resize(700, 600)
    widget.show()
    return widget


def greys(view):
    """The grey level at the centre of each cell, as the screen shows it."""
    image, geometry = view.matrix.grab().toImage(), view.matrix.matrix_geometry()
    centres = [
        [geometry.cell_rect(row, column).center().toPoint() for column in range(geometry.columns)]
        for row in range(geometry.rows)
    ]
    return np.array([[image.pixelColor(centre).red() for centre in row] for row in centres])


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
    assert view.matrix.read_out().startswith("\u2068⟨end⟩\u2069")


@pytest.fixture
def pieces(trace):
    """Pieces of words: "▁Eu ropean ▁zone" against "▁euro péenne"; end of sentence stands alone."""
    weights = np.array(
        [[[0.4, 0.3, 0.2, 0.1]], [[0.2, 0.1, 0.6, 0.1]], [[0.0, 0.1, 0.1, 0.8]]], dtype=np.float32
    )
    tokens, ids = ("▁euro", "péenne", "</s>"), (5, 6, 0)
    return replace(
        trace,
        source_text="European zone",
        source_tokens=("▁Eu", "ropean", "▁zone", "</s>"),
        source_ids=np.array([2, 3, 4, 0]),
        source_spans=((0, 2), (2, 8), (9, 13), (13, 13)),
        reading_order=np.arange(4),
        token_ids=np.array([[5], [6], [0]]),
        parents=np.zeros((3, 1), np.int64),
        log_probs=np.zeros((3, 1), np.float32),
        scores=np.zeros((3, 1), np.float32),
        hypotheses=(Hypothesis(2, 0, tokens, ids, "européenne", -1.0, -0.5, True),),
        weights=weights,
    )


def test_whole_words_sum_over_the_source_and_average_over_the_target(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    assert np.array(greys(view)).shape == (3, 4)
    view.bar.words.trigger()
    expected = np.array([[(0.7 + 0.3) / 2, (0.2 + 0.6) / 2, 0.1], [0.1, 0.1, 0.8]])
    assert np.abs(np.array(greys(view)) / 255 - expected).max() <= 1 / 255
    assert [label.text for label in view.matrix.shown_column_labels()] == ["European", "zone", "⟨end⟩"]


def test_a_step_is_marked_in_its_word_and_a_click_selects_the_words_first(view, pieces, qtbot) -> None:
    view.bar.words.trigger()
    view.show_trace(pieces, Selection(step=1, position=2))
    geometry = view.matrix.matrix_geometry()
    with qtbot.waitSignal(view.selection_requested) as caught:
        qtbot.mouseClick(
            view.matrix, Qt.MouseButton.LeftButton, pos=geometry.cell_rect(1, 0).center().toPoint()
        )
    assert caught.args[0] == Selection(step=2, position=2)
    with qtbot.waitSignal(view.selection_requested) as caught:
        qtbot.mouseClick(
            view.matrix, Qt.MouseButton.LeftButton, pos=geometry.cell_rect(0, 0).center().toPoint()
        )
    assert caught.args[0].step == 0


def test_the_read_out_tells_how_many_pieces_are_in_a_weight(view, pieces, qtbot) -> None:
    view.bar.words.trigger()
    view.show_trace(pieces, Selection())
    qtbot.mouseMove(view.matrix, view.matrix.matrix_geometry().cell_rect(0, 0).center().toPoint())
    assert "sum of 2 source pieces" in view.matrix.read_out()
    assert "mean of 2 target pieces" in view.matrix.read_out()


def test_a_hidden_end_of_sentence_tells_its_weight(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    assert view.bar.note.text() == ""
    view.bar.end.trigger()
    assert np.array(greys(view)).shape == (2, 3)  # the row and the column of end of sentence are gone
    assert "0.100" in view.bar.note.text()  # the mean of 0.1 and 0.1; its own row is hidden too


def test_numbers_are_copied_as_a_table_of_every_token(view, pieces) -> None:
    view.bar.words.trigger()  # the numbers are of the tokens nevertheless
    view.show_trace(pieces, Selection())
    view.bar.copy_numbers.trigger()
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0][1:] == ["▁Eu", "ropean", "▁zone", "</s>"]
    assert [row[0] for row in rows[1:]] == ["▁euro", "péenne", "</s>"]
    assert np.array_equal(np.array([row[1:] for row in rows[1:]], np.float32), pieces.weights[:, 0])


def test_the_picture_is_copied_as_it_is_on_screen(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    view.bar.copy_picture.trigger()
    assert QGuiApplication.clipboard().image().size() == view.matrix.grab().toImage().size()
