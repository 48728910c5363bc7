"""Words that know what they translate: two words of a pair are linked where they share a key."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

NO_KEYS: frozenset[int] = frozenset()
_VOWELS = "aeiouàâæéèêëîïôöùûœ"


@dataclass(frozen=True, slots=True)
class Word:
    """One token of a sentence before its neighbours change it.

    sure, possible: keys; words of the two sides that share one are linked. before_vowel: the form before a
    vowel sound where that differs ("beau", "bel"). vowel: whether it begins with such a sound itself.
    article: whether it is a definite article, which "de" and "à" swallow.
    """

    text: str
    sure: frozenset[int] = NO_KEYS
    possible: frozenset[int] = NO_KEYS
    before_vowel: str = ""
    vowel: bool = False
    article: bool = False

    def linked(self, sure: Iterable[int] = (), possible: Iterable[int] = ()) -> "Word":
        """The same word with more keys."""
        both = self.sure.union(sure), self.possible.union(possible)
        return Word(self.text, *both, self.before_vowel, self.vowel, self.article)


Words = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Phrase:
    """The same thing said in both languages."""

    english: Words = ()
    french: Words = ()

    def __add__(self, other: "Phrase") -> "Phrase":
        return Phrase(self.english + other.english, self.french + other.french)

    @property
    def length(self) -> int:
        """The words of the longer side."""
        return max(len(self.english), len(self.french))


NOTHING = Phrase()


def english(text: str, sure: Iterable[int] = (), possible: Iterable[int] = ()) -> Words:
    """English words; "*" before one marks a consonant sound ("*uniform"), "^" a vowel sound ("^honest")."""
    return tuple(_word(part, _VOWELS, sure, possible) for part in text.split())


def french(text: str, sure: Iterable[int] = (), possible: Iterable[int] = ()) -> Words:
    """French words; an h is mute unless "*" stands before it ("*héros")."""
    return tuple(_word(part, _VOWELS + "h", sure, possible) for part in text.split())


def article(words: Words) -> Words:
    """The same words, of which every "le", "la" and "les" is a definite article."""
    return tuple(replace(word, article=word.text in ("le", "la", "les")) for word in words)


def plain(text: str) -> str:
    """A text of the tables without its marks of sound."""
    return text.replace("*", "").replace("^", "")


def _word(marked: str, vowels: str, sure: Iterable[int], possible: Iterable[int]) -> Word:
    text, vowel = _sounded(marked, vowels)
    return Word(text, frozenset(sure), frozenset(possible), vowel=vowel)


@cache
def _sounded(marked: str, vowels: str) -> tuple[str, bool]:
    """The word without its mark, and whether it begins with a vowel sound."""
    return plain(marked), marked.startswith("^") or marked[0].lower() in vowels
