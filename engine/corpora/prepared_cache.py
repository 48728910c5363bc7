"""Prepared corpora, kept under the name of what they were made from, so that each is made once.

An entry is a folder with a list of the checksums of its files. It gets its name once it is whole; one that is
incomplete or damaged is removed when it is looked for, and made again. Together the entries take at most
`LIMIT` bytes: when a new one is kept, those whose last use is the longest ago go first. A process that still
has a removed entry mapped keeps its files until it ends.
"""

import contextlib
import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.runs.layout import cache_home
from engine.runs.publishing import PART
from engine.runs.verification import CHECKSUMS, folder_checksums, save_checksums

LIMIT = 16 << 30  # bytes; a corpus of ten million pairs of 15 tokens takes 0.8 GB
_ABANDONED = 24 * 3600  # seconds after which an unfinished folder that nobody writes to is removed


def entry_name(kind: str, recipe: Any) -> str:
    """The name of the entry that is made from these JSON values."""
    digest = hashlib.sha256(json.dumps(recipe, sort_keys=True).encode("ascii")).hexdigest()
    return f"{kind}-{digest[:32]}"


def find_entry(name: str) -> Path | None:
    """The folder of a whole entry, marked as used now; None where there is none."""
    folder = _home() / name
    if not folder.is_dir():
        return None
    if not _is_whole(folder):
        _remove(folder)
        return None
    with contextlib.suppress(OSError):  # a cache that may only be read is of use too
        os.utime(folder)
    return folder


@contextlib.contextmanager
def working_folder() -> Iterator[Path]:
    """A new folder of this process alone, which is gone after the block. Raises OSError."""
    folder = _home() / f"{uuid.uuid4().hex}{PART}"
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep_entry(folder: Path, name: str) -> Path:
    """Move a finished folder to its name, or take the entry that another process has made meanwhile."""
    save_checksums(folder, folder_checksums(folder))
    entry = _home() / name
    try:
        folder.rename(entry)
    except OSError:
        if not entry.is_dir():
            raise
    _make_room(entry)
    return entry


def _home() -> Path:
    return cache_home() / "prepared"


def _is_whole(folder: Path) -> bool:
    try:
        known = json.loads((folder / CHECKSUMS).read_bytes())
        found = folder_checksums(folder)
    except (OSError, ValueError):
        return False
    found.pop(CHECKSUMS)
    return bool(known == found)


def _remove(folder: Path) -> None:
    """Take the name away first, so that nobody finds an entry of which half is gone."""
    doomed = folder.with_name(f"{uuid.uuid4().hex}{PART}")
    with contextlib.suppress(OSError):
        folder.rename(doomed)
        shutil.rmtree(doomed, ignore_errors=True)


def _make_room(newest: Path) -> None:
    """Remove what was abandoned, and the entries used longest ago until the rest fits; never the newest."""
    entries: list[tuple[float, int, Path]] = []
    for folder in _home().iterdir():
        if folder == newest or not folder.is_dir():
            continue
        last, size = _last_change_and_size(folder)
        if not folder.name.endswith(PART):
            entries.append((last, size, folder))
        elif time.time() - last > _ABANDONED:
            shutil.rmtree(folder, ignore_errors=True)
    taken = _last_change_and_size(newest)[1] + sum(size for _, size, _ in entries)
    for _, size, folder in sorted(entries):
        if taken <= LIMIT:
            break
        _remove(folder)
        taken -= size


def _last_change_and_size(folder: Path) -> tuple[float, int]:
    """When a folder was last used or changed, and the bytes of its files; it may go meanwhile."""
    last, size = 0.0, 0
    with contextlib.suppress(OSError):
        last = folder.stat().st_mtime
        for path in folder.rglob("*"):
            last = max(last, path.stat().st_mtime)
            size += path.stat().st_size if path.is_file() else 0
    return last, size
