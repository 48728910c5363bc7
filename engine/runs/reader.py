"""RunReader: the watcher's side of a run directory; reads, never writes, and can come and go at any time."""

from collections import deque
from dataclasses import dataclass
from pathlib import Path

from engine.runs.condition import Pulse, Seen, describe
from engine.runs.history import History, Records
from engine.runs.layout import RunLayout
from engine.runs.line_file import LineReader
from engine.runs.records import Record, SessionRecord, TrainRecord, ValidationRecord, from_line

__all__ = ["RunReader", "RunUpdate", "Seen", "describe"]

LOG_LINES = 2000  # of the log that are kept


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
        self._pulse = Pulse(self.layout)

    def poll(self) -> RunUpdate:
        """What is new; never raises for what a file holds."""
        new = self._metrics.poll()
        if new.restarted:
            self._records = Records()
            self.broken_lines = 0
        self.broken_lines += new.skipped
        records = []
        rewound = new.restarted
        for line in filter(bytes.strip, new.lines):
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
        """How the run is now."""
        return self._pulse.look()

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
