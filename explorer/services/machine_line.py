"""The line to another machine: its run service behind a command prefix, picked up again when it breaks."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import EngineError, RunError
from engine.protocol import Frame, VersionError
from explorer.services.framed_process import Ending, FramedProcess
from explorer.services.machine_state import LineState

SERVICE = ("-m", "engine.serve_runs")
WAITS = (1, 2, 4, 8, 16, 32, 60)  # seconds before the next try, each after one more try that failed
SILENCE = 30_000  # milliseconds without a frame, though one is awaited, after which a line is given up
PARTING = 100  # milliseconds for the process to end by itself
MEND = "Correct the command."
_log = logging.getLogger(__name__)

OnAnswer = Callable[[dict[str, Any], bytes], None]
OnError = Callable[[EngineError], None]


class MachineLine(QObject):
    """One line; whatever was asked ends with an answer or an error, also when the line breaks."""

    state_changed = Signal()

    def __init__(self, name: str, prefix: Sequence[str], parent: QObject | None = None) -> None:
        """prefix: the words before `-m engine.serve_runs`, such as ssh, a host and its Python."""
        super().__init__(parent)
        self.name = name
        self.state = LineState()
        self._command = [*prefix, *SERVICE]
        self._process: FramedProcess | None = None
        self._waiting: dict[int, tuple[OnAnswer, OnError]] = {}
        self._number = 0
        self._failures = 0
        self._clock = QTimer(self)  # counts down to the next try
        self._clock.setInterval(1000)
        self._clock.timeout.connect(self._on_second)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(SILENCE)
        self._patience.timeout.connect(self._on_silence)

    @property
    def pid(self) -> int:
        """The id of the process at this end of the line; 0 while there is none."""
        return 0 if self._process is None else self._process.pid

    def open(self) -> None:
        """Try to connect now; nothing where it is connected or being tried."""
        if self._process is not None:
            return
        self._clock.stop()
        self._process = FramedProcess(self._command, self)
        self._process.frame_received.connect(self._on_frame)
        self._process.ended.connect(self._on_ended)
        self._set(LineState("connecting", self.state.problem))
        self._patience.start()
        self._process.start()

    def close(self) -> None:
        """End it and try no more; nothing is told of what was still asked."""
        self._clock.stop()
        self._waiting.clear()
        self._drop_process()
        self._set(LineState())

    def ask(self, message: dict[str, Any], on_answer: OnAnswer, on_error: OnError) -> None:
        """Ask for one thing; one of the two is called, at once where there is no connection."""
        if self._process is None or self.state.state != "connected":
            on_error(RunError(f"There is no line to {self.name} now.", "Try again when it is connected."))
            return
        self._number += 1
        self._waiting[self._number] = (on_answer, on_error)
        self._process.send(Frame({**message, "id": self._number}))
        if not self._patience.isActive():
            self._patience.start()

    def _on_frame(self, frame: Frame) -> None:
        self._patience.stop()
        message = frame.message
        if message.get("kind") == "hello":
            self._on_hello(message)
            return
        number = message.get("id")
        known = isinstance(number, int)
        on_answer, on_error = self._waiting.pop(number, (None, None)) if known else (None, None)
        if self._waiting:
            self._patience.start()
        if on_answer is None or on_error is None:
            return
        self._failures = 0
        if message.get("kind") == "error":
            if details := message.get("details"):
                _log.error("a defect in the run service of %s: %s", self.name, details)
            on_error(RunError(str(message.get("what", "")), str(message.get("remedy", ""))))
        else:
            on_answer(message, frame.payload)

    def _on_hello(self, message: dict[str, Any]) -> None:
        if message.get("service") != "runs":
            self._refuse(f"What answers at {self.name} is no run service.", MEND)
            return
        home, program = (str(message.get(name, "")) for name in ("home", "program"))
        self._set(LineState("connected", home=home, program=program))

    def _on_silence(self) -> None:
        self._drop_process()
        self._break(
            RunError(
                f"{self.name} has not answered for {SILENCE // 1000} seconds.",
                "No password can be typed here: the line needs a key, or an agent that holds it.",
            )
        )

    def _on_ended(self, ending: Ending) -> None:
        self._forget_process()
        if isinstance(ending.error, VersionError):
            there = f" ({ending.error.program})" if ending.error.program else ""
            what = f"The program at {self.name} is of another version{there}: {ending.error}."
            self._refuse(what, "Have the same version on both machines.")
        elif not ending.ran:
            what = f"The line to {self.name} cannot be opened: there is no program “{self._command[0]}”."
            self._refuse(what, MEND)
        else:
            self._break(self._broken(ending))

    def _broken(self, ending: Ending) -> RunError:
        said = f"“{ending.last_words}”" if ending.last_words else ending.how
        was = "broke" if self.state.state == "connected" else "could not be opened"
        return RunError(f"The line to {self.name} {was}: {said}.", "Runs there go on without it.")

    def _refuse(self, what: str, remedy: str) -> None:
        """A line that no waiting mends."""
        self._drop_process()
        self._set(LineState("refused", RunError(what, remedy)))
        self._fail_waiting()

    def _break(self, problem: EngineError) -> None:
        seconds = WAITS[min(self._failures, len(WAITS) - 1)]
        self._failures += 1
        self._set(LineState("broken", problem, seconds))
        self._clock.start()
        self._fail_waiting()

    def _fail_waiting(self) -> None:
        waiting, self._waiting = list(self._waiting.values()), {}
        for _, on_error in waiting:
            on_error(self.state.problem or RunError(f"The line to {self.name} was closed."))

    def _on_second(self) -> None:
        left = self.state.seconds_left - 1
        if left > 0:
            self._set(replace(self.state, seconds_left=left))
        else:
            self.open()

    def _drop_process(self) -> None:
        if self._process is not None:
            self._process.end(Frame({"kind": "shutdown", "id": 0}), PARTING)
        self._forget_process()

    def _forget_process(self) -> None:
        self._patience.stop()
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()

    def _set(self, state: LineState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit()
