"""The source line: Enter, growing, pasted lines, and text that stays as it was typed."""

import pytest
from PySide6.QtCore import QMimeData, Qt

from explorer.services.translation_service import one_line
from explorer.views.source_edit import SourceEdit


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
