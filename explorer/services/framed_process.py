"""A child process that speaks frames: started, read, and ended in a way that can be told in words."""

import logging
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

from engine.protocol import Frame, FrameBuffer, ProtocolError, encode
from engine.shared_cores import sharing_cores

REPOSITORY = Path(__file__).resolve().parents[2]
_KEPT = 8192  # bytes: enough for the last lines of a traceback
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Ending:
    """How a process ended: in words, with the last line that it said outside of frames (may be empty).

    ran: whether it could be started at all. error: what made its frames unreadable.
    """

    how: str
    last_words: str = ""
    ran: bool = True
    error: ProtocolError | None = None


class FramedProcess(QObject):
    """One process from its start to its end; it is not used again after that."""

    frame_received = Signal(object)  # Frame
    ended = Signal(Ending)

    def __init__(self, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = list(command)
        self._frames = FrameBuffer(skip_noise=True)
        self._stderr = b""
        self._noise = b""
        self._error: ProtocolError | None = None
        self._process = QProcess(self)
        self._process.setWorkingDirectory(str(REPOSITORY))
        if os.name == "posix":  # nothing behind the process can ask for a password on a terminal, and wait
            self._process.setUnixProcessParameters(QProcess.UnixProcessFlag.DisconnectControllingTerminal)
        environment = QProcessEnvironment()
        for name, value in sharing_cores(os.environ).items():
            environment.insert(name, value)
        self._process.setProcessEnvironment(environment)
        self._process.readyReadStandardOutput.connect(self._on_output)
        self._process.readyReadStandardError.connect(self._on_stderr)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)

    @property
    def pid(self) -> int:
        """The process id; 0 while it does not run."""
        return int(self._process.processId())

    def start(self) -> None:
        """Start it; a failure comes as `ended`."""
        self._process.start(self._command[0], self._command[1:])

    def send(self, frame: Frame) -> None:
        """Hand a frame to the process; never blocks."""
        self._process.write(encode(frame))

    def end(self, farewell: Frame, patience_ms: int) -> None:
        """End it: asked first, then told, then made to. Returns when it has ended; `ended` is not sent."""
        self.blockSignals(True)
        self._process.waitForStarted(patience_ms)
        if self._process.state() == QProcess.ProcessState.Running:
            self.send(farewell)
            self._process.closeWriteChannel()
        for insist in (self._process.terminate, self._process.kill):
            if self._has_ended(patience_ms):
                return
            insist()
        self._has_ended(patience_ms)

    def _has_ended(self, patience_ms: int) -> bool:
        running = self._process.state() != QProcess.ProcessState.NotRunning
        return not running or self._process.waitForFinished(patience_ms)

    def _on_output(self) -> None:
        try:
            frames = self._frames.feed(self._process.readAllStandardOutput().data())
        except ProtocolError as error:
            self._error = error
            self._process.kill()
            return
        if noise := self._frames.take_noise():
            self._noise = (self._noise + noise)[-_KEPT:]
            _log.warning("not an answer, on the engine's standard output: %r", noise[:500])
        for frame in frames:
            self.frame_received.emit(frame)

    def _on_stderr(self) -> None:
        new = self._process.readAllStandardError().data()
        _log.info("engine: %s", new.decode(errors="replace").rstrip())
        self._stderr = (self._stderr + new)[-_KEPT:]

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.ended.emit(Ending("it could not be started", ran=False))

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._on_output()
        self._on_stderr()
        how = outcome(code, killed=status == QProcess.ExitStatus.CrashExit)
        if self._error is not None:
            how = f"its answer could not be read ({self._error})"
        last_words = _last_line(self._stderr) or _last_line(self._noise)
        self.ended.emit(Ending(how, last_words, error=self._error))


def _last_line(said: bytes) -> str:
    lines = said.decode(errors="replace").strip().splitlines()
    return lines[-1].strip() if lines else ""


def outcome(code: int, *, killed: bool) -> str:
    """How a process ended, in words; `code` is its exit code or, if it was killed, the signal's number."""
    if not killed:
        return f"exit code {code}"
    try:
        name = signal.Signals(code).name
    except ValueError:
        return "it crashed"
    hint = ", as happens when memory runs out" if name == "SIGKILL" else ""
    return f"it was ended by the signal {name}{hint}"
