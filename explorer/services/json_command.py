"""A command of this program that answers in JSON, in a process that can be given up at any moment.

A process and not a thread: what reads a file of some gigabytes, or computes, neither slows the window nor
fills its memory, and giving it up ends it at once.
"""

import json
import os
import sys
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from engine.errors import EngineError
from engine.runs.detached import PROGRAM
from engine.shared_cores import sharing_cores

PATIENCE = 2000  # milliseconds that a killed process is waited for


class JsonCommand(QObject):
    """Runs one command at a time; the newest one wins and ends the one before."""

    answered = Signal(object)  # the JSON value; one that cannot be read is a failure
    said = Signal(str)  # a line on standard error while it works
    failed = Signal(EngineError)

    def __init__(self, kind: type[EngineError], parent: QObject | None = None) -> None:
        """kind: of the error that its last words become."""
        super().__init__(parent)
        self._kind = kind
        self._process: QProcess | None = None
        self._rest, self._last = (
            b"",
            "",
        )  # of standard error: a line without an end yet, the last whole one

    def run(self, arguments: Sequence[str]) -> None:
        """Run `main.py` with these; `answered` or `failed` follows."""
        self.cancel()
        process = QProcess(self)
        process.setProcessEnvironment(_environment())
        process.finished.connect(lambda: self._on_finished(process))
        process.errorOccurred.connect(lambda error: self._on_error(process, error))
        process.readyReadStandardError.connect(lambda: self._listen(process))
        self._process = process
        self._rest, self._last = b"", self.tr("The program ended without an answer.")
        process.start(sys.executable, [str(PROGRAM), *arguments])

    def cancel(self) -> None:
        """End it; nothing is told."""
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(PATIENCE)
            process.deleteLater()

    def _listen(self, process: QProcess) -> None:
        if process is self._process:
            self._rest += process.readAllStandardError().data()
            *lines, self._rest = self._rest.split(b"\n")
            self._say(lines)

    def _say(self, lines: Sequence[bytes]) -> None:
        for line in lines:
            if text := line.decode("utf-8", errors="replace").strip():
                self._last = text
                self.said.emit(text)

    def _on_finished(self, process: QProcess) -> None:
        if process is not self._process:
            return
        self._listen(process)
        self._say([self._rest])
        self._process = None
        output = process.readAllStandardOutput().data()
        process.deleteLater()
        try:
            answer = json.loads(output)
        except ValueError:
            self.failed.emit(self._kind(self._last.removeprefix("error: ")))
            return
        self.answered.emit(answer)

    def _on_error(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if process is self._process and error == QProcess.ProcessError.FailedToStart:
            self._process = None
            process.deleteLater()
            self.failed.emit(self._kind(f"The program {sys.executable} could not be started."))


def _environment() -> QProcessEnvironment:
    environment = QProcessEnvironment()
    for name, value in sharing_cores(os.environ).items():
        environment.insert(name, value)
    return environment
