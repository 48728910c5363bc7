"""Evaluations for the window: made in a process of their own, read away from the UI thread."""

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.errors import CheckpointError, EngineError
from explorer.new_evaluation import NewEvaluation
from explorer.services.json_command import JsonCommand
from explorer.services.tasks import Task, TaskControl, run_task

_PROGRESS = re.compile(r"(?P<what>.+): (?P<done>[\d,]+) of (?P<all>[\d,]+)$")


class EvaluationService(QObject):
    """One at a time; what was done of one that is cancelled stays, and the next goes on from it."""

    progress_made = Signal(str, int, int)  # what is under way, how much of it is done, and of how much
    ended = Signal()  # one that was started: well, badly or cancelled
    loaded = Signal(object, Path)  # an engine.evaluation.evaluation.Evaluation, and its folder
    failed = Signal(EngineError)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder: Path | None = None  # of the one that runs
        self._loading: Task | None = None
        self._command = JsonCommand(EngineError, self)
        self._command.answered.connect(self._on_answer)
        self._command.said.connect(self._on_said)
        self._command.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether an evaluation is under way."""
        return self._folder is not None

    def start(self, wanted: NewEvaluation) -> None:
        """Evaluate; `loaded` or `failed` follows, and `ended` in any case."""
        self._folder = wanted.folder
        self._command.run(wanted.arguments())

    def cancel(self) -> None:
        """End the work at once."""
        self._command.cancel()
        self._end()

    def load(self, folder: Path) -> None:
        """Read an evaluation; the newest wish wins."""
        if self._loading is not None:
            self._loading.cancel()

        def work(_: TaskControl) -> Any:
            from engine.evaluation.evaluation import load  # sacreBLEU comes with it: not on the UI thread

            return load(folder)

        self._loading = run_task(
            work, lambda found: self.loaded.emit(found, folder), self._on_unread, owner=self
        )

    def _on_said(self, line: str) -> None:
        if found := _PROGRESS.match(line):
            counts = (int(found[name].replace(",", "")) for name in ("done", "all"))
            self.progress_made.emit(found["what"], *counts)

    def _on_answer(self, _: object) -> None:
        folder = self._folder
        self._end()
        if folder is not None:
            self.load(folder)

    def _on_failed(self, error: EngineError) -> None:
        self._end()
        self.failed.emit(error)

    def _on_unread(self, error: Exception) -> None:
        told = error if isinstance(error, EngineError) else CheckpointError(f"It cannot be read: {error}.")
        self.failed.emit(told)

    def _end(self) -> None:
        if self._folder is not None:
            self._folder = None
            self.ended.emit()
