"""Names of all files and folders of a run directory, and where run directories and caches live."""

import os
import re
from pathlib import Path

import platformdirs

from engine.errors import RunError

RUNS_VARIABLE = "ALIGNMENT_EXPLORER_RUNS"  # environment variable that moves the folder of all runs
CACHE_VARIABLE = "ALIGNMENT_EXPLORER_CACHE"  # the same for what is kept to save time
_UPDATE = re.compile(r"update-(\d{8,})")


class RunLayout:
    """Where everything stands inside one run directory. Makes and reads nothing but folder listings."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.experiment = self.path / "experiment.json"
        self.status = self.path / "status.json"
        self.metrics = self.path / "metrics.jsonl"
        self.vocabulary = self.path / "vocabulary"
        self.segmenter = self.path / "segmenter"
        self.checkpoints_folder = self.path / "checkpoints"
        self.best = self.path / "best.json"
        self.traces_folder = self.path / "traces"
        self.dev_links = self.path / "dev.links"  # the gold links of the dev pairs, where they are known
        self.watched_links = self.path / "watched.links"
        self.request = self.path / "request"
        self.limit = self.path / "limit"  # the last update, where a person set another one
        self.notes = self.path / "notes.json"  # of a person: shown name, tags, archived
        self.log = self.path / "log.txt"
        self.lock = self.path / "lock"  # who writes here: pid, its start, host

    def checkpoint_dir(self, update: int) -> Path:
        """The folder of the checkpoint of this update."""
        return self.checkpoints_folder / update_name(update)

    def trace_dir(self, update: int) -> Path:
        """The folder of the traces that were made at this update."""
        return self.traces_folder / update_name(update)

    def trace_file(self, update: int, index: int, *, is_forced: bool) -> Path:
        """The trace of the watched sentence `index` at this update: its translation, or its reference."""
        return self.trace_dir(update) / f"{index:02d}{'.forced' if is_forced else ''}.safetensors"

    def checkpoints(self) -> list[tuple[int, Path]]:
        """(update, folder) of every published checkpoint, oldest first; not whether it is sound."""
        return _updates_in(self.checkpoints_folder)

    def traces(self) -> list[tuple[int, tuple[Path, ...]]]:
        """(update, files in the order of the watched sentences) of every update that left traces.

        Only those of translations; forced decoding of the references lies beside them.
        """
        return [
            (update, tuple(sorted(folder.glob("[0-9]*[0-9].safetensors"))))
            for update, folder in _updates_in(self.traces_folder)
        ]

    def is_at(self, folder: str) -> bool:
        """Whether this is the folder of that path on this machine, by whatever way it is reached."""
        try:
            return self.path.samefile(folder)
        except OSError:
            return False

    def holds_run(self) -> bool:
        """Whether a run was ever started in this folder; a bundled model is no run."""
        try:
            begun = self.experiment.is_file() and self.checkpoints_folder.is_dir()
            return begun or self.status.is_file() or self.metrics.is_file()
        except OSError:  # a folder that may not be looked into, or a name that cannot be one
            return False


def update_name(update: int) -> str:
    """The name of a folder that belongs to an update: names sort as the updates do."""
    return f"update-{update:08d}"


def update_of(path: Path) -> int | None:
    """The update that a checkpoint or trace folder belongs to; None where its name is no such name."""
    match = _UPDATE.fullmatch(path.name)
    return int(match[1]) if match else None


def _updates_in(folder: Path) -> list[tuple[int, Path]]:
    try:
        entries = list(folder.iterdir())
    except OSError:
        return []
    found = [(update, entry) for entry in entries if (update := update_of(entry)) is not None]
    return sorted((update, entry) for update, entry in found if entry.is_dir())


def runs_home() -> Path:
    """The folder in which new runs are made; it may not exist yet."""
    moved = os.environ.get(RUNS_VARIABLE)
    if moved:
        return Path(moved).expanduser()
    return Path(platformdirs.user_data_dir("alignment-explorer", appauthor=False)) / "runs"


def cache_home() -> Path:
    """The folder for what can be made again at any time; it may not exist yet."""
    moved = os.environ.get(CACHE_VARIABLE)
    if moved:
        return Path(moved).expanduser()
    return Path(platformdirs.user_cache_dir("alignment-explorer", appauthor=False))


def require_readable(folder: Path) -> None:
    """Raise RunError where something is there that cannot be read as a folder of runs."""
    try:
        next(folder.iterdir(), None)
    except FileNotFoundError:
        return
    except OSError as error:
        what = f"The folder {folder} cannot be read: {error.strerror}."
        raise RunError(what, "Give a run, or a folder that holds runs.") from error


def find_runs(folder: Path) -> list[Path]:
    """The run directories directly inside a folder, by name; empty where the folder cannot be read."""
    try:
        entries = sorted(folder.iterdir())
    except OSError:
        return []
    return [entry for entry in entries if entry.is_dir() and RunLayout(entry).holds_run()]
