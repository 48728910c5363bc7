"""Where, when, how and with whom."""

from engine.corpora.grammar.lexicon import Fixed, Noun, Verb
from engine.corpora.grammar.noun_phrases import NounPhrase, Want, noun_phrase
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.words import Phrase

_PREPOSITIONS = (("at", ("at", "à")), ("in", ("in", "dans")), ("into", ("in", "dans")), ("on", ("on", "sur")))
_DEFINITE = ("definite",)


def place_phrase(speaker: Speaker, nouns: tuple[Noun, ...]) -> Phrase:
    """At, in or on one of these places; in a town also a town of that name."""
    noun = speaker.noun(nouns)
    if noun.name == "town" and speaker.draw.chance(0.7):
        return speaker.fixed(speaker.draw.choice(speaker.lexicon.places))
    by = next(words for name, words in _PREPOSITIONS if name in noun.classes)
    place = noun_phrase(speaker, noun, Want(3, _DEFINITE, singular=True))
    return speaker.linked(*by) + place.phrase


def nearby_phrase(speaker: Speaker) -> Phrase:
    """Near, behind, under or in front of something large."""
    preposition, nouns = speaker.draw.choice(speaker.lexicon.prepositions)
    place = noun_phrase(speaker, speaker.noun(nouns), Want(3, _DEFINITE, singular=True))
    return speaker.fixed(preposition) + place.phrase


def surface_phrase(speaker: Speaker) -> Phrase:
    """On a piece of furniture."""
    noun = speaker.noun(speaker.nouns("surface"))
    return speaker.linked("on", "sur") + noun_phrase(speaker, noun, Want(3, _DEFINITE, singular=True)).phrase


def company_phrase(speaker: Speaker) -> Phrase:
    """With somebody."""
    noun = speaker.noun(speaker.nouns("family", "name"))
    kinds = ("possessive",)
    return speaker.linked("with", "avec") + noun_phrase(speaker, noun, Want(2, kinds)).phrase


def time_phrase(speaker: Speaker, tense: str) -> Phrase:
    """A time that goes with an English tense; nothing where none does."""
    fitting = [time for time in speaker.lexicon.times if _fits(speaker, time, tense)]
    return speaker.fixed(speaker.draw.choice(fitting)) if fitting else Phrase()


def manner_phrase(speaker: Speaker, verb: Verb) -> Phrase:
    """An adverb of manner that goes with the verb; nothing where none does."""
    fitting = [row for row in speaker.lexicon.adverbs if verb.english.base in row.verbs]
    if not fitting:
        return Phrase()
    adverb = speaker.draw.choice(fitting)
    return speaker.linked(adverb.english, adverb.french)


def may_be_somewhere(subject: NounPhrase, verb: Verb) -> tuple[Noun, ...]:
    """The places where this subject may do this; animals are outdoors."""
    noun = subject.noun
    if noun.classes & {"person", "young", "infant"}:
        return verb.where
    return tuple(place for place in verb.where if "outdoors" in place.classes and "animal" in noun.classes)


def _fits(speaker: Speaker, time: Fixed, tense: str) -> bool:
    wanted = "past" if tense.startswith("past") else tense
    if time.crosses and "adjective-order" in speaker.without:
        return False
    return wanted in time.use.split()
