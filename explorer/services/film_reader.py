"""Reads the film of a run in the background: its list of frames, and those frames that are to be seen.

A frame is read once and kept, without what no film shows, as long as there is room for it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.errors import EngineError
from engine.runs.layout import RunLayout
from engine.trace import DecodingTrace
from engine.trace_check import TraceError, check
from engine.trace_io import load
from explorer.film import Film, Frame, FrameKey
from explorer.services.film_listing import film_of
from explorer.services.tasks import run_task

MOST_KEPT = 64 << 20  # bytes
TOKEN_BYTES = 400  # that a token takes beside its weights, in about


class FilmReader(QObject):
    """One run at a time; of the frames wished for, only those of the last wish are still read."""

    film_listed = Signal(Film)  # once for each run, and again where there are other frames
    frame_read = Signal(Frame)  # at once where it is kept

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._run: Path | None = None
        self._film: Film | None = None
        self._is_listing = self._is_reading = False
        self._wanted: list[FrameKey] = []
        self._kept: OrderedDict[FrameKey, Frame] = OrderedDict()
        self.kept_bytes = 0

    def list_frames(self, run: Path, last: float) -> None:
        """Find out which frames this run has up to an update; a look that is under way is enough."""
        if run != self._run:
            self._run, self._film = run, None
            self._forget()
        elif self._is_listing:
            return
        self._is_listing = True
        known = self._film

        def on_done(film: Film) -> None:
            if film.run == self._run:
                self._is_listing = False
                if film != self._film:
                    if known is not None and not set(known.updates) <= set(film.updates):
                        self._forget()  # a resumed run makes frames of the same updates again
                    self._film = film
                    self.film_listed.emit(film)

        def on_error(error: Exception) -> None:
            if not isinstance(error, OSError):
                raise error
            self._is_listing = False  # a folder that went away meanwhile; the next look finds what there is

        run_task(lambda _: film_of(run, last, known), on_done, on_error, owner=self)

    def read(self, keys: Sequence[FrameKey]) -> None:
        """Read these, the first one first; what is kept is told at once."""
        for key in keys:
            if key in self._kept:
                self._kept.move_to_end(key)
                self.frame_read.emit(self._kept[key])
        self._wanted = [key for key in keys if key not in self._kept]
        self._next()

    def _forget(self) -> None:
        self._wanted, self.kept_bytes = [], 0
        self._kept.clear()

    def _next(self) -> None:
        if self._is_reading or not self._wanted or self._run is None:
            return
        key, run = self._wanted.pop(0), self._run
        self._is_reading = True

        def on_done(frame: Frame) -> None:
            self._is_reading = False
            if run == self._run:
                self._keep(frame)
                self.frame_read.emit(frame)
            self._next()

        run_task(lambda _: read_frame(run, key), on_done, owner=self)

    def _keep(self, frame: Frame) -> None:
        """One that cannot be read is not kept: it may be whole by the next time."""
        if frame.trace is None:
            return
        self._kept[frame.key] = frame
        self.kept_bytes += size_of(frame.trace)
        while self.kept_bytes > MOST_KEPT and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self.kept_bytes -= size_of(oldest.trace) if oldest.trace is not None else 0


def read_frame(run: Path, key: FrameKey) -> Frame:
    """A frame of the run, or in words why it cannot be shown."""
    path = RunLayout(run).trace_file(key.update, key.sentence, is_forced=key.is_forced)
    try:
        trace = load(path)
        check(trace)
    except EngineError as error:
        return Frame(key, problem=error.what)
    except (TraceError, ValueError, IndexError, TypeError) as error:
        return Frame(key, problem=f"The trace {path} contradicts itself: {error}.")
    return Frame(key, slim(replace(trace, meta={**trace.meta, "update": key.update})))


def slim(trace: DecodingTrace) -> DecodingTrace:
    """The trace without the arrays that a film does not show."""
    return replace(
        trace,
        energies=None,
        contexts=None,
        annotations=None,
        states=None,
        initial_state=None,
        initial_cells=None,
        update_gates=None,
        reset_gates=None,
        cells=None,
        candidate_ids=None,
        candidate_log_probs=None,
    )


def size_of(trace: DecodingTrace) -> int:
    """About how many bytes the trace takes."""
    weights = 0 if trace.weights is None else trace.weights.nbytes
    return weights + TOKEN_BYTES * (len(trace.source_tokens) + trace.token_ids.size)
