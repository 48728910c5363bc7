"""The text view: what is shaded are the trace's weights, of the word that was chosen last."""

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget, QWidget

from explorer.views.text import TextView
from explorer.workspace import Selection
from tests.explorer.made_pieces import MERGED, WEIGHTS, made_pieces
from tests.explorer.made_traces import first_steps, made_trace

LONG = " ".join(f"word{number}" for number in range(200))


@pytest.fixture
def view(qtbot, theme):
    shown = TextView()
    qtbot.addWidget(shown)
    shown.resize(320, 400)
    shown.show()
    return shown


def test_a_step_shades_the_source_by_its_weights(view) -> None:
    view.show_trace(made_pieces(), Selection(step=1))
    np.testing.assert_allclose(view.source._weights, MERGED[0], atol=1e-6)
    assert view.target._weights is None
    assert "Source words by the weight that" in view.told.text()
    assert "0.500" in view.told.text()


def test_a_source_word_shades_the_target_by_what_it_got(view) -> None:
    view.show_trace(made_pieces(), Selection(step=1))
    view.show_selection(Selection(step=1, position=2))
    np.testing.assert_allclose(view.target._weights, [MERGED[0][1], MERGED[1][1]], atol=1e-6)
    assert view.source._weights is None
    assert "Target words by the weight that each gave to" in view.told.text()
    assert "0.500 in all" in view.told.text()  # 0.4 + 0.1
    view.show_selection(Selection(step=2, position=2))
    np.testing.assert_allclose(view.source._weights, MERGED[1], atol=1e-6)


def test_raw_pieces_have_their_own_weights(view) -> None:
    view.whole_words = False
    view.show_trace(made_pieces(), Selection(step=1))
    np.testing.assert_allclose(view.source._weights, WEIGHTS[1], atol=1e-6)


def test_pointing_names_tokens_and_shades_at_once(view, qtbot) -> None:
    view.show_trace(made_pieces(), Selection(step=1, position=2))
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.target.word_pointed.emit(1)
    assert caught.args == [Selection(step=2, position=2)]
    with qtbot.waitSignal(view.selection_requested) as caught:
        view.source.word_pointed.emit(0)
    assert caught.args == [Selection(step=1, position=0)]
    with qtbot.assertNotEmitted(view.selection_requested):
        view.source.word_pointed.emit(1)  # it holds the position already, and still is what is shown
    np.testing.assert_allclose(view.target._weights, [MERGED[0][1], MERGED[1][1]], atol=1e-6)
    with qtbot.assertNotEmitted(view.selection_requested):
        view.target.word_pointed.emit(0)
    np.testing.assert_allclose(view.source._weights, MERGED[0], atol=1e-6)


def test_each_hypothesis_has_its_own_shades(view) -> None:
    trace = made_trace("the old cat sleeps")
    for rank, hypothesis in enumerate(trace.hypotheses):
        view.show_trace(trace, Selection(step=2, hypothesis=rank))
        np.testing.assert_allclose(view.source._weights, trace.weights_of(hypothesis)[2], atol=1e-6)


def test_a_live_translation_is_written_word_by_word(view) -> None:
    trace = made_trace("the old cat sleeps")
    view.show_trace(first_steps(trace, 2), Selection(step=1))
    assert view.target._words == ("THE", "OLD")
    view.show_trace(first_steps(trace, 3), Selection(step=2))
    np.testing.assert_allclose(view.source._weights, trace.weights_of(trace.best())[2], atol=1e-6)


def test_a_hebrew_text_is_read_from_the_right(view) -> None:
    view.show_trace(made_trace("הילד קורא ספר"), Selection())
    lefts = [box.left() for box in view.source.boxes()]
    assert lefts == sorted(lefts, reverse=True)
    view.show_trace(made_trace("the boy reads"), Selection())
    lefts = [box.left() for box in view.source.boxes()]
    assert lefts == sorted(lefts)


@pytest.mark.parametrize("size", [QSize(300, 500), QSize(1000, 250)], ids=["narrow", "wide"])
def test_in_a_long_text_the_words_concerned_are_scrolled_to(view, qtbot, size: QSize) -> None:
    trace = made_trace(LONG)
    view.resize(size)
    view.show_trace(trace, Selection(step=150))
    heaviest = int(trace.weights_of(trace.best())[150].argmax())

    def are_seen() -> None:
        for text, index in ((view.source, heaviest), (view.target, 150)):
            assert text.visibleRegion().contains(text.boxes()[index].center().toPoint())

    qtbot.waitUntil(lambda: are_seen() is None)


def test_a_short_source_takes_no_more_room_than_it_needs(view, qtbot) -> None:
    view.show_trace(made_trace("the old man who lives next door gave me a"), Selection())
    qtbot.waitUntil(lambda: view.source.height() == view.source.heightForWidth(view.source.width()))
    assert view._source_area.verticalScrollBar().maximum() == 0


def test_without_attention_no_text_is_shaded_and_it_is_said(view) -> None:
    view.show_trace(made_trace("the old cat", attention=False), Selection())
    assert view.pages.currentWidget() is view.without


def test_an_emptied_view_promises_its_text(view) -> None:
    view.show_trace(made_pieces(), Selection())
    view.show_trace(None, Selection())
    assert view.pages.currentWidget() is view.waiting


def test_the_weight_of_the_selected_pair_is_always_told(view) -> None:
    trace = made_trace("the old man who lives next door")
    weights = trace.weights_of(trace.best())[2]
    lightest = int(weights.argmin())
    view.show_trace(trace, Selection(step=2))
    assert f"{weights[lightest]:.3f}" not in view.told.text()
    view.show_selection(Selection(step=2, position=lightest))
    view.show_selection(Selection(step=1, position=lightest))
    view.show_selection(Selection(step=2, position=lightest))
    assert view.told.text().endswith(f"{weights[lightest]:.3f}")


def test_words_are_read_in_a_dock_too(qtbot, theme) -> None:
    """A style sheet may give a widget a transparent ground, which has no lightness of its own."""
    dock, view = QStackedWidget(), TextView()
    qtbot.addWidget(dock)
    dock.setObjectName("side")
    dock.addWidget(view)
    dock.show()
    view.show_trace(made_pieces(), Selection(step=2))
    plain = QGuiApplication.palette().color(QPalette.ColorRole.WindowText)
    assert view.source.text_colour(0.0) == plain
    image, box = view.grab().toImage(), view.target.boxes()[0].toRect()
    corner = view.target.mapTo(view, box.topLeft())
    darkest = min(
        image.pixelColor(corner.x() + x, corner.y() + y).lightness()
        for x in range(box.width())
        for y in range(box.height())
    )
    assert darkest < 100


def test_a_word_that_looks_like_markup_is_told_as_it_is(view) -> None:
    """The height says how it is drawn: read as markup, the words between the marks would break the line."""
    view.show_trace(made_trace("<br><br><br><br>x two"), Selection(step=0, position=0))
    assert "<br>" in view.told.text()
    plain = QLabel(view.told.text().replace("<", "["))
    plain.setWordWrap(True)
    plain.setFont(view.told.font())
    assert view.told.heightForWidth(2000) == plain.heightForWidth(2000)


@pytest.mark.parametrize("width", [200, 260, 320, 420])
def test_a_source_that_has_room_is_not_scrolled(qtbot, theme, width: int) -> None:
    """In a dock an area has an edge of its own."""
    dock = QWidget()
    dock.setObjectName("side")
    qtbot.addWidget(dock)
    view = TextView(dock)
    dock.resize(width, 600)
    view.resize(width, 600)
    dock.show()
    view.show_trace(made_trace("the old man who lives next door gave me a red book"), Selection())
    QApplication.processEvents()
    assert view._source_area.verticalScrollBar().maximum() == 0
    lines = {box.top() for box in view.source.boxes()}
    assert len(lines) > 1
