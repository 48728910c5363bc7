"""All runs of one folder, those elsewhere that were watched once, and copies of other machines' runs."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from engine.regular_files import read_regular
from engine.runs import publishing
from engine.runs.layout import RunLayout, find_runs
from explorer.services.run_follower import RunFollower
from explorer.services.run_glance import RunGlance
from explorer.services.run_sizes import RunSizes
from explorer.services.run_snapshot import RunSnapshot

ENDED_EVERY = 5  # runs without a process are looked at in every fifth poll only
MOST_FOLLOWED = 8  # runs whose records stay in memory, those chosen last
ELSEWHERE = "elsewhere.json"  # in the folder of all runs: the runs that are kept in other places
MOST_ELSEWHERE = 1 << 22  # bytes of it


class RunShelf:
    """Reads in full only the runs that are drawn; at all others it glances. For one thread at a time."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._glances: dict[Path, RunGlance] = {}
        self._followers: dict[Path, RunFollower] = {}
        self._snapshots: dict[Path, RunSnapshot] = {}
        self._followed: tuple[Path, ...] = ()
        self._copies: dict[Path, str] = {}
        self._sizes = RunSizes()
        self._polls = 0
        self._look_at_all = True

    def poll(self, is_cancelled: Callable[[], bool]) -> tuple[RunSnapshot, ...]:
        """Snapshots of all runs, the one that started last first."""
        everything = self._look_at_all or self._polls % ENDED_EVERY == 0
        self._look_at_all = False
        found = dict.fromkeys([*find_runs(self._home), *self._elsewhere()], "")
        found.update((run, machine) for home, machine in self._copies.items() for run in find_runs(home))
        for gone in self._snapshots.keys() - found.keys():
            for kept in (self._snapshots, self._glances, self._followers):
                kept.pop(gone, None)
        followed = self._followed
        self._forget_unfollowed(followed)
        for path, machine in found.items():
            if is_cancelled():
                break
            if everything or path in followed or self._is_due(path):
                self._snapshots[path] = self._look_at(path, machine, is_followed=path in followed)
        self._polls += 1
        if not is_cancelled() and self._polls > 1:  # the first poll is to be told at once
            here = {path: run for path, run in self._snapshots.items() if not run.machine}
            self._sizes.measure(here, [path for path, run in here.items() if run.is_live])
        runs = [self._completed(run) for run in self._snapshots.values()]
        return tuple(sorted(runs, key=_started, reverse=True))

    def follow(self, paths: Iterable[Path]) -> None:
        """Read these in full from the next poll on."""
        self._followed = tuple(paths)

    def add(self, path: Path) -> None:
        """Remember a run that is kept somewhere else. Raises OSError where that cannot be written down."""
        known = self._elsewhere_paths()
        if path.parent == self._home or path in known:
            return
        self._keep_elsewhere([*known, path])

    def forget(self, path: Path) -> None:
        """Remember it no longer. Raises OSError where that cannot be written down."""
        known = self._elsewhere_paths()
        if path in known:
            self._keep_elsewhere([entry for entry in known if entry != path])

    def set_copies(self, copies: dict[Path, str]) -> None:
        """The folders with copies of runs, each with the name of its machine."""
        self._copies = copies

    def look_again(self) -> None:
        """Look at every run in the next poll."""
        self._look_at_all = True

    def _look_at(self, path: Path, machine: str, *, is_followed: bool) -> RunSnapshot:
        if path not in self._glances:
            self._glances[path] = RunGlance(path, machine)
        seen = self._glances[path].poll()
        if not is_followed:
            return seen
        follower = self._followers.pop(path, None) or RunFollower(path)
        self._followers[path] = follower  # as the one chosen last
        return follower.poll(seen)

    def _completed(self, run: RunSnapshot) -> RunSnapshot:
        is_elsewhere = run.path.parent != self._home and not run.machine
        return replace(run, size=self._sizes.of(run.path), is_elsewhere=is_elsewhere)

    def _forget_unfollowed(self, followed: tuple[Path, ...]) -> None:
        for path in list(self._followers):
            if len(self._followers) <= MOST_FOLLOWED:
                return
            if path not in followed:
                del self._followers[path]

    def _is_due(self, path: Path) -> bool:
        last = self._snapshots.get(path)
        return last is None or last.is_live

    def _elsewhere(self) -> list[Path]:
        return [path for path in self._elsewhere_paths() if RunLayout(path).holds_run()]

    def _elsewhere_paths(self) -> list[Path]:
        try:
            entries = json.loads(read_regular(self._home / ELSEWHERE, MOST_ELSEWHERE))
        except (OSError, ValueError, RecursionError):
            return []
        return (
            [Path(entry) for entry in entries if isinstance(entry, str)] if isinstance(entries, list) else []
        )

    def _keep_elsewhere(self, paths: list[Path]) -> None:
        self._home.mkdir(parents=True, exist_ok=True)
        publishing.write_text(self._home / ELSEWHERE, json.dumps([str(path) for path in paths]))


def _started(run: RunSnapshot) -> tuple[float, str]:
    return (run.seen.status.started if run.seen.status else 0.0, run.path.name)
