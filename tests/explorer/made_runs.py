"""Snapshots of runs for tests, made without a file."""

from pathlib import Path

from engine.runs.condition import Condition, Seen
from engine.runs.records import RunStatus
from explorer.services.run_glance import NO_CURVES
from explorer.services.run_snapshot import RunSnapshot


def made_run(name: str, condition: Condition = "finished", update: int = 20, **values) -> RunSnapshot:
    """A run in /runs as a watcher sees it; values: further fields of the snapshot."""
    state = condition if condition in ("paused", "stopped", "finished", "diverged", "failed") else "running"
    status = RunStatus(state, 1, "mark", "here", update=update, max_updates=500, preset="rnnsearch-minute")
    return RunSnapshot(Path("/runs") / name, Seen(condition, status, 0.0), None, NO_CURVES, **values)
