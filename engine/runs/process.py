"""Whether a process still lives, told apart from a newer process that got the same number."""

import os
import subprocess
import sys
import time
from pathlib import Path

_LOADED = time.time()


def process_started(pid: int) -> str:
    """A mark of when the process began, equal for one process only; empty where there is no such process.

    On Linux: the boot and the clock ticks since it, so that setting the clock does not change it.
    """
    if sys.platform == "linux":
        return _linux_mark(pid)
    if sys.platform == "win32":
        return _windows_mark(pid)
    return _posix_mark(pid)


def process_alive(pid: int, started: str) -> bool:
    """Whether the process with this number and this mark of its start still runs on this machine."""
    return pid > 0 and started != "" and process_started(pid) == started


def was_before_boot(started: str) -> bool:
    """Whether a process with this mark of its start began before this machine did; False where unknown."""
    return sys.platform == "linux" and "/" in started and not started.startswith(f"{_boot()}/")


def own_start() -> float:
    """When this process began, in unix seconds; where that is unknown, when this module was loaded."""
    if sys.platform != "linux":
        return _LOADED
    ticks = int(_stat_fields(os.getpid())[19])
    uptime = float(Path("/proc/uptime").read_text().split()[0])
    return time.time() - (uptime - ticks / os.sysconf("SC_CLK_TCK"))


def _stat_fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name, which may itself hold spaces and brackets."""
    text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    return text[text.rindex(")") + 2 :].split()


def _linux_mark(pid: int) -> str:
    try:
        fields = _stat_fields(pid)
        boot = _boot()
    except (OSError, ValueError):
        return ""
    ended = fields[0] in "ZX"  # a zombie is dead, only nobody has asked how it ended
    return "" if ended else f"{boot}/{fields[19]}"


def _boot() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def _posix_mark(pid: int) -> str:
    answer = subprocess.run(
        ["ps", "-o", "stat=,lstart=", "-p", str(pid)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": "C", "TZ": "UTC"},
    )
    state, _, started = answer.stdout.strip().partition(" ")
    return "" if state.startswith("Z") else " ".join(started.split())


def _windows_mark(pid: int) -> str:
    if sys.platform != "win32":
        return ""
    import ctypes
    from ctypes import wintypes

    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = wintypes.HANDLE
    handle = kernel.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    if not handle:
        return ""
    try:
        times = [wintypes.FILETIME() for _ in range(4)]
        code = wintypes.DWORD()
        asked = kernel.GetProcessTimes(wintypes.HANDLE(handle), *(ctypes.byref(item) for item in times))
        asked = asked and kernel.GetExitCodeProcess(wintypes.HANDLE(handle), ctypes.byref(code))
        alive = asked and code.value == 259  # STILL_ACTIVE
        return f"{times[0].dwHighDateTime}/{times[0].dwLowDateTime}" if alive else ""
    finally:
        kernel.CloseHandle(wintypes.HANDLE(handle))
