"""How things are: "the soup is very hot", comparisons, "there is", and where somebody is."""

from engine.corpora.grammar.adjuncts import nearby_phrase, place_phrase, surface_phrase
from engine.corpora.grammar.lexicon import Adjective
from engine.corpora.grammar.noun_phrases import KNOWN, NounPhrase, Want, inflected, noun_phrase
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.tenses import tenses_of_being
from engine.corpora.grammar.verb_groups import BE, Around, Head, VerbGroup, verb_group
from engine.corpora.grammar.words import Phrase, english, french

_DEGREES = (("", ""), ("", ""), ("very", "très"), ("too", "trop"), ("rather", "plutôt"))
_SAYS_LITTLE = frozenset(("unowned", "single", "young", "outdoors", "small"))
_EVERYWHERE = ("garden", "kitchen", "street", "park", "house", "school", "station", "hotel", "town")


def state(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The soup is very hot", or not."""
    adjectives = _sayable(speaker, time)
    adjective = speaker.draw.choice(adjectives)
    subject = _one_with(speaker, adjective)
    negated = speaker.may("negation", 0.2)
    degree = speaker.draw.choice(_DEGREES[: -1 if negated else None])
    group = being(speaker, subject, time, negated)
    return subject.phrase + _said(group) + quality(speaker, adjective, subject, degree)


def quality(speaker: Speaker, adjective: Adjective, subject: NounPhrase, degree: tuple[str, str]) -> Phrase:
    """The adjective in agreement with the subject; degree: "very" in both languages, or nothing."""
    key = (speaker.draw.key(),)
    word = Phrase(
        english(adjective.english, key), inflected(adjective, subject.feminine, subject.plural, key)
    )
    return speaker.linked(*degree) + word if degree[0] and adjective.comparative else word


def comparison(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The horse is bigger than the dog", "le cheval est plus grand que le chien"."""
    adjective = speaker.draw.choice([row for row in _sayable(speaker, time) if row.comparative])
    subject = _one_with(speaker, adjective)
    alike = tuple(
        noun
        for noun in sorted(adjective.nouns, key=lambda noun: noun.name)
        if noun is not subject.noun and noun.classes & subject.noun.classes - _SAYS_LITTLE
    )
    if not alike:
        return state(speaker, time, room)
    other = noun_phrase(speaker, speaker.noun(alike), Want(2, KNOWN))
    group = being(speaker, subject, time, negated=False)
    key = (speaker.draw.key(),)
    target = inflected(adjective, subject.feminine, subject.plural, key)
    if speaker.draw.chance(0.35):
        before = speaker.linked("as", "aussi")
        compared = before + Phrase(english(adjective.english, key), target) + speaker.linked("as", "que")
    elif adjective.comparative == "more":
        before = speaker.linked("more", "plus")
        compared = before + Phrase(english(adjective.english, key), target) + speaker.linked("than", "que")
    else:
        compared = Phrase(english(adjective.comparative, key), french("plus", key) + target)
        compared += speaker.linked("than", "que")
    return subject.phrase + _said(group) + compared + other.phrase


def existence(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "There is a cat in the garden", "il y a un chat dans le jardin"."""
    noun = speaker.noun(speaker.nouns("pet", "person", "furniture", "container"))
    while noun.countable == "name" or "family" in noun.classes:
        noun = speaker.noun(speaker.nouns("pet", "person"))
    found = noun_phrase(speaker, noun, Want(min(4, room - 5), ("indefinite", "quantity")))
    there, be = (speaker.draw.key(),), (speaker.draw.key(),)
    form = {"present": ("is", "are"), "past": ("was", "were")}.get(time, ("will", "will"))[found.plural]
    source = english("there", there)
    source += english("will", (), be) + english("be", be) if form == "will" else english(form, be)
    have = speaker.lexicon.auxiliaries["avoir"].form(tenses_of_being(time)[1], 2)
    target = french("il y", there) + french(have, be)
    where = (
        place_phrase(speaker, speaker.nouns(*_EVERYWHERE))
        if speaker.draw.chance(0.7)
        else nearby_phrase(speaker)
    )
    return Phrase(source, target) + found.phrase + where


def whereabouts(speaker: Speaker, time: str, room: int) -> Phrase:
    """ "The key is on the table"."""
    if speaker.draw.chance(0.5):
        noun, where = speaker.noun(speaker.nouns("small", "text", "dishes")), surface_phrase(speaker)
    else:
        noun, where = (
            speaker.noun(speaker.nouns("person", "pet")),
            place_phrase(speaker, speaker.nouns(*_EVERYWHERE)),
        )
    subject = noun_phrase(speaker, noun, Want(max(2, room - 5), KNOWN))
    group = being(speaker, subject, time, speaker.may("negation", 0.2))
    return subject.phrase + _said(group) + where


def being(speaker: Speaker, subject: NounPhrase, time: str, negated: bool) -> VerbGroup:
    """ "To be" in agreement with the subject."""
    head = Head(BE, speaker.lexicon.auxiliaries["être"], *tenses_of_being(time))
    return verb_group(speaker, head, subject, Around(speaker.lexicon.negations[0] if negated else None))


def _sayable(speaker: Speaker, time: str) -> list[Adjective]:
    """The adjectives that something can be said to be; in the future only what may change."""
    rows = speaker.lexicon.adjectives
    return [row for row in rows if row.place != "only before" and (row.lasting or time != "future")]


def _somewhere(speaker: Speaker) -> Phrase:
    return place_phrase(speaker, speaker.nouns(*_EVERYWHERE))


def _said(group: VerbGroup) -> Phrase:
    return Phrase(group.auxiliary + group.english, group.french)


def _one_with(speaker: Speaker, adjective: Adjective) -> NounPhrase:
    """A noun phrase that the adjective may be said of; without an adjective of its own, which may clash."""
    nouns = tuple(sorted(adjective.nouns, key=lambda noun: noun.name))
    return noun_phrase(speaker, speaker.noun(nouns), Want(2, KNOWN))
