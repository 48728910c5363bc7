"""A bitext: sentence pairs in the order of their file."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentencePair:
    """A source sentence and its translation, as text; `line` is the 1-based line it came from."""

    source: str
    target: str
    line: int


@dataclass(frozen=True)
class Bitext:
    """Sentence pairs of one language pair, in file order."""

    pairs: tuple[SentencePair, ...]

    def __len__(self) -> int:
        return len(self.pairs)
