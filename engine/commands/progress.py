"""A progress bar for long work: one line on standard error, and only where that is a terminal."""

import contextlib
import shutil
import sys
import time
from types import TracebackType
from typing import Self, TextIO

_EVERY = 0.1  # seconds between two drawings
_CLEAR = "\r\x1b[K"


class ProgressBar:
    """Shows how much of `total` is done; a context manager, so that the line is gone when the work ends.

    A total of 0 stands for an unknown one, of which nothing is shown.
    """

    def __init__(self, label: str, total: int, stream: TextIO | None = None) -> None:
        self._label = label
        self._total = total
        self._stream = stream or sys.stderr
        self._shown = total > 0 and self._stream.isatty()
        self._began = time.monotonic()
        self._drawn = -1.0

    def update(self, done: int, note: str = "") -> None:
        """Tell how much is done, and something short to show behind the bar instead of the time left."""
        now = time.monotonic()
        if not self._shown or (now - self._drawn < _EVERY and done < self._total):
            return
        self._drawn = now
        width = shutil.get_terminal_size().columns - 1
        note = note or time_left(done, self._total, now - self._began)
        self._write(_CLEAR + bar(self._label, done, self._total, note)[:width])

    def say(self, line: str) -> None:
        """Write a line of its own, on a terminal or not; the bar comes back below it with the next update."""
        self._write(f"{_CLEAR if self._drawn >= 0 else ''}{line}\n")
        self._drawn = min(self._drawn, 0.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn >= 0:
            self._write(_CLEAR)

    def _write(self, text: str) -> None:
        """Write at once; a terminal or a reader that went away ends no work."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
            self._stream.flush()


def bar_beside_output(label: str, total: int) -> ProgressBar:
    """A bar for work whose results are written as they come; none where they go to a terminal themselves."""
    return ProgressBar(label, 0 if sys.stdout.isatty() else total)


def bar(label: str, done: int, total: int, note: str) -> str:
    """The line of a bar, in ASCII so that every terminal can show it."""
    share = done / total
    filled = round(24 * share)
    return f"{label} [{'#' * filled}{'.' * (24 - filled)}] {done:,}/{total:,} {share:4.0%}  {note}".rstrip()


def time_left(done: int, total: int, seconds: float) -> str:
    """How long the rest will take at the pace so far, in words; empty before there is a pace."""
    if not done or done >= total:
        return ""
    left = round(seconds / done * (total - done))
    hours, minutes = left // 3600, left % 3600 // 60
    if hours:
        return f"{hours} h {minutes} min left"
    return f"{minutes} min {left % 60} s left" if minutes else f"{left} s left"
