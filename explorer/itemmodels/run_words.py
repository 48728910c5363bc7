"""How the numbers and states of a run are written for a person."""

from engine.runs.condition import Condition, Seen

STATE_WORDS: dict[Condition, str] = {
    "running": "Training",
    "paused": "Paused",
    "stopped": "Stopped",
    "finished": "Finished",
    "diverged": "Diverged",
    "failed": "Failed",
    "lost": "Interrupted",
    "stalled": "No sign of life",
    "copied": "A copy",
    "unknown": "Unknown",
}
TROUBLED: frozenset[Condition] = frozenset(("diverged", "failed", "lost", "stalled"))


def state_words(seen: Seen) -> str:
    """What a run does, in a word or two."""
    if seen.condition == "running" and seen.status is not None and seen.status.preparing:
        return "Preparing"
    return STATE_WORDS[seen.condition]


def duration(seconds: float) -> str:
    """A span of time in its two largest units, such as 3 h 20 min."""
    minutes = round(seconds / 60)
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    if minutes < 60:
        return f"{minutes} min"
    if minutes < 24 * 60:
        return f"{minutes // 60} h {minutes % 60} min"
    hours = round(minutes / 60)
    return f"{hours // 24} d {hours % 24} h"


def progress(update: int, max_updates: int) -> str:
    """How many updates are done, of how many."""
    return f"{update:,} of {max_updates:,}"


def size_words(size: float) -> str:
    """Bytes, in the unit in which they have at most three digits before the point."""
    for unit, name in ((1e9, "GB"), (1e6, "MB"), (1e3, "kB")):
        if size >= unit:
            count = size / unit
            return f"{count:.1f} {name}" if count < 10 else f"{count:.0f} {name}"
    return f"{size:.0f} B"
