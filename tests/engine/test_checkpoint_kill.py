"""Nothing is lost to a kill at any moment: a training in a process of its own is killed in earnest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("killed_writer.py")
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the program that kills needs fork")


def run_program(kind: str, folder: Path) -> dict[str, int]:
    ended = subprocess.run(
        [sys.executable, str(PROGRAM), kind, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
    )
    assert ended.returncode == 0, ended.stderr
    counts: dict[str, int] = json.loads(ended.stdout)
    return counts


def test_kills_at_random_moments_lose_no_checkpoint(tmp_path: Path) -> None:
    counts = run_program("random", tmp_path)
    assert counts["reached"] > 1
    assert counts["halves"] > 0  # so some kills did hit a save


def test_a_kill_before_any_change_of_the_file_system_leaves_the_old_or_the_new(tmp_path: Path) -> None:
    counts = run_program("steps", tmp_path)
    assert counts["changes"] > 8
    assert counts["old"] > 0
    assert counts["new"] > 0
