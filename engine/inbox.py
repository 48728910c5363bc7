"""The requests that wait at an engine process: a newer one on a channel overtakes the older ones on it.

Those of the background (a long list of sentences) give way to every other one.

One thread puts frames in as they arrive, another takes requests out and asks, between two steps of its work,
whether the one it works on still matters. Torch-free.
"""

import threading
from dataclasses import dataclass
from typing import Any


@dataclass(eq=False)
class Job:
    """One request; `overtaken` tells whoever works on it to stop."""

    message: dict[str, Any]
    overtaken: bool = False

    @property
    def id(self) -> int:
        """The asker's number of the request; 0 where it gave none."""
        value = self.message.get("id")
        return value if isinstance(value, int) else 0

    @property
    def channel(self) -> str:
        """The line of requests in which this one overtakes older ones."""
        return str(self.message.get("channel", ""))

    @property
    def is_background(self) -> bool:
        """Whether it is worked on only while no other request waits."""
        return self.message.get("background") is True


class Inbox:
    """Requests in the order of their arrival, those of the background last; one is worked on at a time."""

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._waiting: list[Job] = []
        self._current: Job | None = None
        self._closed = False

    def put(self, message: dict[str, Any]) -> list[Job]:
        """Add a request, or carry out a cancel or shutdown; the waiting requests that end by it unworked."""
        kind = message.get("kind")
        with self._condition:
            if kind == "shutdown":
                return self._close()
            job = Job(message)
            ended = self._overtake(job.channel)
            if kind != "cancel":
                self._waiting.append(job)
            self._condition.notify()
            return ended

    def close(self) -> list[Job]:
        """No more will come: end what runs; the waiting requests that end by it unworked."""
        with self._condition:
            return self._close()

    def take(self) -> Job | None:
        """The next request, waited for; None when the inbox is closed."""
        with self._condition:
            self._current = None
            while not self._waiting and not self._closed:
                self._condition.wait()
            self._current = None if self._closed else self._waiting.pop(self._first())
            return self._current

    def is_pressed(self, job: Job) -> bool:
        """Whether a request waits that goes before this one, which is being worked on."""
        with self._condition:
            return job.is_background and any(not other.is_background for other in self._waiting)

    def put_off(self, job: Job) -> bool:
        """Work on this one anew, later; False where it does not matter any more."""
        with self._condition:
            if not job.overtaken:
                self._waiting.insert(0, job)
                self._current = None
            return not job.overtaken

    def _first(self) -> int:
        """Which of the waiting requests is next: the oldest, those of the background last."""
        return min(range(len(self._waiting)), key=lambda place: self._waiting[place].is_background)

    def _close(self) -> list[Job]:
        self._closed = True
        if self._current is not None:
            self._current.overtaken = True
        ended, self._waiting = self._waiting, []
        self._condition.notify()
        return ended

    def _overtake(self, channel: str) -> list[Job]:
        if self._current is not None and self._current.channel == channel:
            self._current.overtaken = True
        ended = [job for job in self._waiting if job.channel == channel]
        self._waiting = [job for job in self._waiting if job.channel != channel]
        return ended
