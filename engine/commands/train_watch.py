"""What a training in the foreground shows on standard error: its log, and a bar with its last numbers."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from engine.commands.progress import ProgressBar, time_left
from engine.errors import EngineError
from engine.runs.records import Record, TrainRecord, ValidationRecord


class Watch:
    """Shows a run in the foreground: a progress bar with its last numbers."""

    def __init__(self, bar: ProgressBar, max_updates: int) -> None:
        self._bar = bar
        self._max_updates = max_updates
        self._bleu = ""
        self._first: TrainRecord | None = None

    def take(self, record: Record) -> None:
        """Show what a record says."""
        if isinstance(record, ValidationRecord):
            aer = "" if record.aer is None else f"  AER {record.aer:.1f}%"
            self._bleu = f"  dev BLEU {record.bleu:.1f}{aer}"
        if not isinstance(record, TrainRecord):
            return
        first = self._first = self._first or record
        seconds = record.time - first.time
        left = time_left(record.update - first.update, self._max_updates - first.update, seconds)
        note = f"loss {record.loss:.3f}{self._bleu}  {record.tokens_per_second:,.0f} tokens/s  {left}"
        self._bar.update(record.update, note)


class _LogLines(logging.Handler):
    """Writes log records above a progress bar, but those of an error that ends the run: it is told last."""

    def __init__(self, bar: ProgressBar) -> None:
        super().__init__(logging.INFO)
        self._bar = bar

    def emit(self, record: logging.LogRecord) -> None:
        told = record.args if isinstance(record.args, tuple) else ()
        if not any(isinstance(part, EngineError) for part in told):
            self._bar.say(record.getMessage())


@contextmanager
def watching(max_updates: int) -> Iterator[Watch]:
    """A watch whose bar stands below the run's log, both on standard error."""
    log = logging.getLogger("engine")
    with ProgressBar("Training", max_updates) as bar:
        handler = _LogLines(bar)
        log.addHandler(handler)
        try:
            yield Watch(bar, max_updates)
        finally:
            log.removeHandler(handler)
