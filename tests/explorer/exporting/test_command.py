"""The export command is listed and explained where the window's libraries are not installed."""

import subprocess
import sys
from pathlib import Path


def test_naming_the_command_loads_no_qt() -> None:
    code = "import sys, explorer.exporting.command; sys.exit('PySide6' in sys.modules)"
    repository = Path(__file__).parents[3]
    assert subprocess.run([sys.executable, "-c", code], cwd=repository).returncode == 0
