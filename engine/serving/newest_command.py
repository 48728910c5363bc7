"""The program's own commands run for an answer in JSON, where only the newest question matters."""

import json
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

from engine.errors import RunError
from engine.runs.detached import own_program


class NewestCommand:
    """One command at a time; a newer one ends the one before. `ask` may be called on any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = 0  # of the newest question
        self._process: subprocess.Popen[bytes] | None = None

    def next_turn(self) -> int:
        """The turn of a new question, taken in the order in which they come; ends the one before."""
        with self._lock:
            self._turn += 1
            if self._process is not None and self._process.returncode is None:
                self._process.kill()
            return self._turn

    def ask(self, arguments: Sequence[str], turn: int) -> dict[str, Any]:
        """What the command says on standard output. Raises RunError in its own words where it fails.

        arguments: those after `main.py`.
        """
        with self._lock:
            if turn != self._turn:
                raise RunError("A newer question has come.")
            self._process = process = subprocess.Popen(
                [*own_program(), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        said, complaint = process.communicate()
        try:
            answer: dict[str, Any] = json.loads(said)
        except ValueError as error:
            lines = complaint.decode("utf-8", "replace").strip().splitlines()
            told = lines[-1].strip().removeprefix("error: ") if lines else "The command said nothing."
            raise RunError(told) from error
        return answer
