"""What was asked of the engine and is not answered yet: one request a channel, the latest."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

MAX_ATTEMPTS = 2  # a sentence whose request ends the engine is asked again once, not for ever


@dataclass
class Request:
    """A request that waits for its answer; `attempts` counts the processes it was sent to."""

    number: int
    channel: str
    message: dict[str, Any]
    attempts: int = 0


class PendingRequests:
    """The latest request of each channel, in the order in which they were asked."""

    def __init__(self) -> None:
        self._last_number = 0
        self._by_channel: dict[str, Request] = {}

    def __iter__(self) -> Iterator[Request]:
        return iter(list(self._by_channel.values()))

    def new_id(self) -> int:
        """A number that no request had before."""
        self._last_number += 1
        return self._last_number

    def add(self, channel: str, message: dict[str, Any]) -> Request:
        """The request for this message; it overtakes the one that waits on its channel."""
        self.drop(channel)
        number = self.new_id()
        request = Request(number, channel, {**message, "id": number, "channel": channel})
        self._by_channel[channel] = request
        return request

    def find(self, number: Any) -> Request | None:
        """The request with this id; None where it was overtaken, dropped or never asked."""
        return next((request for request in self._by_channel.values() if request.number == number), None)

    def drop(self, channel: str) -> Request | None:
        """Wait no longer for this channel's request."""
        return self._by_channel.pop(channel, None)

    def drop_exhausted(self) -> list[Request]:
        """Drop the requests that were tried as often as is sensible, and name them."""
        exhausted = [request for request in self._by_channel.values() if request.attempts >= MAX_ATTEMPTS]
        for request in exhausted:
            self.drop(request.channel)
        return exhausted

    def drop_all(self) -> list[Request]:
        """Drop every request, and name them."""
        dropped = list(self._by_channel.values())
        self._by_channel.clear()
        return dropped
