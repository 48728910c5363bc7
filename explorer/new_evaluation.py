"""What a person asks of an evaluation: a test set, models, beams, and a folder for the results."""

from dataclasses import dataclass
from pathlib import Path

from engine.evaluation.alignment import LinkRule
from explorer.typed_path import is_file

BASES = ("", "0", "1")  # the number of the first word in a file of links; empty: from evidence
MOST_BEAM = 1000


@dataclass(frozen=True)
class NewEvaluation:
    """gold: a file of links made by hand, or None. models: paths. beams: as typed, parted by spaces.

    has_importance: whether links made of importance are held to those of the file too.
    """

    source: Path
    reference: Path
    gold: Path | None
    gold_base: str
    models: tuple[str, ...]
    beams: str
    folder: Path
    has_importance: bool = False

    def arguments(self) -> list[str]:
        """Of `main.py` for it."""
        given = ["compare", "--source", str(self.source), "--reference", str(self.reference)]
        if self.gold is not None:
            given += ["--gold", str(self.gold), *(["--gold-base", self.gold_base] if self.gold_base else [])]
            given += ["--links", *LinkRule.sources()] if self.has_importance else []
        beams = [str(beam) for beam in beam_sizes(self.beams)]
        return [*given, "--models", *self.models, "--beams", *beams, "--out", str(self.folder), "--json"]


def beam_sizes(text: str) -> tuple[int, ...]:
    """The beam sizes in a text, each once; empty where it holds anything else."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= MOST_BEAM for word in words):
        return ()
    return tuple(dict.fromkeys(map(int, words)))


def has_file(path: Path | None) -> bool:
    """Whether a file that may be left out is left out or there."""
    return path is None or is_file(path)
