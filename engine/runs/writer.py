"""RunWriter: the trainer's side of a run directory."""

import contextlib
import dataclasses
import logging
import os
import socket
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from engine import trace_io
from engine.config import ExperimentConfig
from engine.errors import EngineError, RunError
from engine.runs import publishing
from engine.runs.best import Best, save_best
from engine.runs.branches import put_branch_aside
from engine.runs.control import Request, forget_old_request, read_limit, take_request
from engine.runs.eventfile import EventFile
from engine.runs.experiment_file import load_experiment, save_experiment
from engine.runs.layout import RunLayout
from engine.runs.line_file import LineWriter
from engine.runs.ownership import Ownership
from engine.runs.process import process_started
from engine.runs.records import (
    Problem,
    Record,
    RunState,
    RunStatus,
    SessionRecord,
    TrainRecord,
    status_to_json,
    to_line,
)
from engine.runs.write_errors import in_words, unexpected, write_error
from engine.trace import DecodingTrace

HEARTBEAT = 2.0  # seconds between two signs of life in status.json
_TELL_EVERY = 0.5  # seconds, at the most often, between two words about the preparation
_LOG = logging.getLogger(__name__)


class RunWriter:
    """Writes one session of a run. Made by `create` or `resume`; owns the folder until `close`.

    A background thread gives a sign of life every `HEARTBEAT` seconds, so that a long validation or a
    pause is not taken for a standstill. All methods are for one thread.
    """

    def __init__(
        self, layout: RunLayout, owner: Ownership, status: RunStatus, resumed_from: int | None
    ) -> None:
        """Open the files of a folder that is owned already; `create` and `resume` do that."""
        self.layout = layout
        self.log_handler = _log_handler(layout.log)
        self._owner = owner
        self._status = status
        self._limit_written: int | None = None  # when, in nanoseconds
        self._status_written = True  # False while the disk does not take it, so that it is logged once
        self._status_lock = threading.Lock()
        self._ended = threading.Event()
        with contextlib.ExitStack() as opened:
            opened.callback(self.log_handler.close)
            self._metrics = LineWriter(layout.metrics)
            opened.callback(self._metrics.close)
            self._events = EventFile(layout.path, resumed_from)
            opened.callback(self._events.close)
            self.record(SessionRecord(status.update, status.epoch, resumed_from, status.pid, status.host))
            self._files = opened.pop_all()
        self._publish()
        self._thread = threading.Thread(target=self._beat, name="run heartbeat", daemon=True)
        self._thread.start()

    @classmethod
    def create(cls, path: Path, experiment: ExperimentConfig, provenance: Mapping[str, Any]) -> Self:
        """Begin a new run in a folder, which is made if need be.

        provenance: versions and corpus fingerprints, plain JSON values.
        Raises RunError where the folder holds a run already or cannot be written to.
        """
        layout = RunLayout(path)
        owner = _own(layout)
        try:
            if layout.holds_run():
                raise RunError(
                    f"The folder {path} holds a run already.", "Resume it, or choose another folder."
                )
            save_experiment(layout.experiment, experiment, provenance)
            return cls(layout, owner, _first_status(layout, experiment), None)
        except BaseException as error:
            owner.release()
            raise in_words(layout, error) from error

    @classmethod
    def resume(cls, path: Path, update: int, epoch: int, max_updates: int | None = None) -> Self:
        """Go on with a run from the checkpoint of `update`; 0 where it has none.

        What the run wrote after that update stays on disk as a branch that ended.
        max_updates: the new end, where the run is to go on further than its experiment says.
        Raises RunError where there is no run or another trainer has it.
        """
        layout = RunLayout(path)
        if not layout.holds_run():
            raise RunError(f"The folder {path} holds no run.", "Start one there, or choose another folder.")
        owner = _own(layout)
        try:
            status = _first_status(layout, load_experiment(layout.experiment))
            end = status.max_updates if max_updates is None else max_updates
            status = dataclasses.replace(status, update=update, epoch=epoch, max_updates=end)
            forget_old_request(layout)
            publishing.clear_leftovers(layout.checkpoints_folder)
            put_branch_aside(layout, update)
            return cls(layout, owner, status, update)
        except BaseException as error:
            owner.release()
            raise in_words(layout, error) from error

    def set_status(self, state: RunState, error: EngineError | None = None) -> None:
        """Say in status.json at once what the run does now, and what stopped it.

        A full disk raises nothing here, for it may be what is to be told; the heartbeat tries again.
        """
        with self._status_lock:
            problem = Problem.of(error) if error else None
            self._status = dataclasses.replace(self._status, state=state, error=problem)
        self._publish()

    def set_progress(self, update: int, epoch: int, skipped: int) -> None:
        """How far the run is, and how many updates changed nothing; told with the next heartbeat.

        `record` does the same.
        """
        with self._status_lock:
            self._status = dataclasses.replace(self._status, update=update, epoch=epoch, skipped=skipped)

    def set_preparing(self, what: str, share: float) -> None:
        """Say what is done to the corpus, and the share of that which is behind; an empty text ends it."""
        with self._status_lock:
            self._status = dataclasses.replace(self._status, preparing=what, prepared=share)
        if not what or time.time() - self._status.heartbeat >= _TELL_EVERY:
            self._publish()

    def record(self, record: Record) -> None:
        """Append a metric record. Raises RunError where the disk is full.

        A disk that takes the record but not its copy for TensorBoard raises nothing: the record is there.
        """
        try:
            self._metrics.append(to_line(record))
        except OSError as error:
            raise write_error(self.layout, error) from error
        try:
            self._events.record(record)
        except OSError as error:
            _LOG.warning("TensorBoard's copy of a record may be missing: %s", error)
        told = record.skipped if isinstance(record, TrainRecord) else None
        skipped = self._status.skipped if told is None else int(told)
        self.set_progress(record.update, record.epoch, skipped)

    def save_trace(self, update: int, index: int, trace: DecodingTrace) -> None:
        """Keep the trace of the watched sentence `index`, counted from 0, as it was at this update."""
        path = self.layout.trace_file(update, index, is_forced=trace.is_forced)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            trace_io.save(trace, path)
        except OSError as error:
            raise write_error(self.layout, error) from error

    def set_best(self, update: int, metric: str, value: float) -> None:
        """Point to the best checkpoint so far."""
        try:
            save_best(self.layout, Best(update, metric, value))
        except OSError as error:
            raise write_error(self.layout, error) from error

    def take_request(self) -> Request | None:
        """The wish of a watcher that waits, once; None where there is none."""
        return take_request(self.layout)

    def take_limit(self) -> int | None:
        """The last update, if a watcher set one since it was asked last; the status then says so."""
        try:
            written = self.layout.limit.stat().st_mtime_ns
        except OSError:
            return None
        if written == self._limit_written:
            return None
        self._limit_written = written
        end = read_limit(self.layout)
        if end is not None:
            with self._status_lock:
                self._status = dataclasses.replace(self._status, max_updates=end)
        return end

    def close(self) -> None:
        """End the heartbeat, close the files and give the folder back. A second call does nothing."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._thread.join()
        try:
            self._files.close()
        except OSError as error:
            _LOG.warning("The last records of the run may be missing: %s", error)
        self._publish()
        self._owner.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None and self._status.state in ("running", "paused"):
            if isinstance(error, KeyboardInterrupt | SystemExit):
                self.set_status("stopped")
            else:
                self.set_status("failed", error if isinstance(error, EngineError) else unexpected(error))
        self.close()

    def _beat(self) -> None:
        while not self._ended.wait(HEARTBEAT):
            self._publish()

    def _publish(self) -> None:
        with self._status_lock:
            self._status = dataclasses.replace(self._status, heartbeat=time.time())
            try:
                _write_status(self.layout.status, status_to_json(self._status))
            except OSError as error:
                if self._status_written:
                    _LOG.warning("The status of the run cannot be written, which is tried again: %s", error)
                self._status_written = False
            else:
                self._status_written = True


def _own(layout: RunLayout) -> Ownership:
    try:
        for folder in (layout.path, layout.checkpoints_folder, layout.traces_folder):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(layout, error) from error
    return Ownership(layout)


def _first_status(layout: RunLayout, experiment: ExperimentConfig) -> RunStatus:
    pid = os.getpid()
    return RunStatus(
        state="running",
        pid=pid,
        pid_started=process_started(pid),
        host=socket.gethostname(),
        max_updates=experiment.train.max_updates,
        started=time.time(),
        preset=experiment.preset,
        folder=str(layout.path.resolve()),
    )


def _write_status(path: Path, text: str) -> None:
    """Replace the status; on a full disk, of which it has to tell, overwrite it."""
    try:
        publishing.write_text(path, text)
    except OSError as error:
        if not publishing.is_full(error):
            raise
        publishing.overwrite_text(path, text)


class _LogFile(logging.FileHandler):
    """A full disk loses lines of the log; else the traceback of each would go to the terminal."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass


def _log_handler(path: Path) -> logging.Handler:
    handler = _LogFile(path, encoding="utf-8", errors="backslashreplace")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    return handler
