"""What every rule of the grammar needs: the words, the draws, and which phenomena are wanted."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.corpora.grammar.draw import Draw
from engine.corpora.grammar.lexicon import Fixed, Lexicon, Noun, Pronoun
from engine.corpora.grammar.words import Phrase, Word, Words, english, french

_TIMES = ("present", "past", "future")


@dataclass(frozen=True)
class Speaker:
    """Makes one sentence pair. without: names of phenomena that must not occur."""

    lexicon: Lexicon
    draw: Draw
    without: frozenset[str]

    def may(self, phenomenon: str, share: float) -> bool:
        """Whether to use a phenomenon here, in this share of the cases where it is wanted."""
        return phenomenon not in self.without and self.draw.chance(share)

    def time(self) -> str:
        """present, past or future."""
        return "present" if "tenses" in self.without else self.draw.weighted(_TIMES, (50, 32, 18))

    def noun(self, nouns: tuple[Noun, ...]) -> Noun:
        """One of the nouns."""
        return self.draw.choice(nouns)

    def nouns(self, *names: str) -> tuple[Noun, ...]:
        """The nouns of these classes together."""
        return tuple(noun for name in names for noun in self.lexicon.classes[name])

    def pronoun(self, english: str, feminine: bool) -> Pronoun:
        """The pronoun of this English name and French gender."""
        rows = self.lexicon.pronouns
        return next(row for row in rows if row.english == english and row.feminine == feminine)

    def linked(self, source: str, target: str) -> Phrase:
        """Words that all translate each other; of several English words for one French the last does."""
        key = (self.draw.key(),)
        left, right = source.split(), target.split()
        if len(left) == len(right):
            keys = [(self.draw.key(),) for _ in left]
            return Phrase(_each(english, left, keys), _each(french, right, keys))
        if len(left) > 1 and len(right) == 1:
            loose = english(" ".join(left[:-1]), (), key)
            return Phrase(loose + english(left[-1], key), french(target, key))
        return Phrase(english(source, key), french(target, key))

    def fixed(self, expression: Fixed) -> Phrase:
        """An expression that never changes, linked as its table says."""
        source, target = list(english(expression.english)), list(french(expression.french))
        for i, j, sure in expression.links:
            key = (self.draw.key(),)
            source[i] = _with_key(source[i], key, sure)
            target[j] = _with_key(target[j], key, sure)
        return Phrase(tuple(source), tuple(target))


def _with_key(word: Word, key: tuple[int], sure: bool) -> Word:
    return word.linked(key) if sure else word.linked((), key)


def _each(make: Callable[[str, tuple[int]], Words], texts: list[str], keys: list[tuple[int]]) -> Words:
    return tuple(make(text, key)[0] for text, key in zip(texts, keys, strict=True))
