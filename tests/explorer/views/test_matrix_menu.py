"""The menu of the matrix: where it opens, and what each of its choices draws and tells."""

import itertools
import json
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu

from engine.trace import DecodingTrace
from explorer.plots.pictures import Picture, svg_bytes
from explorer.views.matrix import MatrixView
from explorer.views.matrix_choice import THRESHOLDS, MatrixChoice, choice_from
from explorer.workspace import Selection
from tests.explorer.views.made_matrix import cell_at, greys, piece_trace


@pytest.fixture
def pieces() -> DecodingTrace:
    return piece_trace()


@pytest.fixture
def view(qtbot):
    widget = MatrixView()
    widget.whole_words = False
    qtbot.addWidget(widget)
    widget.resize(700, 600)
    widget.show()
    return widget


def test_whole_words_sum_over_the_source_and_average_over_the_target(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    assert np.array(greys(view)).shape == (3, 4)
    view.whole_words = True
    view.show_trace(pieces, Selection())
    expected = np.array([[(0.7 + 0.3) / 2, (0.2 + 0.6) / 2, 0.1], [0.1, 0.1, 0.8]])
    assert np.abs(np.array(greys(view)) / 255 - expected).max() <= 1 / 255
    assert [label.text for label in view.matrix.shown_labels()[1]] == ["European", "zone", "⟨end⟩"]


def test_the_read_out_tells_what_each_piece_adds_to_a_weight(view, pieces, qtbot) -> None:
    """The weight 0.500 = (0.4 + 0.3 + 0.2 + 0.1) / 2, by hand from the table in `piece_trace`."""
    view.whole_words = True
    view.show_trace(pieces, Selection())
    qtbot.mouseMove(view.matrix, cell_at(view, 0, 0))
    words = view.matrix.read_out()
    assert "0.500" in words
    assert "sum of 2 source pieces: 0.300 + 0.200" in words
    assert "mean of 2 target pieces: 0.700 \u00b7 0.300" in words
    qtbot.mouseMove(view.matrix, cell_at(view, 1, 2))  # end of sentence on both sides
    assert "pieces" not in view.matrix.read_out()
    view.whole_words = False
    view.show_trace(pieces, Selection())
    qtbot.mouseMove(view.matrix, cell_at(view, 0, 0))
    assert "pieces" not in view.matrix.read_out()


def test_a_hidden_end_of_sentence_tells_its_weight(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    assert view.note.text() == ""
    view.menu.end.trigger()
    assert np.array(greys(view)).shape == (2, 3)  # the row and the column of end of sentence are gone
    assert "0.100" in view.note.text()  # the mean of 0.1 and 0.1; its own row is hidden too


def test_numbers_are_copied_as_a_table_of_every_token(view, pieces) -> None:
    view.whole_words = True  # the numbers are of the tokens nevertheless
    view.show_trace(pieces, Selection())
    view.menu.copy_numbers.trigger()
    rows = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert rows[0][1:] == ["▁Eu", "ropean", "▁zone", "</s>"]
    assert [row[0] for row in rows[1:]] == ["▁euro", "péenne", "</s>"]
    assert np.array_equal(np.array([row[1:] for row in rows[1:]], np.float32), pieces.weights[:, 0])


def test_the_picture_is_copied_as_it_is_on_screen_with_its_note(view, pieces) -> None:
    view.menu.end.trigger()
    view.show_trace(pieces, Selection())
    view.menu.copy_picture.trigger()
    copied, screen = QGuiApplication.clipboard().image(), view.grab().toImage()
    assert copied.size() == screen.size()
    pixels = [(x, y) for x in range(0, screen.width(), 7) for y in range(100, screen.height(), 7)]
    same = [copied.pixel(*pixel) == screen.pixel(*pixel) for pixel in pixels]
    assert sum(same) > 0.98 * len(same)


def test_what_is_left_out_is_told_on_paper_too(view, pieces) -> None:
    view.menu.end.trigger()
    view.menu.threshold.actions()[-1].trigger()
    view.show_trace(pieces, Selection())
    root = ElementTree.fromstring(svg_bytes(Picture(view.drawing(whole=True), "title", "{}")))
    shown = "".join(text.text for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert view.note.text().replace(" ", "") in shown.replace(" ", "")
    height = float(root.get("viewBox").split()[3])
    lowest = max(float(text.get("y")) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    assert lowest < height


def test_the_button_stands_in_the_corner_that_the_labels_leave_free(view, pieces) -> None:
    for width, height in ((700, 600), (240, 200), (240, 120)):
        view.resize(width, height)
        view.show_trace(pieces, Selection())
        corner = QRectF(view.button.geometry())
        labels = [*itertools.chain(*view.matrix.shown_labels())]
        assert labels
        assert not any(label.box.intersects(corner) for label in labels)
        assert not view.matrix.matrix_geometry().viewport.intersects(corner)
        assert view.matrix.height() == view.height()  # no row is taken from the picture


def opened_menu(view, cause, where) -> QMenu:
    """The context menu after a right click at a point of the matrix, or after the Menu key."""
    QApplication.sendEvent(view.matrix, QContextMenuEvent(cause, where, view.matrix.mapToGlobal(where)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def test_a_right_click_tells_the_word_and_has_the_entries_of_the_button(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    heard = []

    def add_entry(menu, step, position) -> None:
        heard.append((step, position))
        menu.addAction("Mask")

    view.menu_requested.connect(add_entry)
    geometry = view.matrix.matrix_geometry()
    cell = geometry.cell_rect(1, 2).center()
    above = QPointF(cell.x(), geometry.viewport.top() - 20)
    for where in (cell, above):
        menu = opened_menu(view, QContextMenuEvent.Reason.Mouse, where.toPoint())
        own = [action for action in view.menu.actions() if not action.isSeparator()]
        shown = [action for action in menu.actions() if not action.isSeparator()]
        assert [action.text() for action in shown] == ["Mask", *(action.text() for action in own)]
        menu.close()
    assert heard == [(1, 2), (None, 2)]


def test_the_menu_key_opens_the_menu_for_what_is_selected(view, pieces) -> None:
    view.show_trace(pieces, Selection(step=2, position=1))
    heard = []
    view.menu_requested.connect(lambda menu, step, position: heard.append((step, position)))
    opened_menu(view, QContextMenuEvent.Reason.Keyboard, QPoint(5, 5)).close()
    assert heard == [(2, 1)]


def test_transposed_the_source_goes_down_and_pointing_means_the_same(view, pieces, qtbot) -> None:
    view.show_trace(pieces, Selection())
    upright = np.array(greys(view))
    view.menu.transposed.trigger()
    assert np.abs(np.array(greys(view)).T - upright).max() == 0
    assert [label.text for label in view.matrix.shown_labels()[0]] == ["Eu", "ropean", "zone", "⟨end⟩"]
    with qtbot.waitSignal(view.selection_requested) as caught:
        qtbot.mouseMove(view.matrix, cell_at(view, 3, 1))
    assert caught.args[0] == Selection(step=1, position=3)


def test_a_threshold_tells_the_hidden_weight(view, pieces) -> None:
    view.show_trace(pieces, Selection())
    view.menu.threshold.actions()[THRESHOLDS.index(0.2)].trigger()
    # below 0.2: 0.1 of the first row, 0.1 + 0.1 of the second, 0.0 + 0.1 + 0.1 of the third
    assert "below 0.2" in view.note.text()
    assert f"{(0.1 + 0.2 + 0.2) / 3:.3f}" in view.note.text()
    drawn = np.array(greys(view))
    assert (drawn[[0, 1, 1], [3, 1, 3]] == 0).all()
    assert drawn[0, 2] == 51  # 0.2 is not below 0.2


def test_what_is_chosen_is_told_and_taken_back(view, pieces, qtbot) -> None:
    view.show_trace(pieces, Selection())
    with qtbot.waitSignal(view.drawing_changed) as caught:
        view.menu.scale.actions()[1].trigger()
    told = caught.args[0]
    assert told["scale"] == "root"
    other = MatrixView()
    qtbot.addWidget(other)
    other.show_drawing(json.loads(json.dumps(told)))
    assert other.menu.choice() == view.menu.choice()


def test_a_choice_of_another_version_is_the_default() -> None:
    assert (
        choice_from({"scale": "cube", "threshold": "x", "colours": ["grey"], "whole_words": 1})
        == MatrixChoice()
    )
