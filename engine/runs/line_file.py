"""Append-only files of lines: written a whole line at a time, read a whole line once."""

import os
from dataclasses import dataclass
from pathlib import Path

from engine.regular_files import open_regular

_HEAD = 64  # bytes at the beginning by which a replaced file is told
READ_AT_MOST = 1 << 20  # bytes in one poll; also the longest line that is read


class LineWriter:
    """Appends lines to a file. A line that a full disk or a kill cut short is closed off by the next one."""

    def __init__(self, path: Path) -> None:
        self._stream = path.open("ab", buffering=0)
        self._torn = _ends_torn(path)

    def append(self, line: str) -> None:
        """Append one line. Raises OSError where the disk does not take the whole of it."""
        data = ("\n" if self._torn else "").encode() + line.encode() + b"\n"
        self._torn = True
        while data:
            data = data[self._stream.write(data) or 0 :]
        self._torn = False

    def close(self) -> None:
        """Wait until the disk has the lines, and close."""
        os.fsync(self._stream.fileno())
        self._stream.close()


def _ends_torn(path: Path) -> bool:
    with path.open("rb") as stream:
        if stream.seek(0, os.SEEK_END) == 0:
            return False
        stream.seek(-1, os.SEEK_END)
        return stream.read(1) != b"\n"


@dataclass(frozen=True)
class NewLines:
    """What one poll found. restarted: the file is another one than before, and lines begin at its top."""

    lines: list[bytes]
    restarted: bool = False
    more: bool = False  # the file holds more than one poll reads; poll again
    skipped: int = 0  # lines too long to be read


class LineReader:
    """Follows a file that another process appends to. Holds no handle and no lock between polls."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._forget()

    def _forget(self) -> None:
        self._offset = 0
        self._head = b""
        self._inside_long_line = False

    def poll(self) -> NewLines:
        """Whole lines that were not read before, without their ends. A file that is missing has none."""
        try:
            with open_regular(self._path) as stream:
                head = stream.read(_HEAD)
                size = stream.seek(0, os.SEEK_END)
                restarted = size < self._offset or not head.startswith(self._head)
                if restarted:
                    self._forget()
                self._head = head
                stream.seek(self._offset)
                data = stream.read(READ_AT_MOST)
        except FileNotFoundError:
            restarted = self._offset > 0
            self._forget()
            return NewLines([], restarted)
        except OSError:
            return NewLines([])  # for a moment unreadable; the next poll tries again
        return self._split(data, restarted)

    def _split(self, data: bytes, restarted: bool) -> NewLines:
        end = data.rfind(b"\n") + 1
        full = len(data) == READ_AT_MOST
        skipped = 0
        if end == 0 and full:
            skipped = 0 if self._inside_long_line else 1
            self._inside_long_line = True
            end = len(data)
            lines = []
        else:
            lines = data[:end].split(b"\n")[:-1]
            if lines and self._inside_long_line:
                lines = lines[1:]
                self._inside_long_line = False
        self._offset += end
        return NewLines(lines, restarted, more=full, skipped=skipped)
