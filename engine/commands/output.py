"""What commands write to standard output: strict JSON for machines, plain tables for people."""

import json
import math
import os
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.printable import printable


def write_text(text: str) -> None:
    """The text and a line break, at once. Raises EngineError where the output does not take them."""
    try:
        print(text, flush=True)
    except BrokenPipeError:  # nobody reads any more, which is no error
        raise
    except OSError as error:
        discard_output()
        raise EngineError(
            f"The output cannot be written: {error.strerror}.", "Send it where there is room for it."
        ) from error


def discard_output() -> None:
    """Send nowhere what was not written; else the interpreter tries again at its end, and complains."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_json(value: Any) -> None:
    """One JSON value on one line; a number that is not finite becomes null, for JSON has none."""
    write_text(json.dumps(_finite(value), ensure_ascii=False, allow_nan=False))


def write_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns under their names, two spaces apart; the last one is as wide as it likes."""
    lines = [[printable(cell) for cell in line] for line in (header, *rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    for line in lines:
        write_text("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


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
