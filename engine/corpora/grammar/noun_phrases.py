"""Noun phrases: determiners, adjectives before and after the noun, owners, and what agrees with them."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import NamedTuple

from engine.corpora.grammar.lexicon import Adjective, Determiner, Lexicon, Noun
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.words import Phrase, Words, article, english, french

KINDS = ("definite", "indefinite", "possessive", "demonstrative", "quantity", "universal")
KNOWN = ("definite", "possessive", "demonstrative")  # kinds of determiner for what is known already
_OWNED = frozenset(("object", "clothing", "vehicle", "pet", "text", "young"))
_AGES = ("old", "young", "new")
_PRAISE = ("good", "bad", "excellent", "beautiful", "pretty", "magnificent")
_DEPENDENT = frozenset(("part", "page", "leaf", "known"))


@dataclass(frozen=True)
class NounPhrase:
    """A noun phrase with what verbs and adjectives agree with. person: 0, je, to 5, ils.

    noun: what it stands for, the first where several are joined. open: whether a relative clause may follow;
    every: whether it means each of many, of which nothing is denied.
    """

    phrase: Phrase
    person: int
    feminine: bool
    noun: Noun
    open: bool = False
    every: bool = False

    @property
    def plural(self) -> bool:
        """Whether it stands for several."""
        return self.person > 2


@dataclass(frozen=True)
class Want:
    """What is asked of a noun phrase. room: words that it may fill; negated: an object under negation."""

    room: int = 4
    kinds: tuple[str, ...] = KINDS
    negated: bool = False
    singular: bool = False


def noun_phrase(speaker: Speaker, noun: Noun, want: Want) -> NounPhrase:
    """A noun with its determiner, adjectives and perhaps an owner."""
    if noun.countable == "name":
        return NounPhrase(speaker.linked(noun.english, noun.french), 2, noun.feminine, noun)
    owners = speaker.lexicon.relations.get(noun)
    if owners and (noun.classes & _DEPENDENT or (want.room > 5 and speaker.draw.chance(0.3))):
        return _with_whole(speaker, noun, owners, want)
    if _may_have_owner(noun, want) and speaker.draw.chance(0.25):
        return _with_owner(speaker, noun, want)
    plural = _is_plural(speaker, noun, want, 0.3)
    determiner = _determiner(speaker, noun, want, plural)
    inner, before = _described(speaker, noun, plural, want.room)
    phrase = _determined(speaker, determiner, (noun.feminine, plural), want, before)
    known = determiner.kind == "possessive" and "family" in noun.classes  # needs no relative clause
    every = determiner.kind == "universal"
    return NounPhrase(phrase + inner, 5 if plural else 2, noun.feminine, noun, not known, every)


def joined(speaker: Speaker, first: NounPhrase, second: NounPhrase, by: tuple[str, str]) -> NounPhrase:
    """Two noun phrases with "and" between them, or what else `by` says in the two languages."""
    phrase = first.phrase + speaker.linked(*by) + second.phrase
    return NounPhrase(phrase, 5, first.feminine and second.feminine, first.noun)


def _may_have_owner(noun: Noun, want: Want) -> bool:
    named = bool(noun.classes & _OWNED) and "unowned" not in noun.classes
    return named and want.room > 4 and not want.negated and "definite" in want.kinds


def _is_plural(speaker: Speaker, noun: Noun, want: Want, share: float) -> bool:
    may_be = noun.countable == "count" and not want.singular and "single" not in noun.classes
    return may_be and speaker.draw.chance(share)


def _determiner(speaker: Speaker, noun: Noun, want: Want, plural: bool) -> Determiner:
    asked = _Asked(want.kinds, want.negated, plural)
    fitting = _fitting(speaker.lexicon, noun, asked)
    if "family" in noun.classes and speaker.draw.chance(0.7):
        fitting = tuple(row for row in fitting if row.kind == "possessive") or fitting
    return speaker.draw.weighted(fitting, [row.weight for row in fitting])


class _Asked(NamedTuple):
    kinds: tuple[str, ...]
    negated: bool
    plural: bool


@cache
def _fitting(lexicon: Lexicon, noun: Noun, asked: _Asked) -> tuple[Determiner, ...]:
    """The determiners that this noun may have in this place."""
    return tuple(row for row in lexicon.determiners if _fits(row, noun, asked))


def _fits(row: Determiner, noun: Noun, asked: _Asked) -> bool:
    if row.kind not in asked.kinds or (noun.countable == "unique" and row.kind != "definite"):
        return False
    if row.kind == "possessive" and "unowned" in noun.classes:
        return False
    if row.kind == "universal" and asked.negated:
        return False
    number = "count" if noun.countable == "count" else "mass"
    return row.of in (number, "any") and bool(row.english_plural if asked.plural else row.english)


def _determined(
    speaker: Speaker, row: Determiner, number: tuple[bool, bool], want: Want, before: bool
) -> Phrase:
    """The determiner alone. number: feminine, plural. before: whether a French adjective follows at once."""
    feminine, plural = number
    source = row.english_plural if plural else row.english
    target = row.forms[feminine + 2 * plural]
    if row.kind == "indefinite" and want.negated:
        source, target = ("any" if plural or row.of == "mass" else source), "de"
    elif target == "des" and before:
        target = "de"
    phrase = speaker.linked(source, target)
    return Phrase(phrase.english, article(phrase.french)) if row.kind != "possessive" else phrase


def _described(speaker: Speaker, noun: Noun, plural: bool, room: int) -> tuple[Phrase, bool]:
    """The noun with adjectives, and whether the first French word is one of these."""
    before, after = _adjectives(speaker, noun, room)
    key = (speaker.draw.key(),)
    source = english(noun.english_plural if plural else noun.english, key)
    target = french(noun.french_plural if plural else noun.french, key)
    said: list[Words] = []
    for adjective in before:
        key = (speaker.draw.key(),)
        said.append(english(adjective.english, key))
        (word,) = inflected(adjective, noun.feminine, plural, key)
        masculine = not noun.feminine and not plural
        target = (replace(word, before_vowel=adjective.before_vowel if masculine else ""), *target)
    for adjective in after:
        key = (speaker.draw.key(),)
        first = adjective.comparative and any(row.english in _AGES for row in before)
        said.insert(0 if first else len(said), english(adjective.english, key))  # "a strange old dog"
        target += inflected(adjective, noun.feminine, plural, key)
    return Phrase(tuple(chain(*said)) + source, target), bool(before)


def inflected(adjective: Adjective, feminine: bool, plural: bool, key: tuple[int]) -> Words:
    """The French adjective in agreement."""
    return french(adjective.forms[feminine + 2 * plural], key)


def _adjectives(speaker: Speaker, noun: Noun, room: int) -> tuple[list[Adjective], list[Adjective]]:
    """At most one adjective for each side of the French noun."""
    fitting = speaker.lexicon.adjectives_of[noun]
    before = [row for row in fitting if row.place in ("before", "only before")]
    before = [speaker.draw.choice(before)] if before and room > 2 and speaker.draw.chance(0.22) else []
    after = [row for row in fitting if row.place == "after" and "adjective-order" not in speaker.without]
    if before and before[0].english in _PRAISE:  # one judgement is enough: not "good delicious bread"
        after = [row for row in after if not row.comparative]
    may_follow = after and room > 2 + len(before) and speaker.draw.chance(0.34)
    return before, [speaker.draw.choice(after)] if may_follow else []


def _with_owner(speaker: Speaker, noun: Noun, want: Want) -> NounPhrase:
    """ "The teacher's dog", "le chien du professeur"."""
    owner = noun_phrase(
        speaker, speaker.noun(speaker.nouns("person")), Want(2, ("definite", "possessive"), singular=True)
    )
    plural = _is_plural(speaker, noun, want, 0.25)
    inner, _ = _described(speaker, noun, plural, want.room - 2)
    key = (speaker.draw.key(),)
    source = owner.phrase.english + english("'s", key) + inner.english
    target = _the(noun, plural, (), key) + inner.french + french("de", key) + owner.phrase.french
    return NounPhrase(Phrase(source, target), 5 if plural else 2, noun.feminine, noun)


def _with_whole(speaker: Speaker, noun: Noun, wholes: tuple[Noun, ...], want: Want) -> NounPhrase:
    """ "The roof of the house", "le toit de la maison"."""
    whole = noun_phrase(
        speaker,
        speaker.noun(wholes),
        Want(max(2, want.room - 4), ("definite", "demonstrative"), singular=True),
    )
    many = noun.name in ("door", "window", "page", "leaf", "photo")
    plural = many and not want.singular and speaker.draw.chance(0.4)
    inner, _ = _described(speaker, noun, plural, 2)
    key = (speaker.draw.key(),)
    head = Phrase(english("the", key), _the(noun, plural, key, ()))
    phrase = head + inner + speaker.linked("of", "de") + whole.phrase
    return NounPhrase(phrase, 5 if plural else 2, noun.feminine, noun)


def _the(noun: Noun, plural: bool, sure: tuple[int, ...], possible: tuple[int, ...]) -> Words:
    text = "les" if plural else "la" if noun.feminine else "le"
    return article(french(text, sure, possible))
