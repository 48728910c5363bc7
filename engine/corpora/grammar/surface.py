"""From words to text: elision, contraction, a or an, and the spacing of each language."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from engine.corpora.grammar.lexicon import Lexicon
from engine.corpora.grammar.words import Word, Words
from engine.text.normalization import Span

_CLOSE = (",", ".")
_ONE = frozenset(("du", "au", "aux"))


def spell_english(words: Words) -> Words:
    """With "an" before a vowel sound."""
    spelled = list(words)
    for place, (word, after) in enumerate(pairwise(words)):
        if word.text == "a" and after.vowel:
            spelled[place] = replace(word, text="an")
    return tuple(spelled)


def spell_french(words: Words, lexicon: Lexicon) -> Words:
    """With "l'" and "bel" before a vowel sound, and "du" for "de le"."""
    spelled: list[Word] = []
    for word, after in zip(words, (*words[1:], None), strict=True):
        spelled.append(_elided(word, after, lexicon))
        if len(spelled) > 1 and word.article:
            _contract(spelled, lexicon)
    return tuple(spelled)


def is_changed(words: Words, spelled: Words) -> bool:
    """Whether a French word is shortened or two are one, also in an expression that never changes."""
    texts = {word.text for word in spelled}
    return len(words) != len(spelled) or bool(texts & _ONE) or any(text.endswith("'") for text in texts)


def written(tokens: Sequence[str], language: str) -> tuple[str, tuple[Span, ...]]:
    """The tokens as a text that begins with a capital letter, and where each of them stands in it."""
    text = ""
    places: list[Span] = []
    for token in tokens:
        close = token in _CLOSE or token.startswith("'") or (language == "en" and token in ("?", ";"))
        if text and not close and not text.endswith("'"):
            text += " "
        places.append((len(text), len(text) + len(token)))
        text += token
    return text[:1].upper() + text[1:], tuple(places)


def _elided(word: Word, after: Word | None, lexicon: Lexicon) -> Word:
    if after is None:
        return word
    if word.text == "si" and after.text in ("il", "ils"):
        return replace(word, text="s'")
    short = word.before_vowel or lexicon.elisions.get(word.text, "")
    return replace(word, text=short) if short and after.vowel else word


def _contract(spelled: list[Word], lexicon: Lexicon) -> None:
    """Make the last two words one where they are a preposition and an article."""
    before, last = spelled[-2:]
    both = lexicon.contractions.get((before.text, last.text))
    if both:
        word = before.linked(last.sure, last.possible)
        spelled[-2:] = [replace(word, text=both, vowel=last.vowel)]
