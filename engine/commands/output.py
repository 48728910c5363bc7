"""What commands write to standard output: strict JSON for machines, plain tables for people."""

import json
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def write_json(value: Any) -> None:
    """One JSON value on one line; a number that is not finite becomes null, for JSON has none."""
    print(json.dumps(_finite(value), ensure_ascii=False, allow_nan=False), flush=True)


def write_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns under their names, two spaces apart; the last one is as wide as it likes."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def numbers(array: NDArray[np.float32] | None) -> list[Any] | None:
    """An array as nested lists, rounded to 8 decimals so that the text stays short; None stays None."""
    rounded: list[Any] | None = None if array is None else np.round(array.astype(np.float64), 8).tolist()
    return rounded


def one_line(text: str) -> str:
    """The text without line breaks, for outputs that promise a line each."""
    return text.replace("\r", " ").replace("\n", " ")


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value
