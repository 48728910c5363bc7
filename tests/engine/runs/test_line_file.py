from pathlib import Path

import pytest

from engine.runs import line_file
from engine.runs.line_file import LineReader, LineWriter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lines"


def append(path: Path, data: bytes) -> None:
    with path.open("ab") as stream:
        stream.write(data)


def test_each_whole_line_is_read_once_however_the_bytes_arrive(path: Path) -> None:
    text = "één\nzwei\n\ntrois\n".encode()
    reader = LineReader(path)
    seen: list[bytes] = []
    for index in range(len(text)):
        append(path, text[index : index + 1])
        seen += reader.poll().lines
    assert seen == ["één".encode(), b"zwei", b"", b"trois"]
    assert reader.poll().lines == []


def test_a_half_line_waits(path: Path) -> None:
    reader = LineReader(path)
    assert reader.poll().lines == []  # not even a file
    append(path, b"one\ntw")
    assert reader.poll().lines == [b"one"]
    assert reader.poll().lines == []
    append(path, b"o\n")
    assert reader.poll().lines == [b"two"]


def test_a_shorter_file_is_another_file(path: Path) -> None:
    reader = LineReader(path)
    append(path, b"one\ntwo\n")
    reader.poll()
    path.write_bytes(b"one\n")
    again = reader.poll()
    assert (again.lines, again.restarted) == ([b"one"], True)


def test_a_longer_file_in_the_old_ones_place_is_another_file(path: Path) -> None:
    reader = LineReader(path)
    append(path, b"one\ntwo\n")
    assert reader.poll().restarted is False
    other = path.with_name("other")
    other.write_bytes(b"uno\ndue\ntre\nquattro\n")
    other.replace(path)
    again = reader.poll()
    assert (again.lines, again.restarted) == ([b"uno", b"due", b"tre", b"quattro"], True)


def test_a_file_that_went_away_and_came_back(path: Path) -> None:
    reader = LineReader(path)
    append(path, b"one\n")
    reader.poll()
    path.unlink()
    assert reader.poll().restarted is True
    assert reader.poll().restarted is False
    append(path, b"two\n")
    assert reader.poll().lines == [b"two"]


def test_much_is_read_in_pieces(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_file, "READ_AT_MOST", 10)
    append(path, b"1234\n6789\nabcd\nef\n")
    reader = LineReader(path)
    polls = [reader.poll(), reader.poll()]
    assert [poll.lines for poll in polls] == [[b"1234", b"6789"], [b"abcd", b"ef"]]
    assert [poll.more for poll in polls] == [True, False]


def test_a_line_too_long_is_skipped_and_counted_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_file, "READ_AT_MOST", 10)
    append(path, b"a\n" + b"x" * 35 + b"\nb\n")
    reader = LineReader(path)
    polls = [reader.poll()]
    while polls[-1].more:
        polls.append(reader.poll())
    assert [line for poll in polls for line in poll.lines] == [b"a", b"b"]
    assert sum(poll.skipped for poll in polls) == 1


def test_the_writer_closes_off_a_line_that_was_cut(path: Path) -> None:
    path.write_bytes(b'{"a": 1}\n{"b":')
    writer = LineWriter(path)
    writer.append("whole")
    writer.append("next")
    writer.close()
    assert path.read_bytes() == b'{"a": 1}\n{"b":\nwhole\nnext\n'


def test_the_writer_goes_on_after_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = LineWriter(path)
    writer.append("one")
    stream = writer._stream

    class Full:
        def write(self, data: bytes) -> int:
            if len(data) == len(b"two\n"):
                return stream.write(data[:2])
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(writer, "_stream", Full())
    with pytest.raises(OSError, match="No space"):
        writer.append("two")
    monkeypatch.setattr(writer, "_stream", stream)
    writer.append("three")
    writer.close()
    assert path.read_bytes() == b"one\ntw\nthree\n"


def test_a_line_is_on_disk_when_append_returns(path: Path) -> None:
    writer = LineWriter(path)
    writer.append("one")
    assert path.read_bytes() == b"one\n"
    writer.close()
