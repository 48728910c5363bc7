"""Wishes of a watcher to a trainer: one word in the file `request`, taken once."""

import contextlib
import logging
import typing
from pathlib import Path
from typing import Literal

from engine.errors import RunError
from engine.runs import publishing
from engine.runs.layout import RunLayout
from engine.runs.process import own_start

Request = Literal["pause", "resume", "stop", "validate"]
REQUESTS: tuple[Request, ...] = typing.get_args(Request)
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
        word = taken.read_text(encoding="utf-8", errors="replace").strip()
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
