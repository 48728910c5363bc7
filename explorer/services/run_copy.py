"""Copies of another machine's run folders, as far as a watcher needs them: kept here, read like any run.

A copy holds the small files, the metrics byte for byte, the end of the log, the names of the checkpoints, and
`seen.json`, which says how the run is judged where it trains. What comes from elsewhere names no path here.
"""

import json
import re
import shutil
import typing
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.regular_files import open_regular, read_regular
from engine.runs import publishing
from engine.runs.condition import Condition, Seen, read_status
from engine.runs.layout import RunLayout, find_runs, update_of

SEEN = "seen.json"  # in a copy: how the run is judged where it trains
MOST_SEEN = 1 << 16  # bytes of it
HEAD = 64  # bytes, as engine.serving.run_files compares them
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\.(json|links)")
_CONDITIONS = {name for part in typing.get_args(Condition) for name in typing.get_args(part)}
_UNFIT = re.compile(r'[<>:"/\\|?*%\x00-\x1f\x7f]|^\.|[. ]$')  # in a folder's name, on some system


@dataclass(frozen=True)
class Copied:
    """What is here of a run: how many bytes of metrics, the first of them in hexadecimal, marks of files."""

    offset: int = 0
    head: str = ""
    files: dict[str, str] = field(default_factory=dict)


def folder_name(run: str) -> str:
    """A name for the copy of a run: its own, with what some file system does not take as %XX."""
    return _UNFIT.sub(lambda found: f"%{ord(found[0]):02X}", run)


def run_name(folder: str) -> str:
    """The run that `folder_name` made this name of."""
    return re.sub(r"%([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), folder)


def find_copies(home: Path) -> dict[str, Copied]:
    """What is kept of each run, by the run's name, from before."""
    return {run_name(path.name): _copied(path, {}) for path in find_runs(home)}


def take_in(folder: Path, before: Copied, answer: dict[str, Any], metrics: bytes) -> Copied:
    """Bring a copy up to date with what the run service told. Raises OSError."""
    layout = RunLayout(folder)
    layout.checkpoints_folder.mkdir(parents=True, exist_ok=True)
    _take_metrics(layout.metrics, answer.get("offset"), metrics)
    _keep_folders(layout.checkpoints_folder, answer.get("checkpoints"))
    log = str(answer.get("log", ""))
    if log and (not layout.log.exists() or layout.log.read_text("utf-8", "replace") != log):
        publishing.write_text(layout.log, log)
    marks = dict(before.files)
    for name, file in _objects(answer.get("files")):
        if _FILE.fullmatch(name):
            publishing.write_text(folder / name, str(file.get("text", "")))
            marks[name] = str(file.get("mark", ""))
    return _copied(folder, marks)


def keep_conditions(home: Path, runs: Iterable[dict[str, Any]]) -> None:
    """Note how each run is, as judged where it trains; nothing is written where nothing changed."""
    for run in runs:
        seen = home / folder_name(run["name"]) / SEEN
        text = json.dumps({"condition": run.get("condition"), "silence": run.get("silence")})
        if not seen.exists() or seen.read_text("utf-8") != text:
            seen.parent.mkdir(parents=True, exist_ok=True)
            publishing.write_text(seen, text)


def judged(folder: Path) -> Seen:
    """A copied run as it is judged where it trains."""
    layout = RunLayout(folder)
    status = read_status(layout)
    try:
        told = json.loads(read_regular(folder / SEEN, MOST_SEEN))
        condition, silence = told["condition"], float(told["silence"])
        is_known = condition in _CONDITIONS
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        is_known = False
    if status is None or not is_known:
        return Seen("unknown", status, 0.0)
    return Seen(condition, replace(status, pid_started=""), silence)  # a process of there, unknown here


def remove(home: Path, runs: Iterable[str]) -> None:
    """Remove the copies of runs that are no longer there."""
    for run in runs:
        shutil.rmtree(home / folder_name(run), ignore_errors=True)


def _copied(folder: Path, marks: dict[str, str]) -> Copied:
    try:
        with open_regular(RunLayout(folder).metrics) as stream:
            head = stream.read(HEAD)
            return Copied(stream.seek(0, 2), head.hex(), marks)
    except OSError:
        return Copied(files=marks)


def _take_metrics(path: Path, offset: object, metrics: bytes) -> None:
    size = path.stat().st_size if path.exists() else 0
    if offset == 0 and size:
        publishing.write_bytes(path, metrics)  # another file than before
    elif offset == size:
        with path.open("ab") as stream:
            stream.write(metrics)


def _keep_folders(home: Path, names: object) -> None:
    """Have exactly the checkpoints that the run has; a copy's are empty until one is fetched."""
    told = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    wanted = {name for name in told if Path(name).name == name and update_of(Path(name)) is not None}
    for name in wanted:
        (home / name).mkdir(exist_ok=True)
    for path in home.iterdir():
        if path.name not in wanted:
            shutil.rmtree(path, ignore_errors=True)


def _objects(values: object) -> list[tuple[str, dict[str, Any]]]:
    if not isinstance(values, dict):
        return []
    return [(str(name), value) for name, value in values.items() if isinstance(value, dict)]
