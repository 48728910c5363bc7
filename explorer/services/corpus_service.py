"""Counts what an import of corpus files would keep and drop."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.corpora.report import ImportReport
from engine.errors import CorpusError, EngineError
from explorer.services.json_command import JsonCommand


class CorpusService(QObject):
    """Looks into corpus files; the newest question wins and ends the one before."""

    report_made = Signal(object)  # ImportReport
    check_failed = Signal(EngineError)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = JsonCommand(CorpusError, self)
        self._command.answered.connect(self._on_answer)
        self._command.failed.connect(self.check_failed)

    def check(self, paths: Sequence[Path]) -> None:
        """Read the files; `report_made` or `check_failed` follows, and nothing where there are no files."""
        self.cancel()
        if paths:
            self._command.run(["corpus", "--json", *(str(path.absolute()) for path in paths)])

    def cancel(self) -> None:
        """Read no further; nothing is told."""
        self._command.cancel()

    def _on_answer(self, values: object) -> None:
        try:
            report = ImportReport.from_json(values)
        except (KeyError, TypeError):
            self.check_failed.emit(CorpusError("The files could not be read."))
            return
        self.report_made.emit(report)
