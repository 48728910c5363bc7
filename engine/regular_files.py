"""The door to files that others wrote: a pipe or a device in the place of one never hangs a reader.

A named pipe can lie where a run's file should, by mischief or by accident, and opening it waits for a writer.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


class NotRegularError(OSError):
    """What lies at a path is there, but is no regular file, or is larger than such a file ever is."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(errno.EINVAL, why, str(path))


def open_regular(path: Path) -> BinaryIO:
    """Open a regular file for reading. Raises OSError as `open` does, and where it is anything else."""
    require_regular(path, path.stat())  # first, for even opening a device can do something
    stream = open(path, "rb", opener=at_once)  # noqa: SIM115 - Path.open takes no opener
    try:
        require_regular(path, os.fstat(stream.fileno()))  # it may have been replaced meanwhile
    except OSError:
        stream.close()
        raise
    return stream


def read_regular(path: Path, most: int) -> bytes:
    """The bytes of a regular file. Raises OSError as `open_regular` does, or where they are more."""
    with open_regular(path) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        raise NotRegularError(path, f"it holds more than {most:,} bytes")
    return data


def require_regular(path: Path, found: os.stat_result) -> None:
    """Raise OSError where what was found at the path is no regular file."""
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(found.st_mode):
        raise NotRegularError(path, "it is a pipe, a socket or a device, not a file")


def at_once(path: str, flags: int) -> int:
    """An opener for `open` that never waits for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)
