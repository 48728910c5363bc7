"""A test set: sentences, what a person made of them, and perhaps the links between their words."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.errors import CorpusError
from engine.evaluation.alignment import GoldLinks


@dataclass(frozen=True)
class TestSet:
    """Sources and references in step. name: what a person calls it, such as the source file's name.

    gold: links by hand, one a pair, or None. gold_note: how they were read. linked_by: what the models' links
    that are held to them are made of, by the names of `LinkRule.sources`. Raises CorpusError where the
    sides differ in length or there is no pair.
    """

    __test__ = False  # no class of tests

    name: str
    sources: tuple[str, ...]
    references: tuple[str, ...]
    target_language: str = ""  # chooses BLEU's tokenizer
    gold: tuple[GoldLinks, ...] | None = None
    gold_note: str = ""
    linked_by: tuple[str, ...] = ("attention",)

    def __post_init__(self) -> None:
        sides = [("references", self.references), ("gold links", self.gold)]
        if not self.sources:
            raise CorpusError(f"{self.name} has no sentence.", "Give a file with one sentence a line.")
        for what, side in sides:
            if side is not None and len(side) != len(self.sources):
                raise CorpusError(
                    f"{self.name} has {len(self.sources):,} sources but {len(side):,} {what}.",
                    "Give files that belong together line by line.",
                )

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of all that results depend on: sentences, references, language, links."""
        gold = None if self.gold is None else [(_sorted(g.sure), _sorted(g.possible)) for g in self.gold]
        content = [self.sources, self.references, self.target_language, gold]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()

    def pairs(self) -> list[tuple[str, str]]:
        """Source and reference of each sentence."""
        return list(zip(self.sources, self.references, strict=True))

    def __len__(self) -> int:
        return len(self.sources)


def _sorted(links: frozenset[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    return sorted(links)
