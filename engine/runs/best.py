"""best.json: a pointer to the checkpoint that did best at validation."""

import json
import math
from dataclasses import dataclass

from engine.errors import CheckpointError
from engine.runs import publishing
from engine.runs.experiment_file import read_values
from engine.runs.layout import RunLayout


@dataclass(frozen=True)
class Best:
    """The best checkpoint so far: its update, and what it was judged by."""

    update: int
    metric: str
    value: float


def save_best(layout: RunLayout, best: Best) -> None:
    """Replace the pointer."""
    value = best.value if math.isfinite(best.value) else None
    text = json.dumps({"update": best.update, "metric": best.metric, "value": value})
    publishing.write_text(layout.best, text)
    publishing.sync_file(layout.best)


def load_best(layout: RunLayout) -> Best | None:
    """The pointer; None where there is none, or none that can be read."""
    try:
        values = read_values(layout.best)
        update, metric, value = values["update"], values["metric"], values["value"]
        if type(update) is not int or update < 0 or type(value) is bool:
            return None
        return Best(update, str(metric), math.nan if value is None else float(value))
    except (CheckpointError, KeyError, TypeError, ValueError, OverflowError):
        return None
