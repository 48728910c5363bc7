"""What a person feels in the window: how soon a translation is seen, and what holds the event loop up.

Sentences are typed and entered, one by one; a translation counts as visible when its final trace is painted.
A gap is how late a clock of 5 ms ticks in the window's event loop. All of it once with a quiet machine and
once while a run trains on the same cores; then Train is looked at. Without a screen Qt draws off screen.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from engine.runs.condition import read_status
from engine.runs.layout import RunLayout
from engine.shared_cores import give_way, sharing_cores
from tests.benchmarks.apart import ROOT
from tests.benchmarks.startup import machine, observe

SUMMARY = "time from Enter to the translation, and gaps of the event loop"
AIM_VISIBLE, AIM_GAP = 100, 50  # milliseconds
PRESET = "rnnsearch-minute"
_PATIENCE = 120  # seconds until a run has begun to train
SENTENCES = (
    "The old man who lives next door gave me a red book yesterday.",
    "I have never seen such a beautiful garden.",
    "She asked him whether he would come to the party.",
    "We are going to the sea tomorrow morning.",
    "The children were playing in the street when it began to rain.",
    "Do you know where the station is?",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="of the six sentences; else 5")
    parser.add_argument("--watch", type=int, default=10, metavar="S", help="seconds in Train; else 10")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Watch the window beside nothing, and beside a run."""
    given = {"sentences": list(SENTENCES * options.rounds), "pause": 200, "watch": 1000 * options.watch}
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        (home / "settings.json").write_text('{"version": 1, "runs_at_close": "leave"}', encoding="ascii")
        rows += _rows("quiet", observe(home, given))
        with _training(home):
            rows += _rows("beside a run", observe(home, given))
    return {"rows": rows, "translations": len(given["sentences"]), **machine()}


def _rows(where: str, seen: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        _row(f"Enter to translation, {where}", seen["visible"], AIM_VISIBLE),
        _row(f"gap while translating, {where}", seen["gaps translating"], AIM_GAP),
        _row(f"gap in Train, {where}", seen["gaps watching"], AIM_GAP),
    ]


def _row(name: str, milliseconds: list[float], aim: int) -> dict[str, Any]:
    return {
        "what": name,
        "median ms": statistics.median(milliseconds),
        "99th percentile ms": float(np.percentile(milliseconds, 99)),
        "worst ms": max(milliseconds),
        "aim ms": aim,
    }


@contextmanager
def _training(home: Path) -> Iterator[None]:
    """A run of the real program that trains meanwhile, on made-up pairs."""
    corpus, folder = home / "pairs.tsv", home / "runs" / "beside"
    corpus.write_text("".join(_lines()), encoding="utf-8")
    line = [sys.executable, "main.py", "train", "--preset", PRESET, "--corpus", str(corpus)]
    line += ["--run", str(folder), "--max-updates", "1000000"]
    environment = sharing_cores({**os.environ, "ALIGNMENT_EXPLORER_CACHE": str(home / "cache")})
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        line, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet, start_new_session=True
    ) as process:
        give_way(process.pid)  # as a run that the window has started
        try:
            _wait_for_updates(process, RunLayout(folder))
            yield
        finally:
            process.terminate()


def _wait_for_updates(process: subprocess.Popen[bytes], layout: RunLayout) -> None:
    end = time.monotonic() + _PATIENCE
    while (status := read_status(layout)) is None or not status.update:
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit("The run beside which the window is to be watched does not train.")
        time.sleep(0.2)


def _lines() -> Iterator[str]:
    """Sentences of made-up words, the same on both sides."""
    draw = random.Random(1)
    syllables = [first + second for first in "bcdfghjklmnprstvz" for second in "aeiou"]
    words = ["".join(draw.choices(syllables, k=draw.randint(2, 4))) for _ in range(3000)]
    for _ in range(5000):
        sentence = " ".join(draw.choices(words, k=draw.randint(4, 16)))
        yield f"{sentence}\t{sentence}\n"
