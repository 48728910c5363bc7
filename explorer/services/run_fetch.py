"""Fetches files of a run on another machine into its copy, piece by piece, each piece checked."""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError, RunError
from engine.runs.publishing import PART, replace
from explorer.services.machine_line import MachineLine
from explorer.services.tasks import run_task

_SAFE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")  # a part of a file's name, on any system


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
        self._names: list[str] = []
        self._mark = ""

    def fetch_folders(self, folders: Sequence[str], choose: Callable[[str], bool]) -> None:
        """Fetch the files in these folders of the run that `choose` wants by their names from the run on."""
        if not folders:
            self._begin()
            return

        def on_names(answer: dict[str, Any], _: bytes) -> None:
            names = answer.get("files")
            self._names += [name for name in names if _is_safe(name) and choose(name)] if names else []
            self.fetch_folders(folders[1:], choose)

        self._line.ask({"kind": "files", "run": self._run, "folder": folders[0]}, on_names, self.failed.emit)

    def _begin(self) -> None:
        copy, names = self._copy, self._names

        def missing(_: object) -> list[str]:
            return [name for name in names if not (copy / name).is_file()]

        run_task(missing, self._on_missing, owner=self)

    def _on_missing(self, names: list[str]) -> None:
        self._names = names
        self._next()

    def _next(self) -> None:
        if self._names:
            self._ask(self._names.pop(0), 0)
        else:
            self.done.emit()

    def _ask(self, name: str, offset: int) -> None:
        message = {"kind": "piece", "run": self._run, "file": name, "offset": offset}
        self._line.ask(
            message, lambda answer, data: self._on_piece(name, offset, answer, data), self.failed.emit
        )

    def _on_piece(self, name: str, offset: int, answer: dict[str, Any], data: bytes) -> None:
        size, mark = answer.get("size"), str(answer.get("mark"))
        if hashlib.sha256(data).hexdigest() != answer.get("sha256") or type(size) is not int:
            self._fail(name, "a piece of it arrived damaged")
        elif offset and (mark != self._mark or not data):
            self._fail(name, "it changed meanwhile")
        else:
            self._mark = mark
            end = offset + len(data)
            if end < size:
                self.progressed.emit(end / size)
            path = self._copy / name

            def on_kept(_: object) -> None:
                if end < size:
                    self._ask(name, end)
                else:
                    self._next()

            run_task(
                lambda _: _keep(path, offset, data, is_last=end >= size), on_kept, self._on_error, owner=self
            )

    def _fail(self, name: str, why: str) -> None:
        self.failed.emit(RunError(f"The file {name} of {self._run} was not fetched: {why}.", "Try again."))

    def _on_error(self, error: Exception) -> None:
        if not isinstance(error, OSError):
            raise error
        what = f"The files of {self._run} cannot be kept in {self._copy}: {error.strerror}."
        self.failed.emit(RunError(what, "Make room there."))


def _is_safe(name: object) -> bool:
    """Whether a name stays inside of a folder, on any system."""
    return isinstance(name, str) and all(_SAFE.fullmatch(part) for part in PurePosixPath(name).parts)


def _keep(path: Path, offset: int, data: bytes, *, is_last: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + PART)
    with part.open("r+b" if offset else "wb") as stream:
        stream.seek(offset)
        stream.write(data)
    if is_last:
        replace(part, path)
