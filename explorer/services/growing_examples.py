"""The sentences that can grow: a file each, a title and then a clause and its translation a line."""

from pathlib import Path

from explorer.growth import Clauses
from explorer.theme import RESOURCES

FOLDER = RESOURCES / "growing"


def read_examples(folder: Path = FOLDER) -> tuple[Clauses, ...]:
    """All of them, by the names of their files. Raises ValueError where a line is no pair."""
    return tuple(_read(path) for path in sorted(folder.glob("*.tsv")))


def _read(path: Path) -> Clauses:
    title, *lines = path.read_text(encoding="utf-8").splitlines()
    pairs = [line.split("\t") for line in lines]
    if not title.startswith("# ") or not pairs or any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"{path} is no list of clauses")
    sources, references = zip(*pairs, strict=True)
    return Clauses(title.removeprefix("# "), sources, references)
