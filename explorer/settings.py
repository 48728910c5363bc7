"""The window's settings: one JSON file, read once, written whole, never a reason not to start."""

import json
import math
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from engine.errors import EngineError

APPLICATION = "alignment-explorer"
PATH_VARIABLE = "ALIGNMENT_EXPLORER_SETTINGS"
VERSION = 1
FARTHEST = 100_000  # pixels: no screen is wider, and Qt counts in 32 bits


def settings_path() -> Path:
    """Where the settings are: what the environment says, else the user's configuration folder."""
    named = os.environ.get(PATH_VARIABLE)
    return Path(named) if named else platformdirs.user_config_path(APPLICATION) / "settings.json"


def log_path() -> Path:
    """Where the log is written: beside settings that the environment names, else the user's log folder."""
    if PATH_VARIABLE in os.environ:
        return settings_path().with_name("explorer.log")
    return platformdirs.user_log_path(APPLICATION) / "explorer.log"


@dataclass(frozen=True)
class _Key:
    default: Any
    accepts: Callable[[Any], bool]


def _is_whole(least: int, most: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_speed(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value) and 0.1 <= value <= 20


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_machines(value: Any) -> bool:
    """A list of objects, each with a name and a command."""
    return isinstance(value, list) and all(
        isinstance(entry, dict) and all(isinstance(entry.get(key), str) for key in ("name", "command"))
        for entry in value
    )


def _is_geometry(value: Any) -> bool:
    is_list = isinstance(value, list) and len(value) in (0, 4)
    return is_list and all(type(number) is int and abs(number) <= FARTHEST for number in value)


KEYS = {
    "theme": _Key("system", lambda value: value in ("system", "light", "dark")),
    "text_size": _Key(100, _is_whole(100, 200)),  # percent of the system's
    "reduced_motion": _Key(False, lambda value: type(value) is bool),
    "engine_command": _Key([], _is_texts),  # empty: this program's own engine
    "machines": _Key([], _is_machines),  # other machines: a name, and the words before -m engine.serve_runs
    "opened_models": _Key([], _is_texts),  # paths of runs and checkpoints beside the bundled models
    "model": _Key("", lambda value: isinstance(value, str)),  # path of the model in Translate
    "beam_size": _Key(5, _is_whole(1, 100)),
    "n_best": _Key(3, _is_whole(1, 100)),
    "player_speed": _Key(1.5, _is_speed),  # steps a second
    "place": _Key("translate", lambda value: isinstance(value, str)),
    "evaluation": _Key("", lambda value: isinstance(value, str)),  # the folder that Evaluate showed last
    "whole_words": _Key(True, lambda value: type(value) is bool),
    "links": _Key([], lambda value: isinstance(value, list)),  # of pairs, that no file has; see pair_links
    "matrix": _Key({}, lambda value: isinstance(value, dict)),  # how it is drawn, in the view's own terms
    "recent_workspaces": _Key([], _is_texts),  # paths, the last one first
    "export_folder": _Key("", lambda value: isinstance(value, str)),  # where exports went last
    "export_formats": _Key(["svg", "json"], _is_texts),
    "export_dpi": _Key(300, _is_whole(48, 1200)),
    "runs_at_close": _Key("", lambda value: value in ("", "leave", "pause")),  # empty: a person is asked
    "run_table": _Key({}, lambda value: isinstance(value, dict)),  # order and columns, in the view's terms
    "curves": _Key(
        {}, lambda value: isinstance(value, dict)
    ),  # which, over what and how, in the view's terms
    "geometry": _Key([], _is_geometry),  # x, y, width, height
    "layout": _Key({}, lambda value: isinstance(value, dict)),  # of the docks, in their own terms
    "maximized": _Key(False, lambda value: type(value) is bool),
}


class Settings:
    """The values of KEYS. Keys that this version does not know are kept in the file as they are.

    notice: what has to be said about the file, or None; whoever says it takes it away.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notice: EngineError | None = None
        self._is_told = False  # that the file cannot be written
        self._changed: dict[str, Any] = {}
        self._values = {name: key.default for name, key in KEYS.items()}
        stored, is_good = _read(path)
        good = {
            name: stored[name] for name, key in KEYS.items() if name in stored and key.accepts(stored[name])
        }
        if not is_good or len(good) < len(stored.keys() & KEYS.keys()):
            self._keep_bad_file()
        self._values.update(good)

    def __getitem__(self, name: str) -> Any:
        """The value of this setting."""
        return self._values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        """Change a setting; `save` writes it."""
        if not KEYS[name].accepts(value):
            raise ValueError(f"{value!r} is no value for the setting {name}")
        if value != self._values[name]:
            self._values[name] = value
            self._changed[name] = value

    def save(self) -> None:
        """Write what was changed over what is in the file now, whole or not at all; keep the rest of it."""
        if not self._changed:
            return
        stored, _ = _read(self.path)
        stored.setdefault("version", VERSION)
        try:
            _write(self.path, {**stored, **self._changed})
        except OSError as error:
            self._note_failure(error)
            return
        self._changed.clear()

    def _note_failure(self, error: OSError) -> None:
        if not self._is_told:
            self._is_told = True
            self.notice = EngineError(
                f"The settings cannot be written to {self.path} ({error.strerror}).",
                "They hold until the window closes. Make the folder writable to keep them.",
            )

    def _keep_bad_file(self) -> None:
        backup = self.path.with_name(self.path.name + ".bak")
        kept = f"The old file is kept as {backup}."
        try:
            shutil.copyfile(self.path, backup)
        except OSError:
            kept = "The old file could not be copied and is left until a setting is changed."
        self.notice = EngineError(
            f"The settings in {self.path} are damaged; defaults are used instead.", kept
        )


def _read(path: Path) -> tuple[dict[str, Any], bool]:
    """What the file holds, and whether it is in order; a file that is not there is."""
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}, True
    except (OSError, ValueError, RecursionError):
        return {}, False
    return (values, True) if isinstance(values, dict) else ({}, False)


def _write(path: Path, values: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", errors="surrogatepass") as file:  # as it is read
            json.dump(values, file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
