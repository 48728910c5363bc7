"""How processes that compute share the cores with the window: they sleep while they wait, and runs give way.

OpenMP's threads spin by default, which takes from the window, from a run and from the engine process whenever
two of them work: a translation of 40 ms then took up to seconds on two cores beside a run, and a run beside
another one learned a tenth of what it learns when both sleep while they wait. And a run, which
lasts for hours, is worked on when nothing else asks for a core: who types a sentence waits for it.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "OMP_WAIT_POLICY"
_NICE = 10  # of 19: gives way to all that has none, and still gets something of busy cores
_PROCESSES = Path("/proc")


def sharing_cores(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment with that wish; one that says something about it already keeps it."""
    return {VARIABLE: "PASSIVE", **environment}


def giving_way_flags() -> int:
    """Creation flags of a process that gives way; where `give_way` does it afterwards, none."""
    if sys.platform == "win32":
        return subprocess.BELOW_NORMAL_PRIORITY_CLASS
    return 0


def give_way(pid: int) -> None:
    """Let a process that has just been started, and all that it will start, give way to others.

    Where a session of its own has a share of the cores of its own (Linux, autogroups), that is lowered too.
    What a system refuses is left as it is: the run is none the worse for it.
    """
    if sys.platform == "win32":
        return
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, pid, max(_NICE, os.getpriority(os.PRIO_PROCESS, pid)))
    with contextlib.suppress(OSError, ValueError):
        if os.getsid(pid) == pid:  # else it would lower those it shares the session with
            (_PROCESSES / str(pid) / "autogroup").write_text(str(_NICE), encoding="ascii")
