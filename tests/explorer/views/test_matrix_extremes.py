"""The matrix of the shortest, the longest and the strangest sentences."""

import itertools

import numpy as np
import pytest

from explorer.views.matrix import MatrixView
from explorer.workspace import Selection
from tests.explorer.made_traces import made_trace
from tests.explorer.views.made_matrix import cell_at, greys


@pytest.fixture
def view(qtbot):
    widget = MatrixView()
    qtbot.addWidget(widget)
    widget.resize(900, 560)
    widget.show()
    return widget


def weights(trace) -> np.ndarray:
    return trace.weights_of(trace.hypotheses[0])


@pytest.mark.parametrize("slanted", [False, True])
@pytest.mark.parametrize("transposed", [False, True])
def test_one_word_has_its_cells_and_labels(view, slanted, transposed) -> None:
    view.menu.slanted.setChecked(slanted)
    view.menu.transposed.setChecked(transposed)
    trace = made_trace("Bonjour")
    view.show_trace(trace, Selection())
    expected = weights(trace).T if transposed else weights(trace)
    assert np.abs(greys(view) - 255 * expected).max() <= 1
    rows, columns = view.matrix.shown_labels()
    source, target = (rows, columns) if transposed else (columns, rows)
    assert [label.text for label in source] == ["Bonjour", "⟨end⟩"]
    assert [label.text for label in target] == ["BONJOUR", "⟨end⟩"]


def test_four_hundred_words_are_whole_with_labels_that_keep_apart(view, qtbot) -> None:
    words = [f"mot{number}" for number in range(400)]
    trace = made_trace(" ".join(words))
    view.show_trace(trace, Selection(step=399))
    geometry = view.matrix.matrix_geometry()
    assert (geometry.rows, geometry.columns) == (401, 401)
    assert geometry.viewport.adjusted(-1, -1, 1, 1).contains(geometry.matrix_rect())
    for labels in view.matrix.shown_labels():
        assert len(labels) > 10
        for one, other in itertools.combinations(labels, 2):
            assert not one.box.intersects(other.box)
    view.matrix.zoom(12.0, geometry.cell_rect(200, 200).center())
    texts = [label.text for label in view.matrix.shown_labels()[1]]
    assert "mot200" in texts
    qtbot.mouseMove(view.matrix, cell_at(view, 200, 200))
    row = weights(trace)[200]
    place = sorted(row, reverse=True).index(row[200]) + 1
    words = view.matrix.read_out()
    assert words.startswith(f"{row[200]:.3f}   ")
    assert words.endswith(f"rank {place} of 401")


def test_words_that_the_model_does_not_know_keep_their_own_text(view) -> None:
    trace = made_trace("Zorglub Zorglub")
    view.show_trace(trace, Selection())
    rows, columns = view.matrix.shown_labels()
    assert [label.text for label in columns] == ["Zorglub", "Zorglub", "⟨end⟩"]
    assert len(rows) == 3
    assert np.abs(greys(view) - 255 * weights(trace)).max() <= 1


def test_after_a_long_sentence_a_short_one_is_shown_whole(view) -> None:
    view.show_trace(made_trace(" ".join("abcdefghij" * 6)), Selection())
    view.matrix.zoom(5, view.matrix.matrix_geometry().viewport.center())
    view.show_trace(made_trace("Bonjour"), Selection())
    geometry = view.matrix.matrix_geometry()
    assert geometry.pan.isNull()
    assert geometry.matrix_rect().height() == 2 * geometry.cell


def test_without_attention_nothing_of_a_matrix_is_left(view) -> None:
    view.show_trace(made_trace("le chat"), Selection())
    view.show_trace(made_trace("le chat", attention=False), Selection())
    assert view.matrix.matrix_geometry().rows == 0
    assert view.matrix.read_out() == ""
    assert view.matrix.accessibleDescription() == ""
