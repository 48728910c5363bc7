"""RunReader: the watcher's side of a run directory; reads, never writes, and can come and go at any time."""

import socket
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from engine.runs.best import Best, load_best
from engine.runs.history import History, Records
from engine.runs.layout import RunLayout
from engine.runs.line_file import LineReader
from engine.runs.process import process_alive
from engine.runs.records import (
    Record,
    RunState,
    RunStatus,
    SessionRecord,
    TrainRecord,
    ValidationRecord,
    from_line,
    status_from_json,
)

STALLED_AFTER = 30.0  # seconds without a heartbeat
LOG_LINES = 2000  # of the log that are kept

Condition = RunState | Literal["lost", "stalled", "unknown"]


@dataclass(frozen=True)
class Seen:
    """A run's status as a watcher judges it.

    condition: the state that the run tells; or lost (its process is dead), stalled (no heartbeat), unknown
    (no status can be read). silence: seconds since the last sign of life that was seen, at least 0.
    """

    condition: Condition
    status: RunStatus | None
    silence: float


@dataclass(frozen=True)
class RunUpdate:
    """What is new since the last poll.

    records: each record once, in the order of the file. rewound: what was read before is no longer as it
    was (a resumed or replaced run), so `train_history` and `validation_history` have to be drawn anew.
    more: one poll has not read it all; poll again.
    """

    seen: Seen
    records: tuple[Record, ...]
    log_lines: tuple[str, ...]
    rewound: bool
    more: bool


class RunReader:
    """Follows one run directory by polling."""

    def __init__(self, path: Path) -> None:
        self.layout = RunLayout(path)
        self.broken_lines = 0  # of metrics.jsonl that could not be read
        self._metrics = LineReader(self.layout.metrics)
        self._log = LineReader(self.layout.log)
        self._log_tail: deque[str] = deque(maxlen=LOG_LINES)
        self._records = Records()
        self._heartbeat = 0.0  # the newest one seen
        self._heartbeat_seen = 0.0  # when, on this process's own clock

    def poll(self) -> RunUpdate:
        """What is new; never raises for what a file holds."""
        new = self._metrics.poll()
        if new.restarted:
            self._records = Records()
            self.broken_lines = 0
        self.broken_lines += new.skipped
        records = []
        rewound = new.restarted
        for line in new.lines:
            record = self._parsed(line)
            if record is not None:
                rewound = self._records.add(record) or rewound
                records.append(record)
        log_lines = self._poll_log()
        return RunUpdate(self.seen(), tuple(records), log_lines, rewound, new.more)

    def _parsed(self, line: bytes) -> Record | None:
        try:
            return from_line(line)
        except ValueError:
            self.broken_lines += 1
            return None

    def _poll_log(self) -> tuple[str, ...]:
        new = self._log.poll()
        if new.restarted:
            self._log_tail.clear()
        lines = tuple(line.decode("utf-8", errors="replace").rstrip("\r") for line in new.lines)
        self._log_tail.extend(lines)
        return lines

    def seen(self) -> Seen:
        """The status now, judged by process and heartbeat.

        Heartbeats are compared with each other, on this process's own clock: a wall clock that was set, or
        that of another host, makes no run look dead. Only the first one seen is compared with the wall clock.
        """
        status = read_status(self.layout)
        if status is None:
            return Seen("unknown", None, 0.0)
        now = time.monotonic()
        if status.heartbeat != self._heartbeat:
            first = self._heartbeat == 0.0
            age = max(0.0, time.time() - status.heartbeat) if first else 0.0
            self._heartbeat, self._heartbeat_seen = status.heartbeat, now - age
        silence = now - self._heartbeat_seen
        return Seen(_condition(status, silence), status, silence)

    def train_history(self) -> History[TrainRecord]:
        """All training records so far."""
        return self._records.train()

    def validation_history(self) -> History[ValidationRecord]:
        """All validations so far."""
        return self._records.validation()

    def sessions(self) -> tuple[SessionRecord, ...]:
        """The starts of the run's processes, oldest first."""
        return tuple(self._records.sessions)

    def log_tail(self) -> tuple[str, ...]:
        """The last lines of the log."""
        return tuple(self._log_tail)

    def checkpoints(self) -> list[tuple[int, Path]]:
        """(update, folder) of the checkpoints, oldest first."""
        return self.layout.checkpoints()

    def best(self) -> Best | None:
        """The best checkpoint so far; None before a validation."""
        return load_best(self.layout)

    def traces(self) -> list[tuple[int, tuple[Path, ...]]]:
        """(update, files of the watched sentences) on the line of training, oldest first.

        Traces past the last update on the line belong to a branch that a resume ended.
        """
        last = self._records.last_update()
        return [(update, files) for update, files in self.layout.traces() if last is None or update <= last]


def read_status(layout: RunLayout) -> RunStatus | None:
    """What status.json says, unjudged; None where it is missing or damaged."""
    try:
        return status_from_json(layout.status.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _condition(status: RunStatus, silence: float) -> Condition:
    if status.state not in ("running", "paused"):
        return status.state
    if status.host == socket.gethostname() and not process_alive(status.pid, status.pid_started):
        return "lost"
    return "stalled" if silence > STALLED_AFTER else status.state


def describe(seen: Seen) -> str:
    """The status in one plain sentence."""
    status = seen.status
    if status is None:
        return "Nothing is known of this run: it has no readable status."
    at = f"update {status.update:,}"
    sentences: dict[str, str] = {
        "running": f"Training: {at} of {status.max_updates:,}.",
        "paused": f"Paused at {at}.",
        "stopped": f"Stopped at {at}.",
        "finished": f"Finished at {at}.",
        "diverged": f"Diverged at {at}: the loss is no longer a number.",
        "failed": f"Failed at {at}.",
        "lost": f"Interrupted at {at}: its process {status.pid} is gone. It can be resumed.",
        "stalled": f"No sign of life for {_duration(seen.silence)}; the last was at {at} on {status.host}.",
    }
    return " ".join(part for part in (sentences[seen.condition], _told(status)) if part)


def _told(status: RunStatus) -> str:
    if status.error is None:
        return ""
    return f"{status.error.what} {status.error.remedy}".strip()


def _duration(seconds: float) -> str:
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'s' if count != 1 else ''}"
    return f"{int(seconds)} seconds"
