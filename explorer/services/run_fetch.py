"""Fetches files of a run on another machine into its copy, piece by piece, each piece checked."""

import hashlib
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError, RunError
from engine.runs.publishing import PART, replace
from explorer.services.machine_line import MachineLine
from explorer.services.tasks import run_task

TOLERANCE = 2_000_000_000  # nanoseconds: what the coarsest file system rounds a time by
MOST_NANOSECONDS = 1 << 62  # since 1970: a time that every file system takes
_SAFE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")  # a part of a file's name, on any system


@dataclass(frozen=True)
class _File:
    """A file of the run as it is there. time: when it was written, in nanoseconds."""

    name: str
    size: int
    time: int

    def is_in(self, folder: Path) -> bool:
        """Whether it is here already; a run that was resumed writes files of the same names again."""
        try:
            stat = (folder / self.name).stat()
        except OSError:
            return False
        return stat.st_size == self.size and abs(stat.st_mtime_ns - self.time) < TOLERANCE


class RunFetch(QObject):
    """One fetch: those files of a list that are not here yet, in the order of the list."""

    done = Signal()
    failed = Signal(EngineError)
    progressed = Signal(float)  # the share of a large file that is here

    def __init__(self, line: MachineLine, run: str, copy: Path, parent: QObject | None = None) -> None:
        """run: its name there; copy: its folder here."""
        super().__init__(parent)
        self._line = line
        self._run = run
        self._copy = copy
        self._files: list[_File] = []
        self._mark = ""

    def fetch_folders(self, folders: Sequence[str], choose: Callable[[str], bool]) -> None:
        """Fetch the files in these folders of the run that `choose` wants by their names from the run on."""
        if not folders:
            self._begin()
            return

        def on_names(answer: dict[str, Any], _: bytes) -> None:
            self._files += [file for file in _files(answer.get("files")) if choose(file.name)]
            self.fetch_folders(folders[1:], choose)

        self._line.ask({"kind": "files", "run": self._run, "folder": folders[0]}, on_names, self.failed.emit)

    def _begin(self) -> None:
        copy, files = self._copy, self._files
        run_task(lambda _: [file for file in files if not file.is_in(copy)], self._on_missing, owner=self)

    def _on_missing(self, files: list[_File]) -> None:
        self._files = files
        self._next()

    def _next(self) -> None:
        if self._files:
            self._ask(self._files.pop(0), 0)
        else:
            self.done.emit()

    def _ask(self, file: _File, offset: int) -> None:
        message = {"kind": "piece", "run": self._run, "file": file.name, "offset": offset}
        self._line.ask(
            message, lambda answer, data: self._on_piece(file, offset, answer, data), self.failed.emit
        )

    def _on_piece(self, file: _File, offset: int, answer: dict[str, Any], data: bytes) -> None:
        size, mark = answer.get("size"), str(answer.get("mark"))
        if hashlib.sha256(data).hexdigest() != answer.get("sha256") or type(size) is not int:
            self._fail(file.name, "a piece of it arrived damaged")
        elif offset and (mark != self._mark or not data):
            self._fail(file.name, "it changed meanwhile")
        else:
            self._mark = mark
            end = offset + len(data)
            if end < size:
                self.progressed.emit(end / size)
            path = self._copy / file.name

            def on_kept(_: object) -> None:
                if end < size:
                    self._ask(file, end)
                else:
                    self._next()

            time = file.time if end >= size else None
            run_task(lambda _: _keep(path, offset, data, time=time), on_kept, self._on_error, owner=self)

    def _fail(self, name: str, why: str) -> None:
        self.failed.emit(RunError(f"The file {name} of {self._run} was not fetched: {why}.", "Try again."))

    def _on_error(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            raise error
        what = f"The files of {self._run} cannot be kept in {self._copy}: {error.strerror}."
        self.failed.emit(RunError(what, "Make room there."))


def _files(values: object) -> list[_File]:
    """What a list of files names, as far as the names stay inside of a folder, on any system."""
    found = []
    for value in values if isinstance(values, list) else []:
        if isinstance(value, dict) and _is_safe(value.get("name")):
            size, time = value.get("size"), value.get("time")
            if type(size) is int and type(time) is int and 0 <= time < MOST_NANOSECONDS:
                found.append(_File(value["name"], size, time))
    return found


def _is_safe(name: object) -> bool:
    """Whether a name stays inside of a folder, on any system."""
    parts = PurePosixPath(name).parts if isinstance(name, str) else ()
    return bool(parts) and all(_SAFE.fullmatch(part) for part in parts)


def _keep(path: Path, offset: int, data: bytes, *, time: int | None) -> None:
    """Write a piece; time: when the file was written, in nanoseconds, None unless this is the last piece."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + PART)
    with part.open("r+b" if offset else "wb") as stream:
        stream.seek(offset)
        stream.write(data)
    if time is not None:
        os.utime(part, ns=(time, time))
        replace(part, path)
