"""Records of other machines: what the window knows of each at one moment."""

from dataclasses import dataclass
from typing import Literal

from engine.errors import EngineError

State = Literal["closed", "connecting", "connected", "broken", "refused"]


@dataclass(frozen=True)
class LineState:
    """How a line is. problem: why it is broken or refused; seconds_left: before the next try.

    home: the folder of all runs there; program: the version of the program there.
    """

    state: State = "closed"
    problem: EngineError | None = None
    seconds_left: int = 0
    home: str = ""
    program: str = ""


@dataclass(frozen=True)
class Machine:
    """A machine of the settings. command: the words before `-m engine.serve_runs`, as typed."""

    name: str
    command: str
    line: LineState = LineState()
