"""How long a person waits at the start: until the first frame, and until the engine process is ready.

Both are counted from the moment in which `python main.py` is started. The first start, which reads the files
from the disk, does not count. Without a screen Qt draws off screen; `xvfb-run` gives it a real one.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.apart import ROOT

SUMMARY = "time to the first frame, and until the engine is ready"
AIMS = {"first frame": 1.0, "engine ready": 4.0}  # seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--starts", type=int, default=5, metavar="N", help="of the program; else 5")


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Start the program again and again."""
    with tempfile.TemporaryDirectory() as home:
        starts = [observe(Path(home), {"sentences": []}) for _ in range(options.starts + 1)][1:]
    rows = []
    for name, aim in AIMS.items():
        seconds = [start[name] for start in starts]
        rows.append(
            {"until": name, "median s": statistics.median(seconds), "worst s": max(seconds), "aim s": aim}
        )
    return {"rows": rows, "starts": options.starts, **machine()}


def observe(home: Path, given: dict[str, Any]) -> dict[str, Any]:
    """Run the program under an observer, with settings, runs and log in a folder of its own."""
    environment = {
        **os.environ,
        "ALIGNMENT_EXPLORER_SETTINGS": str(home / "settings.json"),
        "ALIGNMENT_EXPLORER_RUNS": str(home / "runs"),
    }
    if not any(name in environment for name in ("DISPLAY", "WAYLAND_DISPLAY")) and sys.platform == "linux":
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    given = {"spawned": time.time(), **given}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.observer", json.dumps(given)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    seen: dict[str, Any] = json.loads(ended.stdout.strip().split("\n")[-1])
    if seen["code"] != 0:
        raise SystemExit(f"The program ended with exit code {seen['code']}.")
    return seen


def machine() -> dict[str, Any]:
    """What the figures depend on beside the program."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else "unknown"
    return {"cores": os.cpu_count(), "load of the last minute": load}
