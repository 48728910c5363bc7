"""One trainer for a run directory: its `lock` file names the owner, and changes atomically."""

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from engine.errors import RunError
from engine.runs.layout import RunLayout
from engine.runs.process import process_alive, process_started

FOREIGN_SILENCE = 120.0  # seconds without a heartbeat after which an owner on another host counts as gone


class Ownership:
    """This process's right to write in one run directory, from `__init__` to `release`.

    The right is the contents of the lock file, which outlive nothing: an owner that is dead, or on another
    host and long silent, is replaced. A lock of the operating system guards only the moment of looking and
    writing, so a worker that was forked from a killed trainer keeps nobody out.
    """

    def __init__(self, layout: RunLayout) -> None:
        """Take the directory. Raises RunError where another live trainer has it."""
        self._path = layout.lock
        _refuse_pipes(layout)
        self._mine = {
            "pid": os.getpid(),
            "pid_started": process_started(os.getpid()),
            "host": socket.gethostname(),
            "folder": str(layout.path.resolve()),
        }
        try:
            with _guarded(self._path) as stream:
                owner = _read(stream)
                if owner and _alive(owner, layout):
                    raise _owned(layout, owner)
                _write(stream, json.dumps(self._mine))
        except OSError as error:
            raise RunError(
                f"The folder {layout.path} cannot be written to: {error.strerror}.", "Choose another folder."
            ) from error

    def release(self) -> None:
        """Give the directory back; nothing where it was taken over meanwhile."""
        with contextlib.suppress(OSError), _guarded(self._path) as stream:
            if _read(stream) == self._mine:
                _write(stream, "")


def _owned(layout: RunLayout, owner: dict[str, object]) -> RunError:
    who, remedy = (
        f"process {owner.get('pid')} on {owner.get('host')}",
        "Stop it first, or choose another folder.",
    )
    if owner.get("host") != socket.gethostname():  # whose clock may be wrong, so that it seems to live on
        remedy += f" If that machine is gone, delete {layout.lock}."
    return RunError(f"The run in {layout.path} is being trained by {who}.", remedy)


def _refuse_pipes(layout: RunLayout) -> None:
    """Raise RunError where a pipe lies where a file is appended to: opening it would wait for a reader."""
    for path in (layout.lock, layout.metrics, layout.log):
        if path.is_fifo():
            raise RunError(f"{path} is a named pipe, not a file.", "Move it away.")


def _alive(owner: dict[str, object], layout: RunLayout) -> bool:
    pid, started, host = owner.get("pid"), owner.get("pid_started"), owner.get("host")
    if host == socket.gethostname():
        folder = owner.get("folder")
        if isinstance(folder, str) and not layout.is_at(folder):
            return False  # the lock was copied with the folder
        return isinstance(pid, int) and isinstance(started, str) and process_alive(pid, started)
    try:
        return time.time() - layout.status.stat().st_mtime < FOREIGN_SILENCE
    except OSError:
        return time.time() - layout.lock.stat().st_mtime < FOREIGN_SILENCE


@contextlib.contextmanager
def _guarded(path: Path) -> Iterator[BinaryIO]:
    """The lock file, open for reading and writing, with no other process between the two."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    with os.fdopen(handle, "r+b") as stream:
        _guard(stream.fileno())
        yield stream
        stream.flush()


def _guard(handle: int) -> None:
    """Wait for the operating system's lock; it ends when the file is closed."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
        return
    import fcntl

    with contextlib.suppress(OSError):  # some network file systems have no locks; the contents still decide
        fcntl.flock(handle, fcntl.LOCK_EX)


def _read(stream: BinaryIO) -> dict[str, object]:
    """The owner that the file names; empty where it names none, or was half written."""
    stream.seek(0)
    try:
        owner = json.loads(stream.read(4096))
    except (ValueError, RecursionError):
        return {}
    return owner if isinstance(owner, dict) else {}


def _write(stream: BinaryIO, text: str) -> None:
    stream.seek(0)
    stream.truncate()
    stream.write(text.encode())
