"""Sentences from a file: every line at its place."""

from pathlib import Path

import pytest

from engine.errors import CorpusError
from explorer.services import sentence_file
from explorer.services.sentence_file import NO_TEXT, read_sentences


def test_blank_and_broken_lines_keep_their_places(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffa\r\n\r\nb\u2028c\n".encode() + b"\xff\xfe\nlast")
    assert read_sentences(path) == ["a", "", "b\u2028c", NO_TEXT, "last"]


def test_one_more_than_the_most_tells_that_there_are_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sentence_file, "MOST_SENTENCES", 2)
    (tmp_path / "a.txt").write_text("a\n" * 50)
    assert read_sentences(tmp_path / "a.txt") == ["a"] * 3


def test_no_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(CorpusError):
        read_sentences(tmp_path / "none.txt")
