"""Tells when a run ends or breaks, by comparing what a watcher sees with what it saw before."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine.runs.condition import Condition
from explorer.services.run_snapshot import RunSnapshot

BEGUN: tuple[Condition, ...] = ("running", "paused", "stalled")
TOLD: tuple[Condition, ...] = ("finished", "diverged", "failed", "lost", "stalled")


class RunNotices(QObject):
    """Quiet about runs that were as they are when they were first seen, and about what a person asked for."""

    noticed = Signal(RunSnapshot)  # it finished or broke, gives no sign of life, or had to pause

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: dict[Path, Condition] = {}

    def look(self, runs: Sequence[RunSnapshot]) -> None:
        """Compare these with those before."""
        for run in runs:
            condition = run.seen.condition
            if condition == "unknown":  # unreadable for a moment
                continue
            before = self._before.get(run.path)
            self._before[run.path] = condition
            if before in BEGUN and condition != before and _is_news(run):
                self.noticed.emit(run)


def _is_news(run: RunSnapshot) -> bool:
    """Whether nobody asked for the state that the run is in; a pause with an error was forced on it."""
    status = run.seen.status
    was_forced = run.seen.condition == "paused" and status is not None and status.error is not None
    return was_forced or run.seen.condition in TOLD
