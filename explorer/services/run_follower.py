"""Follows run directories: reads what is new in each and makes snapshots. For one worker thread at a time."""

import json
from collections.abc import Callable
from pathlib import Path

from engine.config import ExperimentConfig
from engine.errors import EngineError
from engine.runs import publishing
from engine.runs.condition import Seen
from engine.runs.experiment_file import load_experiment
from engine.runs.layout import RunLayout, find_runs
from engine.runs.reader import RunReader
from explorer.services.run_copy import judged
from explorer.services.run_metrics import RunMetrics
from explorer.services.run_snapshot import RunSnapshot

SHOWN_LOG_LINES = 200
ENDED_EVERY = 5  # runs without a process are looked at in every fifth poll only
ELSEWHERE = "elsewhere.json"  # in the folder of all runs: the runs that are kept in other places


class RunFollower:
    """One run directory, read again and again."""

    def __init__(self, path: Path, machine: str = "") -> None:
        """machine: the name of the machine of whose folder this is a copy; empty for this one."""
        self._path = path
        self._machine = machine
        self._reader = RunReader(path)
        self._metrics = RunMetrics()
        self._experiment: ExperimentConfig | None = None

    def poll(self) -> RunSnapshot:
        """The run as it is now; never raises for what a file holds."""
        seen = self._read_records()
        if self._machine:
            seen = judged(self._path)
        if self._experiment is None:
            self._experiment = _experiment(self._reader.layout)
        left = None
        if seen.status is not None and seen.condition == "running":
            every = self._experiment.train.validate_every if self._experiment else seen.status.max_updates
            left = self._metrics.seconds_left(seen.status.max_updates - seen.status.update, every)
        return RunSnapshot(
            path=self._path,
            seen=seen,
            experiment=self._experiment,
            curves=self._metrics.curves,
            log_lines=self._reader.log_tail()[-SHOWN_LOG_LINES:],
            speed=self._metrics.speed(),
            seconds_left=left,
            has_checkpoint=bool(self._reader.checkpoints()),
            broken_lines=self._reader.broken_lines,
            machine=self._machine,
        )

    def _read_records(self) -> Seen:
        rewound = changed = False
        more = True
        while more:
            new = self._reader.poll()
            more = new.more
            rewound = rewound or new.rewound
            changed = changed or bool(new.records) or new.rewound
            if not rewound:
                self._metrics.add(new.records)
        if rewound:
            self._metrics.read_anew(self._reader)
        if changed:
            self._metrics.publish(self._reader)
        return new.seen


class RunShelf:
    """All runs of one folder, those elsewhere that were watched once, and copies of other machines' runs."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._followers: dict[Path, RunFollower] = {}
        self._snapshots: dict[Path, RunSnapshot] = {}
        self._copies: dict[Path, str] = {}
        self._polls = 0
        self._look_at_all = True

    def poll(self, is_cancelled: Callable[[], bool]) -> tuple[RunSnapshot, ...]:
        """Snapshots of all runs, the one that started last first."""
        everything = self._look_at_all or self._polls % ENDED_EVERY == 0
        self._look_at_all = False
        found = dict.fromkeys([*find_runs(self._home), *self._elsewhere()], "")
        found.update((run, machine) for home, machine in self._copies.items() for run in find_runs(home))
        for gone in self._followers.keys() - found.keys():
            del self._followers[gone], self._snapshots[gone]
        for path, machine in found.items():
            if is_cancelled():
                break
            if everything or self._is_due(path):
                follower = self._followers.setdefault(path, RunFollower(path, machine))
                self._snapshots[path] = follower.poll()
        self._polls += 1
        return tuple(sorted(self._snapshots.values(), key=_started, reverse=True))

    def add(self, path: Path) -> None:
        """Remember a run that is kept somewhere else. Raises OSError where that cannot be written down."""
        known = self._elsewhere_paths()
        if path.parent == self._home or path in known:
            return
        self._home.mkdir(parents=True, exist_ok=True)
        publishing.write_text(self._home / ELSEWHERE, json.dumps([str(entry) for entry in [*known, path]]))

    def set_copies(self, copies: dict[Path, str]) -> None:
        """The folders with copies of runs, each with the name of its machine."""
        self._copies = copies

    def look_again(self) -> None:
        """Look at every run in the next poll."""
        self._look_at_all = True

    def _is_due(self, path: Path) -> bool:
        last = self._snapshots.get(path)
        return last is None or last.is_live

    def _elsewhere(self) -> list[Path]:
        return [path for path in self._elsewhere_paths() if RunLayout(path).holds_run()]

    def _elsewhere_paths(self) -> list[Path]:
        try:
            entries = json.loads((self._home / ELSEWHERE).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        return (
            [Path(entry) for entry in entries if isinstance(entry, str)] if isinstance(entries, list) else []
        )


def _experiment(layout: RunLayout) -> ExperimentConfig | None:
    try:
        return load_experiment(layout.experiment)
    except EngineError:
        return None


def _started(run: RunSnapshot) -> tuple[float, str]:
    return (run.seen.status.started if run.seen.status else 0.0, run.name)
