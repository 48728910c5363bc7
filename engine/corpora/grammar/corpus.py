"""The corpus itself: sentence pairs by seed and number, all different, with their links."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

from engine.config import GrammarConfig
from engine.corpora.bitext import SentencePair, split_turn
from engine.corpora.grammar.draw import Draw
from engine.corpora.grammar.loading import lexicon
from engine.corpora.grammar.sentences import sentence
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.surface import is_changed, spell_english, spell_french, written
from engine.corpora.grammar.tables import FOLDER, tables_fingerprint
from engine.corpora.grammar.words import Words
from engine.errors import CorpusError
from engine.text.normalization import Span

NAME = "grammar"  # stands where other pairs have the name of their file
VERSION = 2  # raised whenever the same configuration gives other sentences
_TRIES = 50  # for one number
_MOST_LOST = 200  # numbers in a row that give nothing new
Links = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class GrammarPair:
    """A sentence pair; the words are the tokens of both languages as they are spelled."""

    number: int
    source: Words
    target: Words

    @property
    def source_tokens(self) -> tuple[str, ...]:
        """The English tokens."""
        return tuple(word.text for word in self.source)

    @property
    def target_tokens(self) -> tuple[str, ...]:
        """The French tokens."""
        return tuple(word.text for word in self.target)

    @cached_property
    def pair(self) -> SentencePair:
        """The texts, as they are written; the line is the number of the draw."""
        source, target = written(self.source_tokens, "en")[0], written(self.target_tokens, "fr")[0]
        return SentencePair(source, target, self.number, NAME)

    def places(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Where the tokens of both sides stand in the texts."""
        return written(self.source_tokens, "en")[1], written(self.target_tokens, "fr")[1]

    def links(self) -> tuple[Links, Links]:
        """The sure links between the tokens, and those that are possible only."""
        sure, possible = set(), set()
        for i, left in enumerate(self.source):
            for j, right in enumerate(self.target):
                if left.sure & right.sure:
                    sure.add((i, j))
                elif (left.sure | left.possible) & (right.sure | right.possible):
                    possible.add((i, j))
        return frozenset(sure), frozenset(possible)

    def linked_from(self, language: str) -> tuple[list[tuple[Span, ...]], list[Links]]:
        """The places of the source's and the target's tokens, and the sure and the possible links from source
        to target, for a model that reads this language, "en" or "fr"."""
        sides, links = list(self.places()), list(self.links())
        if language == "fr":
            return sides[::-1], [frozenset((j, i) for i, j in each) for each in links]
        return sides, links


def generate(config: GrammarConfig) -> Iterator[GrammarPair]:
    """The pairs of a corpus, all different in their English side, always the same for a configuration.

    Raises CorpusError where the grammar has too few sentences of these lengths.
    """
    seen: set[int] = set()
    number = lost = 0
    while len(seen) < config.size:
        number += 1
        made = pair_of(config, number)
        mark = split_turn(made.pair.source, config.seed) if made else None
        if made is None or mark is None or mark in seen:
            lost += 1
            if lost > _MOST_LOST:
                raise _exhausted(config, len(seen))
            continue
        lost = 0
        seen.add(mark)
        yield made


def pair_of(config: GrammarConfig, number: int) -> GrammarPair | None:
    """The sentence pair of one number, whatever other numbers give; None where none fits the lengths."""
    speaker = Speaker(lexicon(), Draw(config.seed, number), frozenset(config.without))
    aim = speaker.draw.between(config.shortest, config.longest)
    for _ in range(_TRIES):
        phrase = sentence(speaker, aim)
        source, target = spell_english(phrase.english), spell_french(phrase.french, speaker.lexicon)
        lengths = sorted((len(source), len(target)))
        if lengths[0] < config.shortest or lengths[1] > config.longest:
            continue
        if "elision" in config.without and is_changed(phrase.french, target):
            continue
        return GrammarPair(number, source, target)
    return None


@cache
def fingerprint() -> str:
    """SHA-256, in hexadecimal, of all that decides which sentences a configuration gives."""
    return hashlib.sha256(f"{VERSION} {tables_fingerprint(FOLDER)}".encode()).hexdigest()


def _exhausted(config: GrammarConfig, found: int) -> CorpusError:
    return CorpusError(
        f"The built-in grammar gives only {found:,} different sentences of {config.shortest} to "
        f"{config.longest} words in this way, not {config.size:,}.",
        "Ask for fewer pairs, allow longer sentences, or switch fewer phenomena off.",
    )
