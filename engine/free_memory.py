"""How much memory this machine can still give to a new process; torch-free."""

from pathlib import Path

_MEMINFO = Path("/proc/meminfo")


def free_memory(meminfo: Path = _MEMINFO) -> int | None:
    """Bytes that can be taken without swapping, file caches counted as free; None where that is not told.

    meminfo: the file in which Linux tells it. Other systems have none.
    """
    try:
        lines = meminfo.read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return None
    for line in lines:
        name, _, value = line.partition(":")
        size, _, unit = value.strip().partition(" ")
        if name == "MemAvailable" and unit == "kB" and size.isdecimal():
            return int(size) << 10
    return None
