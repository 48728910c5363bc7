"""The scalars of a run once more, for TensorBoard: one event file a session, beside metrics.jsonl.

The event writer of tensorboardX passes events to a thread through a queue, which blocks for ever once a full
disk has ended the thread. So events are written here at once, by its record writer alone.
"""

import dataclasses
import os
import socket
import time
from pathlib import Path

from tensorboardX.proto.event_pb2 import Event, SessionLog
from tensorboardX.proto.summary_pb2 import Summary
from tensorboardX.record_writer import RecordWriter

from engine.runs.records import Record, SessionRecord

_FLUSH_EVERY = 10.0  # seconds; a flush waits for the disk
_NOT_SCALARS = ("update", "epoch", "time")
_PREFIX = "events.out.tfevents."


class EventFile:
    """One new event file in a run directory."""

    def __init__(self, folder: Path, resumed_from: int | None) -> None:
        """Open it. Points of older files after `resumed_from` are declared void for TensorBoard.

        A new run says too that it starts, for TensorBoard takes the first such word for no resume.
        """
        self._writer = RecordWriter(str(_new_path(folder)))
        self._flushed = time.monotonic()
        self._write(Event(wall_time=time.time(), file_version="brain.Event:2"))
        session = SessionLog(status=SessionLog.START)
        step = 0 if resumed_from is None else resumed_from + 1
        self._write(Event(wall_time=time.time(), step=step, session_log=session))
        self._writer.flush()

    def record(self, record: Record) -> None:
        """Add the record's numbers as scalars `kind/field`."""
        if isinstance(record, SessionRecord):
            return
        values = [
            Summary.Value(tag=f"{record.kind}/{item.name}", simple_value=value)
            for item in dataclasses.fields(record)
            if item.name not in _NOT_SCALARS and isinstance(value := getattr(record, item.name), float)
        ]
        self._write(Event(wall_time=record.time, step=record.update, summary=Summary(value=values)))
        if time.monotonic() - self._flushed > _FLUSH_EVERY:
            self._writer.flush()
            self._flushed = time.monotonic()

    def close(self) -> None:
        """Write out what is left and close the file."""
        try:
            self._writer.flush()
        finally:
            self._writer.close()

    def _write(self, event: Event) -> None:
        self._writer.write(event.SerializeToString())


def _new_path(folder: Path) -> Path:
    """A name after those of the files that are there, for TensorBoard reads them in the order of their names.

    The clock alone does not give that: it may have been set back, or two sessions begin within one second.
    """
    stamps = [path.name.removeprefix(_PREFIX).partition(".")[0] for path in folder.glob(_PREFIX + "*")]
    newest = max((int(stamp) for stamp in stamps if stamp.isdecimal()), default=0)
    stamp = max(int(time.time()), newest + 1)
    return folder / f"{_PREFIX}{stamp:010d}.{socket.gethostname()}.{os.getpid()}"
