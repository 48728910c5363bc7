"""Which of some files were written since they were asked about last, told without opening them."""

from pathlib import Path

Mark = tuple[int, int, int] | None  # written when, size and inode of a file; None where it is missing


class FileMarks:
    """Remembers how each file was."""

    def __init__(self) -> None:
        self._marks: dict[Path, Mark] = {}

    def have_changed(self, *paths: Path) -> bool:
        """Whether one of these was written since it was asked about last; yes the first time."""
        marks = {path: _mark(path) for path in paths}
        have_changed = any(path not in self._marks or self._marks[path] != marks[path] for path in paths)
        self._marks.update(marks)
        return have_changed


def _mark(path: Path) -> Mark:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
