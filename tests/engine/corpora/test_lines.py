"""Where records end, and what files of other encodings and other shapes become."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.corpora import compression
from engine.corpora.lines import MAX_LINE_BYTES, read_records, split_lines
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

Reader = Callable[[bytes], tuple[list[str | None], ImportReport]]
INNER = ["\r", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    def read(content: bytes) -> tuple[list[str | None], ImportReport]:
        path = tmp_path / "corpus.txt"
        path.write_bytes(content)
        report = ImportReport()
        return list(read_records(path, report)), report

    return read


CASES = [
    ("a\n", ["a"]),
    ("a", ["a"]),
    ("", []),
    ("\n", [""]),
    ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("a\r\n\r\nb", ["a", "", "b"]),
    ("ligne A\u2028suite\nligne B", ["ligne A\u2028suite", "ligne B"]),
    ("a\rb\n", ["a\rb"]),
    ("a\r", ["a"]),
]


@pytest.mark.parametrize(("text", "records"), CASES)
def test_a_record_ends_at_lf_or_crlf(text: str, records: list[str], read: Reader) -> None:
    assert split_lines(text) == records
    assert read(text.encode())[0] == records


@pytest.mark.parametrize("separator", INNER)
def test_other_separators_stay_in_the_line_and_are_noted(separator: str, read: Reader) -> None:
    text = f"un{separator}deux\ntrois{separator}{separator}quatre\ncinq\n"
    records, report = read(text.encode())
    assert records == [f"un{separator}deux", f"trois{separator}{separator}quatre", "cinq"]
    assert split_lines(text) == records
    assert len(report.notes) == 1
    assert "stand in 2 of the lines" in report.notes[0]


def test_byte_order_marks_go_wherever_a_line_begins(read: Reader) -> None:
    records, report = read("\ufeffthe\ncat\n\ufeff\ufeffsat\n".encode())
    assert records == ["the", "cat", "sat"]
    assert "start of 2 of the lines" in report.notes[0]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_mark_is_decoded(encoding: str, read: Reader) -> None:
    text = "\ufeffété ଊ\u0a0a\r\n東京 🎉\n"  # two characters whose bytes look like line feeds
    records, report = read(text.encode(encoding))
    assert records == ["été ଊ\u0a0a", "東京 🎉"]
    assert any("UTF-16" in note for note in report.notes)


def test_broken_utf16_and_utf32_are_refused(read: Reader) -> None:
    with pytest.raises(CorpusError, match="UTF-16 but is not valid"):
        read(b"\xff\xfea")
    with pytest.raises(CorpusError, match="UTF-32"):
        read("\ufeffa".encode("utf-32-le"))


def test_utf16_without_a_mark_is_no_text(read: Reader) -> None:
    records, _ = read("ab\ncd\n".encode("utf-16-le"))
    assert None in records
    assert all(record is None or not record.strip() for record in records)


def test_bad_bytes_keep_their_place(read: Reader) -> None:
    records, _ = read(b"one\nca\xe9f\xe9\nthree\n\xc3\nfive")
    assert records == ["one", None, "three", None, "five"]


def test_chunks_may_cut_anywhere(read: Reader, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(1)
    text = "\ufeff" + "".join(draw.choice("aé東🎉\n\r\u2028 ") for _ in range(400))
    expected = [record.lstrip("\ufeff") for record in text.replace("\r\n", "\n").split("\n")]
    if text.endswith("\n"):
        expected.pop()
    expected[-1] = expected[-1].removesuffix("\r")
    for size in (1, 2, 3, 7):
        monkeypatch.setattr(compression, "_CHUNK", size)
        assert read(text.encode())[0] == expected
        assert read(text.encode("utf-16"))[0] == expected


def test_a_long_line_is_read_and_an_endless_one_refused(read: Reader) -> None:
    assert read(b"x" * 200_000 + b"\nend\n")[0] == ["x" * 200_000, "end"]
    with pytest.raises(CorpusError, match="longer than 4 MiB"):
        read(b"x" * (MAX_LINE_BYTES + (1 << 19)))


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(CorpusError, match="cannot be read"):
            list(read_records(path, ImportReport()))
