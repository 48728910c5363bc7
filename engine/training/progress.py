"""How much of a run lies behind it, over all its sessions: target tokens and seconds."""

import time
from collections.abc import Mapping
from typing import Any


class Progress:
    """Counts on from a checkpoint. Both numbers are None in a run whose checkpoint does not hold them."""

    def __init__(self) -> None:
        self._tokens: int | None = 0
        self._seconds: float | None = 0.0
        self._since = time.perf_counter()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._tokens, self._seconds = state.get("tokens"), state.get("wall")
        self._since = time.perf_counter()

    def state(self) -> dict[str, int | float | None]:
        """What a checkpoint holds of it."""
        return {"tokens": self._tokens, "wall": self.wall}

    def learn(self, tokens: int) -> None:
        """An update was made with so many target tokens."""
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
