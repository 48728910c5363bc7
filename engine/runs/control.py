"""Wishes of a watcher to a trainer: a word in the file `request`, taken once; a new end in `limit`, kept."""

import contextlib
import logging
import typing
from pathlib import Path
from typing import Literal

from engine.config_checks import LARGEST
from engine.errors import RunError
from engine.regular_files import read_regular
from engine.runs import publishing
from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from engine.runs.process import own_start

Request = Literal["pause", "resume", "stop", "validate", "checkpoint"]
REQUESTS: tuple[Request, ...] = typing.get_args(Request)
_LARGEST = 1 << 10  # bytes of a wish
_LOG = logging.getLogger(__name__)


def request(run: Path, word: Request) -> None:
    """Ask the trainer of a run; a newer wish replaces one that was not taken yet.

    Raises RunError where the folder cannot be written to.
    """
    if word not in REQUESTS:
        raise RunError(f"A run cannot be asked to '{word}'.", f"Ask for one of: {', '.join(REQUESTS)}.")
    try:
        publishing.write_text(RunLayout(run).request, word + "\n")
    except OSError as error:
        raise RunError(
            f"The run {run} cannot be asked to {word}: {error.strerror}.", "Check the folder."
        ) from error


def take_request(layout: RunLayout) -> Request | None:
    """The wish that waits, removed; None where there is none. A word that means nothing is logged."""
    taken = layout.request.with_name("request.taken")
    try:
        layout.request.replace(taken)  # moved first, so that a wish made meanwhile is not removed with it
        word = read_regular(taken, _LARGEST).decode("utf-8", "replace").strip()
        taken.unlink(missing_ok=True)
    except OSError:
        return None
    for known in REQUESTS:
        if word == known:
            return known
    _LOG.warning("The request file said %r, which means nothing; it was removed.", word[:40])
    return None


def forget_old_request(layout: RunLayout) -> None:
    """Remove a wish that was meant for an earlier process; one made since this process began stays."""
    with contextlib.suppress(OSError):
        if layout.request.stat().st_mtime < own_start() - 1.0:
            layout.request.unlink()


def set_limit(run: Path, updates: int) -> None:
    """Let a run end at this update instead, whether it trains now or goes on later.

    Raises RunError where the run is past it, it is beyond all counting, or the folder cannot be written to.
    """
    if updates > LARGEST:
        raise RunError(f"A run cannot end at update {updates:,}.", f"It has to be at most {LARGEST:,}.")
    layout = RunLayout(run)
    status = read_status(layout)
    done = status.update if status else 0
    if updates <= done:
        raise RunError(f"The run is at update {done:,} already.", "Let it end later than that.")
    keep_limit(layout, updates)


def keep_limit(layout: RunLayout, updates: int) -> None:
    """Write down at which update the run ends. Raises RunError where the folder cannot be written to."""
    try:
        publishing.write_text(layout.limit, f"{updates}\n")
    except OSError as error:
        what = f"The end of the run {layout.path} cannot be changed: {error.strerror}."
        raise RunError(what, "Check the folder.") from error


def read_limit(layout: RunLayout) -> int | None:
    """The last update that a person set; None where nobody did, or the file is damaged."""
    try:
        updates = int(read_regular(layout.limit, _LARGEST))
    except (OSError, ValueError):
        return None
    return updates if 0 < updates <= LARGEST else None
