"""notes.json: what a person noted about a run. No trainer reads it."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.errors import CheckpointError, RunError
from engine.printable import printable
from engine.runs import publishing
from engine.runs.experiment_file import read_values
from engine.runs.layout import RunLayout


@dataclass(frozen=True)
class RunNotes:
    """name: what is shown instead of the folder's name, empty for that; tags: each once, in order."""

    name: str = ""
    tags: tuple[str, ...] = ()
    archived: bool = False


def load_notes(layout: RunLayout) -> RunNotes:
    """The notes; empty ones where there are none, or none that can be read."""
    try:
        values = read_values(layout.notes)
    except CheckpointError:
        return RunNotes()
    name, tags, archived = (values.get(key) for key in ("name", "tags", "archived"))
    return RunNotes(
        name=clean_name(name) if isinstance(name, str) else "",
        tags=clean_tags(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        archived=archived is True,
    )


def save_notes(layout: RunLayout, notes: RunNotes) -> None:
    """Replace the notes. Raises RunError where the folder cannot be written to."""
    try:
        publishing.write_text(layout.notes, json.dumps(asdict(notes), ensure_ascii=False, indent=1))
    except OSError as error:
        raise RunError(
            f"Notes about the run {layout.path} cannot be kept: {error.strerror}.", "Check the folder."
        ) from error


def clean_name(name: str) -> str:
    """The name on one line, without spaces around it and without characters that only steer a terminal."""
    return " ".join(printable(name, " ").split())


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags as `clean_name` writes them, none empty, each once; a comma parts two."""
    cleaned = (clean_name(tag) for several in tags for tag in several.split(","))
    return tuple(dict.fromkeys(tag for tag in cleaned if tag))


def shown_name(run: Path, notes: RunNotes) -> str:
    """What a run is called on screen: the name that a person gave it, else that of its folder."""
    return notes.name or clean_name(run.name) or run.name
