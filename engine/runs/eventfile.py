"""The scalars of a run once more, for TensorBoard: one event file a session, beside metrics.jsonl.

The event writer of tensorboardX passes events to a thread through a queue, which blocks for ever once a full
disk has ended the thread. So events are written here at once, by its record writer alone.
"""

import dataclasses
import itertools
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
_COUNTER = itertools.count()


class EventFile:
    """One new event file in a run directory."""

    def __init__(self, folder: Path, resumed_from: int | None) -> None:
        """Open it. Points of older files after `resumed_from` are declared void for TensorBoard."""
        while (path := _path(folder)).exists():
            pass
        self._writer = RecordWriter(str(path))
        self._flushed = time.monotonic()
        self._write(Event(wall_time=time.time(), file_version="brain.Event:2"))
        if resumed_from is not None:
            session = SessionLog(status=SessionLog.START)
            self._write(Event(wall_time=time.time(), step=resumed_from + 1, session_log=session))
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


def _path(folder: Path) -> Path:
    host = socket.gethostname()
    return folder / f"events.out.tfevents.{time.time():.0f}.{host}.{os.getpid()}.{next(_COUNTER)}"
