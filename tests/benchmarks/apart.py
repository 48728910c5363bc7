"""One measurement in a process of its own, so that its memory is its own too."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def measure_apart(module: str, arguments: dict[str, Any], cache: Path) -> dict[str, Any]:
    """Run `python -m MODULE` with these arguments as JSON; the JSON object that it prints last."""
    environment = {**os.environ, "ALIGNMENT_EXPLORER_CACHE": str(cache)}
    ended = subprocess.run(
        [sys.executable, "-m", module, json.dumps(arguments)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    answer: dict[str, Any] = json.loads(ended.stdout.strip().split("\n")[-1])
    return answer


def peak_mib() -> float:
    """The most memory that this process has had resident so far, mapped files included.

    Linux counts in ru_maxrss what the process was forked from, so there /proc is asked instead.
    """
    status = Path("/proc/self/status")
    if status.is_file():
        lines = status.read_text(encoding="ascii", errors="replace").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) / (1 << 10)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1 << 20 if sys.platform == "darwin" else 1 << 10)
