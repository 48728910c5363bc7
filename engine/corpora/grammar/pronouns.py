"""Pronouns: those that stand for somebody by themselves, and those that take up what was named."""

from engine.corpora.grammar.lexicon import Noun, Pronoun
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.speaker import Speaker

_ALONE = ("I", "he", "she", "we", "you")
_SELF = {0: "I", 1: "you", 3: "we", 4: "you"}


def pronoun_subject(speaker: Speaker) -> NounPhrase:
    """I, he, she, we or you; "they" would have to agree with what else the sentence names."""
    row = speaker.draw.choice([row for row in speaker.lexicon.pronouns if row.english in _ALONE])
    person = speaker.lexicon.nouns["woman" if row.feminine else "man"]
    return NounPhrase(speaker.linked(row.english, row.french), row.person, row.feminine, person)


def again(speaker: Speaker, named: NounPhrase) -> NounPhrase:
    """The pronoun that takes up the subject."""
    row = pronoun_for(speaker, named)
    return NounPhrase(speaker.linked(row.english, row.french), row.person, named.feminine, named.noun)


def pronoun_for(speaker: Speaker, named: NounPhrase) -> Pronoun:
    """The pronoun for what was named; things and animals are "it" in English and have a gender in French."""
    if named.person in _SELF:
        return speaker.pronoun(_SELF[named.person], False)
    if named.plural:
        return speaker.pronoun("they", named.feminine)
    if "person" in named.noun.classes:
        return speaker.pronoun("she" if named.feminine else "he", named.feminine)
    return speaker.pronoun("it", named.feminine)


def person_pronoun(speaker: Speaker, noun: Noun, subject: NounPhrase) -> Pronoun | None:
    """An object pronoun for a person whom nobody named; none where it would mean the subject or a thing."""
    if "person" not in noun.classes:
        return None
    if speaker.draw.chance(0.5):
        row = speaker.pronoun(speaker.draw.choice(("I", "we", "you")), False)
        return row if row.person % 3 != subject.person % 3 else None
    return speaker.pronoun("she" if noun.feminine else "he", noun.feminine)
