"""How much room runs take on the disk: measured a few at a time, for a run may have thousands of files."""

import os
import time
from collections.abc import Iterable
from pathlib import Path

AT_ONCE = 0.1  # seconds of measuring in one turn
AGAIN_AFTER = 60.0  # seconds


class RunSizes:
    """The sizes measured last. For one worker thread at a time."""

    def __init__(self) -> None:
        self._sizes: dict[Path, int] = {}
        self._measured: dict[Path, float] = {}  # when, on this process's own clock

    def of(self, run: Path) -> int | None:
        """Bytes in all files of a run; None where it was not measured yet."""
        return self._sizes.get(run)

    def measure(self, runs: Iterable[Path], live: Iterable[Path]) -> None:
        """Measure runs that were not yet, and those that live again and again, as far as the time goes."""
        live = set(live)
        end = time.monotonic() + AT_ONCE
        for run in sorted(runs, key=lambda run: self._measured.get(run, 0.0)):
            now = time.monotonic()
            if now > end:
                break
            if run not in self._measured or (run in live and now - self._measured[run] > AGAIN_AFTER):
                self._sizes[run] = size_of(run)
                self._measured[run] = time.monotonic()


def size_of(folder: Path) -> int:
    """Bytes in all files below a folder; links are not followed, and what cannot be read counts nothing."""
    total = 0
    for root, _, files in os.walk(folder):
        for name in files:
            try:
                total += Path(root, name).lstat().st_size
            except OSError:
                continue
    return total
