"""Paths as a person types them: nothing that is typed, half of it or pasted by mistake, is an exception."""

from pathlib import Path


def typed_path(text: str) -> Path:
    """The path. ~ at its begin is the home folder; where nobody has that home, it is a path like another."""
    typed = Path(text.replace("\0", "").strip())
    try:
        return typed.expanduser()
    except RuntimeError:
        return typed


def is_there(path: Path) -> bool:
    """Whether something has this path; nothing has one that is longer than the system allows."""
    try:
        return path.exists()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether a file has this path."""
    return is_there(path) and path.is_file()
