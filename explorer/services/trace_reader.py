"""Turns the payload of an answer into a checked trace, away from the UI thread; the newest of a channel wins.

A trace of 200 x 200 tokens holds tens of megabytes, and its check multiplies matrices: too slow for the UI.
"""

import logging

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError
from engine.trace import DecodingTrace
from engine.trace_check import TraceError, check
from engine.trace_io import from_bytes
from explorer.services.tasks import Task, run_task

_log = logging.getLogger(__name__)


class TraceReader(QObject):
    """Reads one payload of a channel at a time; of those that wait meanwhile only the newest is read."""

    trace_read = Signal(str, object, bool)  # channel, DecodingTrace, whether it is the whole trace
    trace_refused = Signal(str, EngineError)  # channel

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks: dict[str, Task | None] = {}
        self._waiting: dict[str, tuple[bytes, bool]] = {}

    def read(self, channel: str, payload: bytes, *, final: bool) -> None:
        """Read this payload; a step that still waits on the channel is skipped."""
        self._waiting[channel] = (payload, final)
        if channel not in self._tasks:
            self._next(channel)

    def forget(self, channel: str) -> None:
        """Tell nothing more of what was handed in for this channel."""
        self._waiting.pop(channel, None)
        if task := self._tasks.pop(channel, None):
            task.cancel()

    def forget_all(self) -> None:
        """Tell nothing more of anything."""
        for channel in {*self._tasks, *self._waiting}:
            self.forget(channel)

    def _next(self, channel: str) -> None:
        if channel not in self._waiting:
            return
        payload, final = self._waiting.pop(channel)
        self._tasks[channel] = None

        def on_done(trace: DecodingTrace) -> None:
            self._tasks.pop(channel, None)
            self.trace_read.emit(channel, trace, final)
            self._next(channel)

        def on_error(error: Exception) -> None:
            self.forget(channel)
            self.trace_refused.emit(channel, refusal(error))

        task = run_task(lambda _: read_checked(payload), on_done, on_error, owner=self)
        if channel in self._tasks:
            self._tasks[channel] = task


def read_checked(payload: bytes) -> DecodingTrace:
    """The trace in these bytes. Raises CheckpointError where it is none, TraceError where it is false."""
    trace = from_bytes(payload)
    check(trace)
    return trace


def refusal(error: Exception) -> EngineError:
    """What `read_checked` raised, in words for a person."""
    if isinstance(error, EngineError):
        return error
    _log.error("a trace was refused", exc_info=error)
    if isinstance(error, TraceError):
        return EngineError(
            f"The engine's answer contradicts itself ({error}), so nothing is drawn of it.",
            "This is a defect of the engine; the log has the details.",
        )
    return EngineError(f"The engine's answer cannot be read ({error}).", "The log has the details.")
