"""The dock of many sentences: filled, filtered, pinned, opened, copied, saved, and never slow."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from engine.constraints import UNCHANGED, Constraints
from engine.sentence_report import report_of
from explorer.actions import ACTIONS, dock_action
from explorer.itemmodels.sentence_columns import LINE, PIN, SOURCE, TRANSLATION
from explorer.main_window import MainWindow
from explorer.views.sentences import SentencesView
from explorer.workspace import DecodingChoice, Workspace
from tests.explorer.made_traces import made_trace

NONE, CONTROL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(window: MainWindow, qtbot) -> Iterator[SentencesView]:
    """The open dock's view, without sentences."""
    docks = window.view("translate").docks
    docks.open("sentences")
    qtbot.waitUntil(lambda: docks.docks["sentences"].is_seen)
    view = docks.docks["sentences"].view()
    yield view
    view.filter.clear()
    view.only_hints.setChecked(False)
    window.workspace.sentences.set_texts([])
    view.bar.hide()
    docks.arrange()


def press(qtbot, widget: QWidget, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    """A key where the focus is, in a window that has the keys."""
    widget.window().activateWindow()
    qtbot.waitUntil(widget.window().isActiveWindow)
    widget.setFocus()
    qtbot.keyClick(widget, key, held)


def wait_for_end(window: MainWindow, qtbot) -> None:
    qtbot.waitUntil(lambda: not window.workspace.sentences.is_running, timeout=20_000)


def shown(view: SentencesView, column: int) -> list[str]:
    return [view.model.index(row, column).data() for row in range(view.model.rowCount())]


def test_it_opens_by_menu_key_and_palette(window: MainWindow, view: SentencesView) -> None:
    action = window.actions_by_name[dock_action("sentences")]
    assert action.isChecked()
    action.trigger()
    assert not window.view("translate").docks.is_open("sentences")
    assert ACTIONS[dock_action("sentences")].shortcut
    action.trigger()
    assert view.isVisible()
    assert view.empty.isVisible()


def test_the_palette_finds_what_can_be_done_with_the_list(window: MainWindow, view: SentencesView) -> None:
    named = dict(window.view("translate").menus())
    assert [action.text() for action in named["Sentences"].actions()] == [
        "&Open a text file …",
        "&Paste sentences",
        "&Filter",
        "Sort &by",
        "&Save the table …",
    ]


def test_every_column_can_be_sorted_without_a_mouse(window: MainWindow, view: SentencesView, qtbot) -> None:
    window.sentences.take(["b", "c", "a"])
    wait_for_end(window, qtbot)
    sort = next(action.menu() for action in view.menu.actions() if action.menu())
    by = {action.text(): action for action in sort.actions()}
    by["Source"].trigger()
    assert shown(view, SOURCE) == ["a", "b", "c"]
    by["Source"].trigger()
    assert shown(view, SOURCE) == ["c", "b", "a"]
    by["Line"].trigger()
    assert shown(view, SOURCE) == ["b", "c", "a"]
    press(qtbot, view.table, Qt.Key.Key_F, CONTROL)
    assert view.filter.hasFocus()
    for widget in (view.only_hints, view.table):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert widget.hasFocus()


def test_sentences_that_were_replaced_can_be_had_back(window: MainWindow, view: SentencesView, qtbot) -> None:
    window.sentences.take(["a b", "c"])
    wait_for_end(window, qtbot)
    reports = window.workspace.sentences.reports
    assert not view.bar.isVisible()
    window.sentences.take(["other"])
    assert view.bar.text() == "The list that was here (2) can be had back."
    wait_for_end(window, qtbot)
    view.bar.action_requested.emit()
    assert window.workspace.sentences.texts == ("a b", "c")
    assert window.workspace.sentences.reports == reports
    assert not view.bar.isVisible()


def test_it_fits_beside_wide_docks_with_text_of_twice_the_size(qtbot, theme) -> None:
    view = SentencesView(Workspace())
    qtbot.addWidget(view)
    theme.set_text_size(2.0)
    try:
        view.show()
        assert view.minimumSizeHint().width() <= 480
    finally:
        theme.set_text_size(1.0)


def test_pasted_sentences_are_translated_each(window: MainWindow, view: SentencesView, qtbot) -> None:
    QGuiApplication.clipboard().setText("a b\r\n\r\nc d e\n\n")
    press(qtbot, view.empty.button, Qt.Key.Key_V, CONTROL)
    wait_for_end(window, qtbot)
    texts = [report_of(made_trace(text)).text for text in ("a b", "c d e")]
    assert shown(view, TRANSLATION) == [texts[0], "The line is empty.", texts[1]]
    assert view.status.text() == "3 of 3 by made-search, beam 5"
    assert not view.button.isVisible()
    window.workspace.set_decoding(DecodingChoice(2, 1))
    assert view.button.text() == "Translate again"
    view.button.click()
    wait_for_end(window, qtbot)
    assert view.status.text() == "3 of 3 by made-search, beam 2"
    QGuiApplication.clipboard().setText(" \n")
    view.paste()
    assert "no text" in view.bar.text()
    assert len(window.workspace.sentences.texts) == 3


def test_it_stops_and_goes_on(window: MainWindow, view: SentencesView, qtbot) -> None:
    window.sentences.take(["a"] * 24 + ["slowly"] * 24)
    qtbot.waitUntil(lambda: view.status.text().startswith("24 of 48"), timeout=20_000)
    assert view.button.text() == "Stop"
    started = time.monotonic()
    view.button.click()
    assert time.monotonic() - started < 0.2
    assert view.button.text() == "Go on"
    view.button.click()
    wait_for_end(window, qtbot)
    assert window.workspace.sentences.is_whole


@pytest.mark.parametrize("way", ["Enter", "double click"])
def test_a_sentence_opens_in_translate(window: MainWindow, view: SentencesView, qtbot, way: str) -> None:
    window.sentences.take(["a b", "c d e"])
    wait_for_end(window, qtbot)
    view.table.setCurrentIndex(view.model.index(1, TRANSLATION))
    if way == "Enter":
        press(qtbot, view.table, Qt.Key.Key_Return)
    else:
        place = view.table.visualRect(view.model.index(1, TRANSLATION)).center()
        for click in (qtbot.mouseClick, qtbot.mouseDClick):
            click(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: window.workspace.translation.progress == "done", timeout=20_000)
    trace = window.workspace.translation.trace
    assert trace.source_text == window.workspace.source_text == "c d e"
    assert trace.best().text == shown(view, TRANSLATION)[1]


def test_it_opens_as_the_model_translates_it_by_itself(
    window: MainWindow, view: SentencesView, qtbot
) -> None:
    translation = window.workspace.translation
    translation.constraints = Constraints(attention="uniform")
    window.sentences.take(["a b c"])
    wait_for_end(window, qtbot)
    view.table.setCurrentIndex(view.model.index(0, 0))
    view.open_current()
    qtbot.waitUntil(lambda: translation.progress == "done", timeout=20_000)
    assert translation.constraints == UNCHANGED
    assert translation.trace.best().text == window.workspace.sentences.reports[0].text


def test_how_many_pass_the_filter_is_told(window: MainWindow, view: SentencesView, qtbot) -> None:
    window.sentences.take(["a b", "c d", "a c"])
    wait_for_end(window, qtbot)
    view.filter.setText("c d")
    assert view.status.text().startswith("3 of 3, 1 shown")
    view.filter.clear()
    assert view.status.text().startswith("3 of 3 by")


def test_pins_by_click_and_key(window: MainWindow, view: SentencesView, qtbot) -> None:
    sentences = window.workspace.sentences
    window.sentences.take(["a", "b", "c", "d"])
    place = view.table.visualRect(view.model.index(2, PIN)).center()
    qtbot.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert sentences.pinned == {2}
    assert shown(view, PIN)[0] == "★"
    view.table.selectAll()
    press(qtbot, view.table, Qt.Key.Key_P)
    assert sentences.pinned == {0, 1, 2, 3}
    press(qtbot, view.table, Qt.Key.Key_P)
    assert not sentences.pinned


def test_selected_rows_are_copied_in_their_order(
    window: MainWindow, view: SentencesView, qtbot, inline_tasks: None
) -> None:
    window.sentences.take(["a b", "c", "a b c"])
    wait_for_end(window, qtbot)
    view.table.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    view.table.selectAll()
    press(qtbot, view.table, Qt.Key.Key_C, CONTROL)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[2] for line in lines] == ["a b c", "c", "a b"]
    assert float(lines[2].split("\t")[4]) == report_of(made_trace("a b")).score
    view.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)


def test_the_shown_rows_are_saved(
    window: MainWindow, view: SentencesView, qtbot, tmp_path: Path, inline_tasks: None
) -> None:
    window.sentences.take(["a b", "c d", "a c"])
    wait_for_end(window, qtbot)
    view.filter.setText("a")
    view.only_hints.setChecked(False)
    window.sentences.save_to(tmp_path / "t.csv")
    window.sentences.save_to(tmp_path / "t.tsv")
    rows = len(view.model.shown())
    for name, mark in (("t.csv", ","), ("t.tsv", "\t")):
        lines = (tmp_path / name).read_text("utf-8").splitlines()
        assert lines[1:3] == ['# model: "made-search"', '# fingerprint: "made"']
        assert len(lines) == 6 + rows
        assert lines[5].split(mark)[0].strip('"') == "line"
    assert f"{rows} rows were saved" in view.bar.text()
    window.sentences.save_to(tmp_path / "none" / "t.csv")
    assert "cannot be written" in view.bar.text()


def test_a_file_that_cannot_be_read_is_told(
    window: MainWindow, view: SentencesView, tmp_path: Path, inline_tasks: None
) -> None:
    window.sentences.open_file(tmp_path / "none.txt")
    assert "none.txt" in view.bar.text()


def test_a_refusal_is_told_over_the_table(window: MainWindow, view: SentencesView, qtbot) -> None:
    window.sentences.take(["refuse"])
    qtbot.waitUntil(view.bar.isVisible, timeout=20_000)
    assert view.bar.text() == "It was refused. Ask otherwise."
    assert view.button.text() == "Translate all"
    assert window.bar.isHidden()
    window.sentences.take(["refuse"])
    qtbot.waitUntil(lambda: view.bar.text().startswith("It was refused"), timeout=20_000)
    window.workspace.sentences.set_texts(["a"])
    window.sentences._service.start()
    assert not view.bar.isVisible(), "it goes on"
    window.sentences.take(["refuse"])
    qtbot.waitUntil(lambda: view.bar.text().startswith("It was refused"), timeout=20_000)
    docks = window.view("translate").docks
    docks.toggle("sentences")
    window.sentences._service.start()
    qtbot.waitUntil(window.bar.isVisible, timeout=20_000)
    assert window.bar.text() == "It was refused. Ask otherwise."
    window.bar.hide()


def test_keys_that_move_end_in_the_table(window: MainWindow, view: SentencesView, qtbot) -> None:
    """The player of Translate would step on them."""
    workspace = window.workspace
    workspace.set_source_text("a b c d")
    window.service.request((workspace.translation,))
    qtbot.waitUntil(lambda: workspace.translation.progress == "done", timeout=20_000)
    window.sentences.take(["a"])
    view.table.setCurrentIndex(view.model.index(0, 0))
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Right):
        press(qtbot, view.table, key)
    assert workspace.translation.selection.step == 0


def test_narrow_columns_are_narrow_and_a_low_table_still_has_rows(view: SentencesView) -> None:
    head = view.table.horizontalHeader()
    for column in (PIN, LINE):
        words = head.fontMetrics().horizontalAdvance(view.model.head(column))
        assert words + 22 <= head.sectionSize(column) < words + 40
    rows = view.table.minimumSizeHint().height() - head.sizeHint().height()
    assert rows >= 3 * view.table.verticalHeader().defaultSectionSize()
