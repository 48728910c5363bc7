"""Compressed corpora: told by content, read in full, refused when cut, bounded when they swell."""

import bz2
import gzip
import lzma
import os
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.corpora import compression
from engine.corpora.compression import read_chunks
from engine.corpora.lines import read_records
from engine.corpora.report import ImportReport
from engine.errors import CorpusError

Compress = Callable[[bytes], bytes]
TEXT = "".join(f"phrase {number * 7919 % 1000}\n" for number in range(1000)).encode()

both = pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])


def read(path: Path) -> tuple[bytes, list[str]]:
    report = ImportReport()
    return b"".join(read_chunks(path, report)), report.notes


@pytest.fixture(params=[1 << 18, 5])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(compression, "_CHUNK", request.param)
    return tmp_path / "corpus.en"


@both
def test_content_decides_and_the_name_is_noted(path: Path, compress: Compress) -> None:
    path.write_bytes(compress(TEXT))
    content, notes = read(path)
    assert content == TEXT
    assert "the name says plain text but the content is compressed as" in notes[0]


def test_plain_text_under_a_gz_name(tmp_path: Path) -> None:
    path = tmp_path / "corpus.fr.gz"
    path.write_bytes(TEXT)
    assert read(path) == (TEXT, ["corpus.fr.gz: the name says gz but the content is plain text."])


def test_right_names_are_not_noted(tmp_path: Path) -> None:
    for name, content in (("a.gz", gzip.compress(TEXT)), ("a.XZ", lzma.compress(TEXT)), ("a.txt", TEXT)):
        (tmp_path / name).write_bytes(content)
        assert read(tmp_path / name) == (TEXT, [])


@both
@pytest.mark.parametrize("share", [0.02, 0.6, 0.999])
def test_a_cut_file_is_refused_with_its_name_and_place(path: Path, compress: Compress, share: float) -> None:
    whole = compress(TEXT)
    path.write_bytes(whole[: int(len(whole) * share)])
    with pytest.raises(CorpusError, match=rf"corpus\.en is cut off at byte {int(len(whole) * share)}"):
        read(path)


@both
def test_a_changed_byte_is_refused(path: Path, compress: Compress) -> None:
    whole = bytearray(compress(TEXT))
    whole[-5 if compress is gzip.compress else len(whole) // 2] ^= 1  # the checksum; the data
    path.write_bytes(whole)
    with pytest.raises(CorpusError, match="is damaged near byte"):
        read(path)


@both
def test_members_one_after_the_other_are_read_in_full(path: Path, compress: Compress) -> None:
    path.write_bytes(compress(b"un\n") + compress(b"deux\n") + b"\0" * 8 + compress(TEXT))
    assert read(path)[0] == b"un\ndeux\n" + TEXT


@both
def test_zeros_after_the_end_are_padding(path: Path, compress: Compress) -> None:
    path.write_bytes(compress(TEXT) + b"\0" * 512)
    content, notes = read(path)
    assert content == TEXT
    assert len(notes) == 1  # on the name only


@both
def test_other_bytes_after_the_end_are_noted(path: Path, compress: Compress) -> None:
    path.write_bytes(compress(TEXT) + b"0123456789")
    content, notes = read(path)
    assert content == TEXT
    assert "what follows the compressed text is something else" in notes[1]


def _deflated_zeros(size: int, step: int) -> bytes:
    compressor = zlib.compressobj(9, wbits=31)
    return b"".join([*(compressor.compress(bytes(step)) for _ in range(size // step)), compressor.flush()])


def test_a_file_that_swells_comes_in_small_chunks_and_stops_early(tmp_path: Path) -> None:
    path = tmp_path / "zeros.gz"
    path.write_bytes(_deflated_zeros(1 << 28, 1 << 22))
    chunks = read_chunks(path, ImportReport())
    assert all(len(next(chunks)) <= 1 << 18 for _ in range(10))
    chunks.close()
    with pytest.raises(CorpusError, match="longer than 4 MiB"):
        list(read_records(path, ImportReport()))


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("zip", b"PK\x03\x04\x14\x00\x00\x00"),
        ("zstd", b"\x28\xb5\x2f\xfd\x04\x58\x00\x00"),
        ("bzip2", bz2.compress(TEXT)),
    ],
)
def test_other_compressions_are_named(tmp_path: Path, kind: str, content: bytes) -> None:
    path = tmp_path / "corpus.tsv"
    path.write_bytes(content)
    with pytest.raises(CorpusError, match=f"is compressed as {kind}"):
        read(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@both
def test_a_pipe_is_read_like_a_file(tmp_path: Path, compress: Compress) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(compress(TEXT),))
    writer.start()
    assert read(path)[0] == TEXT
    writer.join()
