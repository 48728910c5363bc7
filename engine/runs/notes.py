"""notes.json: what a person noted about a run. No trainer reads it."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from engine.errors import CheckpointError, RunError
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
        name=name.strip() if isinstance(name, str) else "",
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


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags without spaces around them, none empty, each once."""
    return tuple(dict.fromkeys(tag.strip() for tag in tags if tag.strip()))
