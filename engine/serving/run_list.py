"""The runs of this machine as a window elsewhere lists them: name, condition, and a mark of their files."""

import hashlib
from pathlib import Path
from typing import Any

from engine.errors import RunError
from engine.runs.condition import Pulse
from engine.runs.layout import RunLayout, find_runs, require_readable


class RunList:
    """The runs of one folder. Their condition is judged here, where their processes and clocks are."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._pulses: dict[str, Pulse] = {}

    def entries(self) -> list[dict[str, Any]]:
        """One object a run: name, mark, condition, silence (whole seconds, as long as that matters).

        The mark changes whenever a file does that `look` tells of. Raises RunError where the folder of all
        runs cannot be read.
        """
        require_readable(self._home)
        found = find_runs(self._home)
        names = {path.name for path in found}
        self._pulses = {name: pulse for name, pulse in self._pulses.items() if name in names}
        return [self._entry(path) for path in found]

    def find(self, name: object) -> Path:
        """The folder of a run. Raises RunError where the folder of all runs has none of this name."""
        path = self.place(name)
        if not RunLayout(path).holds_run():
            raise RunError(f"There is no run {name} in {self._home}.", "It may have been moved or deleted.")
        return path

    def place(self, name: object) -> Path:
        """Where a run of this name is kept, whether it is there or not. Raises RunError for a bad name."""
        if not isinstance(name, str) or Path(name).name != name or name.startswith("."):
            raise RunError(f"{name!r} is no name for a run.", "Give one without / that begins with no dot.")
        return self._home / name

    def _entry(self, path: Path) -> dict[str, Any]:
        mark = _mark(RunLayout(path))  # before the rest is read: what changes later has another one
        seen = self._pulses.setdefault(path.name, Pulse(RunLayout(path))).look()
        silence = int(seen.silence) if seen.condition == "stalled" else 0
        return {"name": path.name, "mark": mark, "condition": seen.condition, "silence": silence}


def _mark(layout: RunLayout) -> str:
    # a file that is replaced changes its folder, one that is appended to changes itself
    parts = (
        layout.path,
        layout.status,
        layout.metrics,
        layout.log,
        layout.checkpoints_folder,
        layout.traces_folder,
    )
    stats = repr([_stat(part) for part in parts])
    return hashlib.blake2b(stats.encode(), digest_size=8).hexdigest()


def _stat(path: Path) -> tuple[int, int, int]:
    try:
        stat = path.stat()
    except OSError:
        return 0, 0, 0
    return stat.st_ino, stat.st_size, stat.st_mtime_ns
