"""The place Translate on a fake engine: Enter, steps, picture, n-best, player, and all that goes wrong."""

import os
import signal
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage

from explorer.main_window import MainWindow
from explorer.views.matrix import MatrixView
from explorer.views.translate import TranslateView
from tests.explorer.made_traces import made_trace


@pytest.fixture
def view(window: MainWindow) -> TranslateView:
    return window.view("translate")


def translate(view: TranslateView, qtbot, text: str) -> None:
    """Type the text, press Enter, wait for the end."""
    view.source.edit.setPlainText(text)
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    translation = view._translation
    qtbot.waitUntil(lambda: not translation.is_busy and translation.progress != "idle", timeout=60_000)


def picture(view: TranslateView) -> QImage:
    assert view.stage.view is not None
    return view.stage.view.grab().toImage()


def labels(view: TranslateView) -> tuple[list[str], list[str]]:
    assert isinstance(view.stage.view, MatrixView)
    rows, columns = view.stage.view.matrix.shown_labels()
    return [label.text for label in rows], [label.text for label in columns]


def test_the_window_opens_with_an_example_and_says_what_will_be_there(view: TranslateView) -> None:
    assert view.source.edit.text().strip()
    assert view.models.currentText() == "made-search"
    assert "alignment" in view.stage.empty.text()
    assert view.stage.view is None


def test_enter_gives_the_matrix_with_its_labels_and_no_markers(view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps")
    rows, columns = labels(view)
    assert columns == ["the", "cat", "sleeps", "⟨end⟩"]
    assert rows[:2] == ["THE", "CAT"]
    assert rows[-1] == "⟨end⟩"
    assert view.hypotheses.model().rowCount() == 3


def test_steps_are_painted_while_they_are_decoded(window: MainWindow, view: TranslateView, qtbot) -> None:
    rows = []
    changed = window.workspace.translation.trace_changed
    connection = changed.connect(lambda: rows.append(len(labels(view)[0])))
    translate(view, qtbot, "one two slowly three four five")
    changed.disconnect(connection)
    assert rows[-1] == 7
    assert len(set(rows)) > 3
    assert rows == sorted(rows)


def test_a_newer_sentence_overtakes(window: MainWindow, view: TranslateView, qtbot) -> None:
    view.source.edit.setPlainText("never ends")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.workspace.translation.is_live, timeout=60_000)
    translate(view, qtbot, "newer words")
    assert labels(view)[1] == ["newer", "words", "⟨end⟩"]


@pytest.mark.parametrize("by_key", [True, False])
def test_cancel_keeps_the_sentence_and_says_so(window, view: TranslateView, qtbot, by_key: bool) -> None:
    view.source.edit.setPlainText("never ends")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.workspace.translation.is_live, timeout=60_000)
    assert view.source.button.text() == "Cancel"
    if by_key:
        qtbot.keyClick(view.player, Qt.Key.Key_Escape)
    else:
        qtbot.mouseClick(view.source.button, Qt.MouseButton.LeftButton)
    assert view.source.button.text() == "Translate"
    assert view.source.status.text() == "Cancelled"
    assert view.source.edit.text() == "never ends"


def test_a_killed_engine_keeps_sentence_and_answers_after_its_return(
    window: MainWindow, view: TranslateView, qtbot, tmp_path
) -> None:
    text = f"dieonce {tmp_path / 'mark'} again"
    translate(view, qtbot, text)
    assert "SIGKILL" in window.bar.text()
    assert view.source.edit.text() == text
    assert labels(view)[1][0] == "dieonce"


def test_an_engine_killed_in_the_middle_of_a_request(window: MainWindow, view: TranslateView, qtbot) -> None:
    view.source.edit.setPlainText("one two slowly three")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.workspace.translation.is_live, timeout=60_000)
    said = []
    connection = window.workspace.translation.progress_changed.connect(
        lambda: said.append(view.source.status.text())
    )
    os.kill(window.engine.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=60_000)
    window.workspace.translation.progress_changed.disconnect(connection)
    assert said[0] in ("Waiting …", "Starting the engine …")
    assert "SIGKILL" in window.bar.text()
    assert labels(view)[1] == ["one", "two", "slowly", "three", "⟨end⟩"]


def test_any_hypothesis_shows_its_own_weights(
    window: MainWindow, view: TranslateView, qtbot, monkeypatch
) -> None:
    translate(view, qtbot, "the cat sleeps here")
    trace = window.workspace.translation.trace
    matrix = view.stage.view.matrix
    drawn: list[np.ndarray] = []
    original: Callable = matrix.set_alignment

    def spy(weights, sources, targets, *, growing) -> None:
        drawn.append(np.array(weights))
        original(weights, sources, targets, growing=growing)

    monkeypatch.setattr(matrix, "set_alignment", spy)
    expected = made_trace("the cat sleeps here", slots=5, n_best=3)
    for rank in (1, 2, 0):
        view.hypotheses.activated.emit(rank)
        slot = expected.hypotheses[rank].end_slot
        np.testing.assert_array_equal(drawn[-1], expected.weights[:, slot])
        assert trace.hypotheses[rank].tokens[-2] == expected.hypotheses[rank].tokens[-2]
    assert len(drawn) == 3
    assert not np.array_equal(drawn[0], drawn[1])


def test_a_step_back_gives_the_same_picture(view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps here")
    first = picture(view)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    second = picture(view)
    assert second != first
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert picture(view) == first


def test_the_keys_walk_the_words_and_the_step_panel_follows(
    window: MainWindow, view: TranslateView, qtbot
) -> None:
    translate(view, qtbot, "the cat sleeps here")
    seen = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_End, Qt.Key.Key_Up, Qt.Key.Key_Home):
        qtbot.keyClick(view, key)
        seen.append(view.docks.docks["step"].view.numbers.step)
    assert seen == [1, 2, 4, 3, 0]
    assert view.stage.view.selection.step == 0


def test_after_enter_the_keys_belong_to_the_player(window: MainWindow, view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps here")
    assert view.player.hasFocus()
    window.actions_by_name["edit_source"].trigger()
    assert view.source.edit.hasFocus()


def test_a_row_that_is_clicked_is_selected(window: MainWindow, view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "the cat sleeps here")
    view.stage.view.matrix.step_clicked.emit(3)
    assert window.workspace.translation.selection.step == 3
    assert view.player.strip._current == 3


@pytest.mark.parametrize("text", ["", "   ", "\t", "\u00a0 \u2003"])
def test_a_blank_source_is_told_and_shows_nothing(
    window: MainWindow, view: TranslateView, qtbot, text: str
) -> None:
    translate(view, qtbot, "a cat")
    view.source.edit.setPlainText(text)
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    assert "empty" in view.source.note.text()
    assert view.stage.view is None
    assert window.workspace.translation.trace is None
    assert not window.workspace.translation.is_busy


@pytest.mark.parametrize("text", ["cat", "🙂 🙃", "a " * 400, "שלום עולם", "猫 が 寝る"])
def test_unusual_sources_are_drawn_all_the_same(view: TranslateView, qtbot, text: str) -> None:
    translate(view, qtbot, text)
    assert len(view.stage.view.hypothesis.tokens) == len(text.split()) + 1
    assert view.bar.isHidden()
    assert view.grab().width() > 0


def test_pasted_lines_become_one_sentence_and_that_is_said(view: TranslateView, qtbot) -> None:
    clip = QMimeData()
    clip.setText("line one\r\nline two\u2028still two\n")
    view.source.edit.clear()
    view.source.edit.insertFromMimeData(clip)
    assert "2 lines" in view.source.note.text()
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view._translation.progress == "done", timeout=60_000)
    assert labels(view)[1] == ["line", "one", "line", "two", "still", "two", "⟨end⟩"]


def test_unknown_words_are_counted(view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "Zorglub sleeps")
    assert "1 of 2" in view.hint.text()
    assert labels(view)[1][0] == "Zorglub"
    translate(view, qtbot, "Zorglub")
    assert "no word" in view.hint.text()


def test_special_symbols_that_are_typed_are_text(view: TranslateView, qtbot) -> None:
    view.source.edit.setPlainText("a </s> b")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    assert "typed text" in view.source.note.text()


def test_a_false_trace_is_reported_and_not_drawn(view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "a falsehood")
    assert "do not sum to 1" in view.bar.text()
    assert view.stage.view is None


def test_an_error_stands_in_the_place_and_goes_with_the_next_sentence(view: TranslateView, qtbot) -> None:
    translate(view, qtbot, "refuse")
    assert view.bar.text() == "It was refused. Ask otherwise."
    translate(view, qtbot, "a cat")
    assert view.bar.isHidden()


def test_a_spun_beam_size_asks_once_with_the_last_value(
    window: MainWindow, view: TranslateView, qtbot
) -> None:
    translate(view, qtbot, "a cat")
    asked = []
    connection = view.translate_requested.connect(lambda: asked.append(window.workspace.decoding.beam_size))
    for size in range(6, 12):
        view.source.beam.setValue(size)
    qtbot.waitUntil(lambda: bool(asked), timeout=2000)
    qtbot.wait(350)
    view.translate_requested.disconnect(connection)
    assert asked == [11]
    qtbot.waitUntil(lambda: view._translation.progress == "done", timeout=60_000)
    assert view._translation.trace.token_ids.shape[1] == 11


def test_a_model_without_attention_never_shows_a_matrix(
    window: MainWindow, view: TranslateView, qtbot
) -> None:
    translate(view, qtbot, "a cat")
    view.models.activated.emit(0)
    qtbot.waitUntil(lambda: view._translation.progress == "done", timeout=60_000)
    assert view._translation.trace.weights is None
    assert not isinstance(view.stage.view, MatrixView)
    assert "model looked" not in view.hint.text()
    assert view.docks.docks["step"].view.weights.isHidden()
    assert "No attention" in view.stage.view._title.text()


def test_enter_before_the_list_of_models_has_come_is_not_lost(open_window, qtbot) -> None:
    window = open_window()
    view = window.view("translate")
    view.source.edit.setPlainText("early bird")
    qtbot.keyClick(view.source.edit, Qt.Key.Key_Return)
    assert window.workspace.translation.model is None
    assert "Starting" in view.source.status.text()
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=60_000)
    assert labels(view)[1] == ["early", "bird", "⟨end⟩"]
