"""The files of a run in pieces, for a copy of it elsewhere: what is new since a moment, and single files."""

import hashlib
import os
from pathlib import Path
from typing import Any

from engine.errors import RunError
from engine.regular_files import open_regular, read_regular
from engine.runs.layout import RunLayout, update_name

HEAD = 64  # bytes at the beginning of the metrics by which a replaced file is told
PIECE = 1 << 20  # bytes of one answer at most
LOG_TAIL = 1 << 15
MOST_SMALL = 1 << 20  # bytes: a larger file is fetched only when it is asked for
SMALL = (".json", ".links")


def look(run: Path, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """What is new in a run, as engine.protocol describes; the payload is the next piece of its metrics."""
    layout = RunLayout(run)
    known = request.get("files")
    offset, metrics = _metrics(layout.metrics, request.get("offset"), request.get("head"))
    answer = {
        "files": _small_files(run, known if isinstance(known, dict) else {}),
        "log": _tail(layout.log),
        "checkpoints": [folder.name for _, folder in layout.checkpoints()],
        "traces": {update_name(update): [file.name for file in files] for update, files in layout.traces()},
        "offset": offset,
        "more": len(metrics) == PIECE,
    }
    return answer, metrics


def piece(run: Path, name: object, offset: object) -> tuple[dict[str, Any], bytes]:
    """One piece of a file inside the run, with its checksum; `mark` tells whether the file stayed the same.

    Raises RunError where there is no such file.
    """
    path = _inside(run, name)
    if not path.is_file():
        raise RunError(f"{name} of the run {run.name} is no file.", "Ask for one file at a time.")
    start = offset if type(offset) is int and offset >= 0 else 0
    try:
        with open_regular(path) as stream:
            stream.seek(start)
            data = stream.read(PIECE)
            stat = os.fstat(stream.fileno())
    except OSError as error:
        raise RunError(f"The file {name} of {run.name} cannot be read: {error.strerror}.") from error
    digest = hashlib.sha256(data).hexdigest()
    return {"size": stat.st_size, "mark": f"{stat.st_ino}-{stat.st_mtime_ns}", "sha256": digest}, data


def files_under(run: Path, name: object) -> list[dict[str, Any]]:
    """The files in a folder of the run, however deep: name from the run on, size, time in nanoseconds."""
    folder = _inside(run, name)
    found = []
    for path in sorted(folder.rglob("*")):
        try:
            stat = path.stat()
        except OSError:
            continue  # removed at this moment
        if path.is_file():
            file = {"name": path.relative_to(run).as_posix(), "size": stat.st_size, "time": stat.st_mtime_ns}
            found.append(file)
    return found


def _inside(run: Path, name: object) -> Path:
    missing = RunError(f"The run {run.name} has no file {str(name)[:80]}.", "It may have been removed.")
    path = run / str(name)
    try:
        is_there = isinstance(name, str) and path.resolve().is_relative_to(run.resolve()) and path.exists()
    except (OSError, ValueError) as error:  # a name that cannot be one
        raise missing from error
    if not is_there:
        raise missing
    return path


def _metrics(path: Path, offset: object, head: object) -> tuple[int, bytes]:
    """The place of the next piece, and the piece; from the top where the file is another one than before."""
    try:
        with open_regular(path) as stream:
            first = stream.read(HEAD)
            size = stream.seek(0, 2)
            start = offset if type(offset) is int and 0 <= offset <= size else 0
            if not isinstance(head, str) or not first.hex().startswith(head):
                start = 0
            stream.seek(start)
            return start, stream.read(PIECE)
    except OSError:
        return 0, b""


def _small_files(run: Path, known: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Name → mark and text of those whose mark is another one than the known."""
    found = {}
    for path in sorted(run.glob("*")):
        try:
            stat = path.stat()
            mark = f"{stat.st_ino}-{stat.st_size}-{stat.st_mtime_ns}"
            is_wanted = path.suffix in SMALL and path.is_file() and stat.st_size <= MOST_SMALL
            if is_wanted and known.get(path.name) != mark:
                found[path.name] = {
                    "mark": mark,
                    "text": read_regular(path, MOST_SMALL).decode(errors="replace"),
                }
        except OSError:
            continue  # replaced or removed at this moment; the next look finds it
    return found


def _tail(path: Path) -> str:
    """The last whole lines of a text file."""
    try:
        with open_regular(path) as stream:
            size = stream.seek(0, 2)
            stream.seek(max(0, size - LOG_TAIL))
            data = stream.read()
    except OSError:
        return ""
    if size > LOG_TAIL:
        data = data[data.find(b"\n") + 1 :]
    return data[: data.rfind(b"\n") + 1].decode("utf-8", "replace")
