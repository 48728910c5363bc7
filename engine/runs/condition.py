"""How a run is, as a watcher judges it: what its status says, held against its process and its heartbeat."""

import socket
import time
from dataclasses import dataclass
from typing import Literal

from engine.regular_files import read_regular
from engine.runs.layout import RunLayout
from engine.runs.process import process_alive, was_before_boot
from engine.runs.records import RunState, RunStatus, status_from_json

STALLED_AFTER = 30.0  # seconds without a heartbeat
LOST_AFTER = 600.0  # the same, for another host, whose processes cannot be looked at
_LARGEST = 1 << 20  # bytes of a status

Condition = RunState | Literal["lost", "stalled", "copied", "unknown"]
LIVE: tuple[Condition, ...] = ("running", "paused", "stalled")


@dataclass(frozen=True)
class Seen:
    """A run's status as a watcher judges it.

    condition: the state that the run tells; or lost (its process is dead, or its host long silent), stalled
    (no heartbeat), copied (its process lives and trains in another folder), unknown (no status can be read).
    silence: seconds since the last sign of life that was seen, at least 0.
    """

    condition: Condition
    status: RunStatus | None
    silence: float

    @property
    def is_live(self) -> bool:
        """Whether a process works on the run, or should."""
        return self.condition in LIVE


class Pulse:
    """Judges one run again and again.

    Heartbeats are compared with each other, on this process's own clock: a wall clock that was set, or
    that of another host, makes no run look dead. Only the first one seen is held against the wall clock.
    """

    def __init__(self, layout: RunLayout) -> None:
        self._layout = layout
        self._heartbeat: float | None = None  # the newest one seen
        self._since = 0.0  # when it was seen, on this process's own clock

    def look(self) -> Seen:
        """The run as it is now."""
        seen = self._look()
        # a process may say that it is done and end, both after its status was read: then the status is newer
        return self._look() if seen.condition == "lost" else seen

    def _look(self) -> Seen:
        status = read_status(self._layout)
        if status is None:
            return Seen("unknown", None, 0.0)
        now = time.monotonic()
        if status.heartbeat != self._heartbeat:
            first = self._heartbeat is None
            age = max(0.0, time.time() - status.heartbeat) if first else 0.0
            self._heartbeat, self._since = status.heartbeat, now - age
        silence = now - self._since
        return Seen(self._condition(status, silence), status, silence)

    def _condition(self, status: RunStatus, silence: float) -> Condition:
        if status.state not in ("running", "paused"):
            return status.state
        if status.host != socket.gethostname():
            silent: Condition = "lost" if silence > LOST_AFTER else "stalled"
            return silent if silence > STALLED_AFTER else status.state
        if not process_alive(status.pid, status.pid_started):
            return "lost"
        if status.folder and not self._layout.is_at(status.folder):
            return "copied"
        return "stalled" if silence > STALLED_AFTER else status.state


def read_status(layout: RunLayout) -> RunStatus | None:
    """What status.json says, unjudged; None where it is missing or damaged."""
    try:
        return status_from_json(read_regular(layout.status, _LARGEST))
    except (OSError, ValueError):
        return None


def describe(seen: Seen) -> str:
    """The status in one plain sentence."""
    status = seen.status
    if status is None:
        return "Nothing is known of this run: it has no readable status."
    at = f"update {status.update:,}"
    if told := _before_training(seen, status):
        return " ".join(part for part in (told, _told(seen, status)) if part)
    sentences: dict[str, str] = {
        "running": f"Training: {at} of {status.max_updates:,}.",
        "paused": f"Paused at {at}.",
        "stopped": f"Stopped at {at}, as was asked. It can be resumed.",
        "finished": f"Finished at {at}.",
        "diverged": f"Diverged at {at}{'' if status.error else ': the loss is no longer a number'}.",
        "failed": f"Failed at {at}.",
        "lost": _lost(seen, status),
        "copied": f"A copy, made at {at}, of the run in {status.folder}. It can only be watched.",
        "stalled": f"No sign of life for {_duration(seen.silence)}; the last was at {at} on {status.host}.",
    }
    parts = (sentences[seen.condition], _skipped(seen, status), _told(seen, status))
    return " ".join(part for part in parts if part)


def _lost(seen: Seen, status: RunStatus) -> str:
    at = f"update {status.update:,}"
    if seen.silence > LOST_AFTER and status.host != socket.gethostname():
        silence = f"no sign of life for {_duration(seen.silence)}, the last at {at}"
        return f"Lost with its machine {status.host}, or a copy: {silence}. It can be resumed here."
    if was_before_boot(status.pid_started):
        return f"Interrupted at {at}: this computer was started anew since. It can be resumed."
    if status.state == "paused" and status.error is None:  # else it may have had no room to save
        return f"Paused at {at}; its process {status.pid} is gone since, and all is saved. It can be resumed."
    return f"Interrupted at {at}: its process {status.pid} is gone. It can be resumed."


def _before_training(seen: Seen, status: RunStatus) -> str:
    """The sentence of a run that has not trained yet; empty where another one is right."""
    if seen.condition == "running" and status.preparing:
        return f"{status.preparing}. The corpus is {status.prepared:.0%} prepared; training comes next."
    if seen.condition == "stopped" and status.preparing:
        return f"Stopped while the corpus was prepared, at update {status.update:,}. It can be resumed."
    if seen.condition == "failed" and not status.update:
        return "Failed before it learned anything; its folder can be deleted."
    return ""


def _skipped(seen: Seen, status: RunStatus) -> str:
    """The sentence on updates without effect; a run that diverged says itself what became of it."""
    if not status.skipped or seen.condition == "diverged":
        return ""
    if status.skipped == 1:
        return "One update was skipped, for its gradient was not finite."
    return f"{status.skipped:,} updates were skipped, for their gradients were not finite."


def _told(seen: Seen, status: RunStatus) -> str:
    """What the run said of its error; what it meant to do itself is over once it is lost."""
    if status.error is None:
        return ""
    if seen.condition == "lost":
        return status.error.what
    return f"{status.error.what} {status.error.remedy}".strip()


def _duration(seconds: float) -> str:
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {name}{'s' if count != 1 else ''}"
    return f"{int(seconds)} seconds"
