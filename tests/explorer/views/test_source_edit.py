"""The source line: Enter, growing, pasted lines, and text that stays as it was typed."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication

from explorer.views.growing_edit import MOST_LINES, GrowingEdit
from explorer.views.source_edit import SourceEdit
from explorer.what_if import one_line


@pytest.fixture
def edit(qtbot) -> SourceEdit:
    edit = SourceEdit()
    qtbot.addWidget(edit)
    edit.resize(300, 40)
    edit.show()
    return edit


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_asks_and_adds_no_line(edit: SourceEdit, qtbot, key: Qt.Key) -> None:
    edit.set_text("a cat")
    with qtbot.waitSignal(edit.translate_requested, timeout=100):
        qtbot.keyClick(edit, key)
    assert edit.text() == "a cat"


@pytest.mark.parametrize(
    ("pasted", "text", "lines"),
    [
        ("a\nb", "a b", 2),
        ("a\r\nb\r\n", "a b", 2),
        ("a\rb", "a b", 2),
        ("\n\na\n", "a", 0),
        ("a\u2028b", "a\u2028b", 0),
        ("a\u00a0b \u202f?", "a\u00a0b \u202f?", 0),
    ],
)
def test_pasted_text_is_one_sentence(edit: SourceEdit, pasted: str, text: str, lines: int) -> None:
    told = []
    edit.lines_joined.connect(told.append)
    clip = QMimeData()
    clip.setText(pasted)
    edit.insertFromMimeData(clip)
    assert edit.text() == text
    assert told == ([lines] if lines else [])


def test_a_long_sentence_grows_to_three_lines_and_then_scrolls(edit: SourceEdit) -> None:
    one = edit.height()
    edit.set_text("word " * 15)
    two = edit.height()
    edit.set_text("word " * 400)
    assert one < two < edit.height() < 5 * one
    edit.set_text("word")
    assert edit.height() == one


def test_line_ends_become_spaces_and_nothing_else_does() -> None:
    assert one_line("a\r\nb\nc\rd\u2028e\u0085f") == "a b c d\u2028e\u0085f"


LONG = "When we came home the children had eaten everything and the dog was sleeping near the fire. "


def lines_fit(edit: GrowingEdit) -> bool:
    """Whether the lines are as wide as the place that they are seen in, from their left end on."""
    width = edit.document().firstBlock().layout().lineAt(0).width()
    sideways = edit.horizontalScrollBar()
    return abs(width - edit.viewport().width()) <= 1 and (sideways.value(), sideways.maximum()) == (0, 0)


@pytest.mark.parametrize("is_read_only", [True, False])
@pytest.mark.parametrize("sentences", [1, 2, 3, 9])
def test_text_that_came_while_hidden_is_seen_whole(qtbot, theme, is_read_only: bool, sentences: int) -> None:
    edit = GrowingEdit("text")
    qtbot.addWidget(edit)
    edit.setReadOnly(is_read_only)
    edit.resize(480, 40)
    edit.set_text(LONG * sentences)
    assert edit.height() > 10
    edit.show()
    QApplication.processEvents()
    assert lines_fit(edit)
    edit.resize(900, edit.height())
    QApplication.processEvents()
    assert lines_fit(edit)
    edit.show_start()
    assert edit.verticalScrollBar().value() == 0
    edit.set_text("word " * 3)
    assert edit.height() < 2.5 * edit.fontMetrics().lineSpacing()


def test_the_end_of_a_long_text_stands_in_the_last_line(edit: SourceEdit) -> None:
    edit.set_text(LONG * 9)
    QApplication.processEvents()
    bar = edit.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.maximum() == edit.document().size().height() - MOST_LINES


def test_a_short_window_gives_it_fewer_lines(edit: SourceEdit) -> None:
    edit.set_text(LONG * 9)
    three = edit.height()
    edit.set_short(is_short=True)
    assert edit.height() == three - edit.fontMetrics().lineSpacing()


def test_typing_is_taken_back_until_it_is_settled(edit: SourceEdit, qtbot) -> None:
    undo = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(edit, "a cat")
    edit.settle()
    qtbot.keyClick(edit, *undo)
    assert edit.text() == "a cat"
    qtbot.keyClicks(edit, " sleeps")
    qtbot.keyClick(edit, *undo)
    assert edit.text() == "a cat"
