"""The moments in which a run only waits: because a watcher wishes it, or because the disk takes no more."""

import logging
import math
import time
from collections.abc import Callable

from engine.errors import CheckpointError, RunError
from engine.runs.control import Request, request
from engine.runs.writer import RunWriter
from engine.training.group import Group, Word

_LOG = logging.getLogger(__name__)
_POLL = 0.2  # seconds between two looks for a request
_RETRY = 30.0  # seconds after which a full disk is tried again
_ROOM = "Free some room or check the folder; the run then goes on by itself, and nothing is lost."


class Waiting:
    """Waits for one run. stop: whether its process was asked to end, such as by Ctrl-C."""

    def __init__(self, writer: RunWriter, group: Group, stop: Callable[[], bool]) -> None:
        self._writer = writer
        self._group = group
        self._stop = stop

    def for_a_wish(self, seconds: float = math.inf) -> Request | None:
        """A watcher's resume or stop; None where neither comes within so many seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._stop():
                return "stop"
            wish = self._writer.take_request()
            if wish in ("resume", "stop"):
                return wish
            self._group.tell(Word.WAIT)
            time.sleep(_POLL)
        return None

    def for_the_disk(self, write: Callable[[], None]) -> bool:
        """Write; where the disk does not take it, pause until it does, with everything in memory.

        It is tried again when a watcher resumes the run, and now and then without. Whether the run had to
        pause. Raises the CheckpointError or RunError of `write` where the run is to stop meanwhile.
        """
        error = _refusal(write)
        if error is None:
            return False
        self._writer.set_status("paused", RunError(error.what, _ROOM))
        _LOG.error("Paused. %s %s", error.what, _ROOM)
        while error is not None:
            wish = self.for_a_wish(_RETRY)
            error = _refusal(write)  # before a stop too: there may be room by now
            if wish == "stop" and error is not None:
                raise error
            if wish == "stop":
                request(self._writer.layout.path, "stop")  # which was taken, and is still to be obeyed
        self._writer.set_status("running")
        _LOG.info("Going on.")
        return True


def _refusal(write: Callable[[], None]) -> CheckpointError | RunError | None:
    """Why it could not be written; None where it could."""
    try:
        write()
    except (CheckpointError, RunError) as error:
        return error
    return None
