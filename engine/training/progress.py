"""How much of a run lies behind it, over all its sessions: target tokens, seconds, updates without effect."""

import time
from collections.abc import Mapping
from typing import Any


class Progress:
    """Counts on from a checkpoint. Tokens and seconds are None in a run whose checkpoint does not hold them.

    skipped: updates that changed nothing, because their gradient was not finite.
    """

    def __init__(self) -> None:
        self._tokens: int | None = 0
        self._seconds: float | None = 0.0
        self.skipped = 0
        self._since = time.perf_counter()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._tokens, self._seconds = state.get("tokens"), state.get("wall")
        self.skipped = state.get("skipped", 0)
        self._since = time.perf_counter()

    def state(self) -> dict[str, int | float | None]:
        """What a checkpoint holds of it."""
        return {"tokens": self._tokens, "wall": self.wall, "skipped": self.skipped}

    def learn(self, tokens: int, *, applied: bool) -> None:
        """An update was made with so many target tokens, or skipped."""
        self.skipped += not applied
        if self._tokens is not None:
            self._tokens += tokens

    @property
    def tokens(self) -> float | None:
        """Target tokens learned from, as a metric record holds them."""
        return None if self._tokens is None else float(self._tokens)

    @property
    def wall(self) -> float | None:
        """Seconds of work."""
        return None if self._seconds is None else self._seconds + time.perf_counter() - self._since

    def leave_out(self, seconds: float) -> None:
        """So many of the seconds that went by were no work."""
        self._since += seconds
