"""What a person noted about a run comes back, and what is damaged counts for nothing."""

from pathlib import Path

import pytest

from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.runs.notes import RunNotes, clean_name, clean_tags, load_notes, save_notes, shown_name


def test_notes_come_back(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    assert load_notes(layout) == RunNotes()
    notes = RunNotes("Größter Lauf", ("baseline", "日本"), archived=True)
    save_notes(layout, notes)
    assert load_notes(layout) == notes
    assert [path.name for path in tmp_path.iterdir()] == ["notes.json"]


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"name": 3, "tags": "x", "archived": "yes"}', b"\xff"])
def test_what_is_no_note_is_left_out(tmp_path: Path, data: bytes) -> None:
    layout = RunLayout(tmp_path)
    layout.notes.write_bytes(data)
    assert load_notes(layout) == RunNotes()


def test_what_is_good_of_it_is_kept(tmp_path: Path) -> None:
    layout = RunLayout(tmp_path)
    layout.notes.write_text('{"name": " a ", "tags": ["b", 4, " b", ""], "archived": true, "more": 1}')
    assert load_notes(layout) == RunNotes("a", ("b",), archived=True)


def test_tags_are_cleaned() -> None:
    assert clean_tags([" a", "b", "", "a ", "B", "c, d", "\x07"]) == ("a", "b", "B", "c", "d")


def test_a_name_stands_on_one_line_and_steers_no_terminal(tmp_path: Path) -> None:
    assert clean_name(" two\nlines \x1b[31m é\u00a0👩\u200d💻\udcff ") == "two lines [31m é 👩\u200d💻"
    assert shown_name(tmp_path / "x\ny", RunNotes()) == "x y"
    assert shown_name(tmp_path / "x", RunNotes("given")) == "given"


def test_a_folder_that_takes_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="cannot be kept"):
        save_notes(RunLayout(tmp_path / "nothing"), RunNotes("a"))
