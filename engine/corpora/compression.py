"""The bytes of a file, decompressed where its first bytes say gzip or xz, in chunks of bounded size."""

import lzma
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Protocol

from engine.corpora.report import ImportReport
from engine.errors import CorpusError

_CHUNK = 1 << 18
_GZIP = b"\x1f\x8b"
_XZ = b"\xfd7zXZ\x00"
_SUFFIXES = {".gz": "gz", ".xz": "xz"}
_NOT_READ = {b"PK\x03\x04": "zip", b"\x28\xb5\x2f\xfd": "zstd", b"7z\xbc\xaf": "7z", b"BZh91A": "bzip2"}


class _Member(Protocol):
    """One compressed stream; a file may hold several, one after the other."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def feed(self, data: bytes) -> bytes: ...
    @property
    def hungry(self) -> bool: ...


class _GzipMember:
    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    @property
    def hungry(self) -> bool:
        return not self._inner.unconsumed_tail

    def feed(self, data: bytes) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, _CHUNK)


class _XzMember:
    def __init__(self) -> None:
        self._inner = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    @property
    def hungry(self) -> bool:
        return self._inner.needs_input

    def feed(self, data: bytes) -> bytes:
        return self._inner.decompress(data, _CHUNK)


class _Begun:
    """A file whose first bytes were read already; it may be a pipe, which gives them once."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head, self._file = head, file
        self.count = 0  # bytes given so far

    def read(self) -> bytes:
        """The next bytes; none at the end."""
        data, self._head = self._head + self._file.read(_CHUNK), b""
        self.count += len(data)
        return data


def read_chunks(path: Path, report: ImportReport) -> Iterator[bytes]:
    """The content of the file, which may be a pipe, in chunks of at most 256 KiB, whatever it expands to.

    The first bytes decide, not the name; where the two differ the report says so.
    Raises CorpusError where the file cannot be opened, or is compressed and cut off or damaged.
    """
    try:
        with path.open("rb") as file:
            head = file.read(len(_XZ))
            yield from _content(path, head, _Begun(head, file), report)
    except OSError as error:
        raise CorpusError(
            f"The file {path} cannot be read: {error.strerror or error}.",
            "Check its name and your right to read it.",
        ) from error


def _content(path: Path, head: bytes, file: _Begun, report: ImportReport) -> Iterator[bytes]:
    said = _SUFFIXES.get(path.suffix.lower(), "")
    found = "gz" if head.startswith(_GZIP) else "xz" if head == _XZ else ""
    if said != found:
        content = f"compressed as {found}" if found else "plain text"
        report.note(f"{path.name}: the name says {said or 'plain text'} but the content is {content}.")
    if not found:
        _refuse_unread(path, head)
        yield from iter(file.read, b"")
        return
    member, magic = (_GzipMember, _GZIP) if found == "gz" else (_XzMember, _XZ)
    try:
        yield from _members(path, file, member, magic, report)
    except (zlib.error, lzma.LZMAError) as error:
        raise _damaged(path, f"is damaged near byte {file.count}") from error


def _refuse_unread(path: Path, head: bytes) -> None:
    for magic, kind in _NOT_READ.items():
        if head.startswith(magic):
            raise CorpusError(
                f"The file {path} is compressed as {kind}, which is not read.",
                "Unpack it, or compress it as .gz or .xz.",
            )


def _members(
    path: Path, file: _Begun, start: Callable[[], _Member], magic: bytes, report: ImportReport
) -> Iterator[bytes]:
    data = file.read()
    while data:
        member = start()
        while not member.eof:
            if not data and member.hungry and not (data := file.read()):
                raise _damaged(path, f"is cut off at byte {file.count}")
            if text := member.feed(data):
                yield text
            data = b""
        data = _next_member(path, member.unused_data, file, magic, report)


def _next_member(path: Path, rest: bytes, file: _Begun, magic: bytes, report: ImportReport) -> bytes:
    """The data from the next member on, nothing where none follows. Zeros are padding."""
    rest = rest.lstrip(b"\0")
    while len(rest) < len(magic) and (more := file.read()):
        rest = (rest + more).lstrip(b"\0")
    if rest and not rest.startswith(magic):
        report.note(f"{path.name}: what follows the compressed text is something else and was ignored.")
        return b""
    return rest


def _damaged(path: Path, how: str) -> CorpusError:
    return CorpusError(
        f"The compressed file {path} {how}; nothing was taken from it.",
        "Copy or download it again, or unpack what can be saved of it and use that.",
    )
