"""Objects: noun phrases after the verb, and the pronouns that French puts before it."""

from dataclasses import dataclass

from engine.corpora.grammar.adjuncts import surface_phrase
from engine.corpora.grammar.lexicon import Noun, Pronoun, Verb
from engine.corpora.grammar.noun_phrases import KINDS, KNOWN, NounPhrase, Want, joined, noun_phrase
from engine.corpora.grammar.pronouns import person_pronoun
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.words import NOTHING, Phrase, Words, english, french

_DATIVE = {"le": "lui", "la": "lui", "les": "leur"}
_NO_DOUBLE = ("explain", "return")  # English verbs that need "to"


@dataclass(frozen=True)
class Objects:
    """phrase: what follows the verb; clitics: what French has before it, with gender and number of a direct
    one; last: the noun phrase at the very end, where there is one."""

    phrase: Phrase = NOTHING
    clitics: Words = ()
    preceding: tuple[bool, bool] | None = None
    last: NounPhrase | None = None


@dataclass(frozen=True)
class Wish:
    """room: words that the objects may fill; negated: whether the clause is."""

    room: int
    negated: bool = False


def objects_of(speaker: Speaker, verb: Verb, subject: NounPhrase, wish: Wish) -> Objects:
    """What the verb's frame asks for. The English particle of an oblique object is part of it."""
    if verb.frame == "transitive":
        return _direct(speaker, verb, subject, wish)
    if verb.frame in ("oblique", "dative"):
        return _oblique(speaker, verb, subject, wish)
    if verb.frame == "ditransitive":
        return _with_recipient(speaker, verb, subject, wish)
    if verb.frame == "placed":
        thing = _direct(speaker, verb, subject, wish)
        return Objects(thing.phrase + surface_phrase(speaker), thing.clitics, thing.preceding)
    if verb.frame == "motion":
        place = noun_phrase(speaker, speaker.noun(verb.objects), Want(3, ("definite",), singular=True))
        return Objects(_led(speaker, verb, place))
    return Objects()


def taken_up(speaker: Speaker, pronoun: Pronoun) -> Objects:
    """A pronoun as the direct object."""
    key = (speaker.draw.key(),)
    source = Phrase(english(pronoun.english_object, key))
    return Objects(source, french(pronoun.clitic, key), (pronoun.feminine, pronoun.plural))


def _direct(speaker: Speaker, verb: Verb, subject: NounPhrase, wish: Wish) -> Objects:
    noun = _another(speaker, verb.objects, subject)
    if speaker.may("object-pronouns", 0.14):
        pronoun = person_pronoun(speaker, noun, subject)
        if pronoun:
            return taken_up(speaker, pronoun)
    kinds = KNOWN if verb.known else KINDS
    found = noun_phrase(speaker, noun, Want(wish.room, kinds, wish.negated))
    if wish.room > 7 and not wish.negated and speaker.may("coordination", 0.12):
        other = _another(speaker, verb.objects, found)
        if other is not found.noun:
            found = joined(speaker, found, noun_phrase(speaker, other, Want(3, kinds)), ("and", "et"))
    return Objects(found.phrase, last=found)


def _oblique(speaker: Speaker, verb: Verb, subject: NounPhrase, wish: Wish) -> Objects:
    noun = _another(speaker, verb.objects, subject)
    if verb.frame == "dative" and speaker.may("object-pronouns", 0.2):
        pronoun = person_pronoun(speaker, noun, subject)
        if pronoun:
            key = (speaker.draw.key(),)
            particle = english(verb.english.particle, (), key)
            return Objects(Phrase(particle + english(pronoun.english_object, key)), _dative(pronoun, key))
    instrument = "instrument" in noun.classes
    want = Want(wish.room, ("definite",), singular=True) if instrument else Want(wish.room, KNOWN)
    found = noun_phrase(speaker, noun, want)
    return Objects(_led(speaker, verb, found), last=found)


def _with_recipient(speaker: Speaker, verb: Verb, subject: NounPhrase, wish: Wish) -> Objects:
    """ "Gives the book to the teacher", "gives the teacher the book", "gives him the book"."""
    people = tuple(noun for noun in speaker.nouns("person") if "thief" not in noun.classes)
    receiver = _another(speaker, people, subject)
    pronoun = None
    if speaker.may("object-pronouns", 0.25):
        pronoun = person_pronoun(speaker, receiver, subject)
    double = verb.english.base not in _NO_DOUBLE
    if pronoun:
        thing = noun_phrase(speaker, speaker.noun(verb.objects), Want(wish.room, KINDS, wish.negated))
        key = (speaker.draw.key(),)
        him, clitics = english(pronoun.english_object, key), _dative(pronoun, key)
        if double:
            return Objects(Phrase(him) + thing.phrase, clitics, last=thing)
        return Objects(thing.phrase + Phrase(english("to", (), key) + him), clitics)
    person = noun_phrase(speaker, receiver, Want(3, KNOWN))
    given = _direct(speaker, verb, person, Wish(wish.room - 3, wish.negated))
    if double and not given.clitics and speaker.draw.chance(0.3):
        key = (speaker.draw.key(),)
        target = given.phrase.french + french("à", (), key) + person.phrase.french
        return Objects(Phrase(person.phrase.english + given.phrase.english, target))
    both = given.phrase + speaker.linked("to", "à") + person.phrase
    return Objects(both, given.clitics, given.preceding, person)


def _led(speaker: Speaker, verb: Verb, found: NounPhrase) -> Phrase:
    """The object after its preposition in each language; one that the other lacks goes with the object."""
    if verb.english.particle and verb.preposition:
        return speaker.linked(verb.english.particle, verb.preposition) + found.phrase
    key = (speaker.draw.key(),)
    first, *others = found.phrase.english
    source = (*english(verb.english.particle, (), key), first.linked((), key), *others)
    return Phrase(source, french(verb.preposition, (), key) + found.phrase.french)


def _another(speaker: Speaker, nouns: tuple[Noun, ...], than: NounPhrase) -> Noun:
    """One of the nouns, another than that of a phrase where there is one."""
    others = tuple(noun for noun in nouns if noun is not than.noun)
    return speaker.noun(others or nouns)


def _dative(pronoun: Pronoun, key: tuple[int]) -> Words:
    return french(_DATIVE.get(pronoun.clitic, pronoun.clitic), key)
