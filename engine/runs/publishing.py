"""Files and folders that appear whole or not at all, whatever happens to the process that writes them."""

import contextlib
import errno
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from engine.regular_files import at_once, open_regular

PART = ".part"  # suffix of what is being written
REPLACED = ".replaced"  # suffix of a folder whose successor is being moved into its place
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30  # bytes
_BLOCK = MIB
_FULL = (errno.ENOSPC, errno.EDQUOT)


def is_full(error: OSError) -> bool:
    """Whether the error says that the disk, or a quota on it, is full."""
    return error.errno in _FULL


def replace(source: Path, target: Path) -> None:
    """os.replace, patient with a reader that holds the target open, as Windows forbids for a moment."""
    for _ in range(50):
        try:
            source.replace(target)
            return
        except PermissionError:
            if os.name != "nt":
                raise
            time.sleep(0.02)
    source.replace(target)


def write_text(path: Path, text: str) -> None:
    """Replace a small file's contents at once: a reader sees the old or the new, never a part.

    What UTF-8 has no bytes for, such as in a path of another encoding, is written as JSON escapes it.
    """
    write_bytes(path, text.encode(errors="backslashreplace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file's contents at once; where that fails, what was there stays."""
    part = path.with_name(path.name + PART)
    try:
        with open(part, "wb", opener=at_once) as stream:
            stream.write(data)
        replace(part, path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def overwrite_text(path: Path, text: str) -> None:
    """Put the text in the place of a small file's, in the room that this has: for a disk that is full.

    The old text may be longer; a reader that comes at that very moment may see its end.
    """
    data = text.encode(errors="backslashreplace")
    with path.open("rb+", buffering=0) as stream:
        stream.write(data)
        stream.truncate()


def write_synced(path: Path, data: bytes) -> None:
    """Write a new file and wait until the disk has it."""
    with path.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def sync_file(path: Path) -> None:
    """Wait until the disk has a file that something else wrote."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the folder's list of names; nothing on Windows, which offers no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def publish_folder(part: Path, target: Path) -> None:
    """Move a finished folder to its name. An older folder of that name is there until the last moment."""
    sync_folder(part)
    old = target.with_name(target.name + REPLACED)
    if target.exists():
        shutil.rmtree(old, ignore_errors=True)
        target.rename(old)
    part.rename(target)
    sync_folder(target.parent)
    shutil.rmtree(old, ignore_errors=True)


@contextlib.contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """A new folder to fill, which gets its name once the block ends well and disappears where it does not."""
    part = target.with_name(target.name + PART)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(part, ignore_errors=True)
    try:
        part.mkdir()
        yield part
        publish_folder(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def remove_folder(folder: Path) -> None:
    """Remove a folder that was published: it loses its name first, so that a kill leaves no half of it."""
    part = folder.with_name(folder.name + PART)
    shutil.rmtree(part, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.rename(part)
    shutil.rmtree(part, ignore_errors=True)


def clear_leftovers(folder: Path) -> None:
    """Remove what a killed writer left unfinished, and put back a folder that it had moved aside."""
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.name.endswith(REPLACED):
            target = entry.with_name(entry.name.removesuffix(REPLACED))
            if not target.exists():
                entry.rename(target)
                continue
        elif not entry.name.endswith(PART):
            continue
        if entry.is_dir():
            shutil.rmtree(entry, ignore_errors=True)
        else:
            entry.unlink(missing_ok=True)


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file's contents, in hexadecimal; reads a block at a time."""
    digest = hashlib.sha256()
    with open_regular(path) as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def megabytes(size: int) -> str:
    """A size in bytes, said for a person, in the units of the window: 1 MiB is 1024 x 1024 bytes."""
    if size < 10 * KIB:
        return f"{size:,} bytes"
    if size < 10**6:
        return f"{size / KIB:.0f} KiB"
    if size >= 10 * GIB:
        return f"{size / GIB:.0f} GiB"
    return f"{size / MIB:.0f} MiB" if size >= 10 * MIB else f"{size / MIB:.1f} MiB"
