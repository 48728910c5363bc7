"""Counts what an import of corpus files would keep and drop, in a process that can be given up at any moment.

A process and not a thread: a file of some gigabytes neither slows the window nor fills its memory, and
closing a dialog ends the reading at once.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, Signal

from engine.corpora.report import ImportReport
from engine.errors import CorpusError, EngineError
from explorer.services.training_process import PROGRAM

PATIENCE = 2000  # milliseconds that a killed process is waited for


class CorpusService(QObject):
    """Looks into corpus files; the newest question wins and ends the one before."""

    report_made = Signal(object)  # ImportReport
    check_failed = Signal(EngineError)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None

    def check(self, paths: Sequence[Path]) -> None:
        """Read the files; `report_made` or `check_failed` follows, and nothing where there are no files."""
        self.cancel()
        if not paths:
            return
        process = QProcess(self)
        process.finished.connect(lambda: self._on_finished(process))
        process.errorOccurred.connect(lambda error: self._on_error(process, error))
        self._process = process
        files = [str(path.absolute()) for path in paths]
        process.start(sys.executable, [str(PROGRAM), "corpus", "--json", *files])

    def cancel(self) -> None:
        """Read no further; nothing is told."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(PATIENCE)
            process.deleteLater()

    def _on_finished(self, process: QProcess) -> None:
        if process is not self._process:
            return
        self._process = None
        output, complaint = process.readAllStandardOutput().data(), process.readAllStandardError().data()
        process.deleteLater()
        try:
            report = ImportReport.from_json(json.loads(output))
        except (ValueError, KeyError, TypeError):
            self.check_failed.emit(_error(complaint.decode("utf-8", errors="replace")))
            return
        self.report_made.emit(report)

    def _on_error(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if process is self._process and error == QProcess.ProcessError.FailedToStart:
            self._process = None
            process.deleteLater()
            self.check_failed.emit(CorpusError(f"The program {sys.executable} could not be started."))


def _error(complaint: str) -> CorpusError:
    lines = [line.strip() for line in complaint.split("\n") if line.strip()]
    return CorpusError(lines[-1].removeprefix("error: ") if lines else "The files could not be read.")
