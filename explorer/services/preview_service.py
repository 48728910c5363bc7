"""Looks ahead at a run: what it would train on, and how long an epoch takes on this machine."""

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError, RunError
from engine.preview import Preview
from explorer.new_run import NewRun
from explorer.services.json_command import JsonCommand


class PreviewService(QObject):
    """The newest question wins and ends the one before."""

    progress_made = Signal(str)  # what it does now
    preview_made = Signal(object)  # Preview
    preview_failed = Signal(EngineError)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = JsonCommand(RunError, self)
        self._command.answered.connect(self._on_answer)
        self._command.said.connect(self.progress_made)
        self._command.failed.connect(self.preview_failed)

    def look(self, run: NewRun | None) -> None:
        """Look ahead at this run; `preview_made` or `preview_failed` follows, but nothing for None."""
        self.cancel()
        if run is not None:
            self._command.run([*run.arguments(), "--estimate", "--json"])

    def cancel(self) -> None:
        """Look no further; nothing is told."""
        self._command.cancel()

    def _on_answer(self, values: object) -> None:
        try:
            found = Preview.from_json(values)
        except (KeyError, TypeError):
            self.preview_failed.emit(RunError("What the run would take could not be found out."))
            return
        self.preview_made.emit(found)
