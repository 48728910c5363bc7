"""Only regular files are opened; anything else is an error at once, whatever it would have done."""

import os
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from engine.regular_files import open_regular, read_regular

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
Limit = Callable[[float], AbstractContextManager[None]]


def test_a_file_is_read_up_to_a_size(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1234")
    (tmp_path / "link").symlink_to("file")
    assert read_regular(tmp_path / "file", 4) == read_regular(tmp_path / "link", 4) == b"1234"
    with pytest.raises(OSError, match="more than 3 bytes"):
        read_regular(tmp_path / "file", 3)
    with open_regular(tmp_path / "file") as stream:
        assert stream.read() == b"1234"


def test_pipes_sockets_devices_and_folders_are_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_most: Limit
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket has to be short
    os.mkfifo("pipe")
    Path("link").symlink_to("pipe")
    with socket.socket(socket.AF_UNIX) as listener, at_most(10):
        listener.bind("socket")
        for name in ("pipe", "link", "socket", "/dev/null", "/dev/zero"):
            with pytest.raises(OSError, match="not a file"):
                open_regular(Path(name))
    with pytest.raises(IsADirectoryError):
        open_regular(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "missing")


def test_a_file_that_becomes_a_pipe_meanwhile_hangs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_most: Limit
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").touch()
    there = (tmp_path / "file").stat()
    monkeypatch.setattr(Path, "stat", lambda path: there)  # as it was a moment ago
    with at_most(10), pytest.raises(OSError, match="not a file"):
        open_regular(tmp_path / "pipe")
