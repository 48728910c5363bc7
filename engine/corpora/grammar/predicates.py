"""What is said of a subject: a verb in a tense, its objects, and where, when and how."""

from dataclasses import dataclass, replace

from engine.corpora.grammar.adjuncts import (
    company_phrase,
    manner_phrase,
    may_be_somewhere,
    place_phrase,
    time_phrase,
)
from engine.corpora.grammar.lexicon import Modal, Negation, Verb
from engine.corpora.grammar.noun_phrases import NounPhrase
from engine.corpora.grammar.objects import Objects, Wish, objects_of, taken_up
from engine.corpora.grammar.pronouns import pronoun_for
from engine.corpora.grammar.speaker import Speaker
from engine.corpora.grammar.tenses import tenses_of, tenses_of_modal
from engine.corpora.grammar.verb_groups import Around, Head, reflexive_pronoun, verb_group
from engine.corpora.grammar.words import NOTHING, Phrase, Words, english, french


@dataclass(frozen=True)
class Plan:
    """How to say it. time: present, past or future; room: words that may be used; gap: what stands before
    as "that", so that no object is said; asked: in a question, without negation; bare: without adverbs of
    time and place; direct: without a verb such as "want" before it; object: what a pronoun takes up;
    deed: whether it is affirmed or denied, None where either may be.
    """

    time: str
    room: int
    gap: NounPhrase | None = None
    asked: bool = False
    bare: bool = False
    direct: bool = False
    object: NounPhrase | None = None
    deed: bool | None = None


@dataclass(frozen=True)
class Predicate:
    """auxiliary: English words that go before the subject in a question.

    finite: where the French verb that agrees stands in `french`; tense: the English one that a time may be
    added to, or nothing; last: the noun phrase at the very end, where there is one.
    """

    auxiliary: Words
    english: Words
    french: Words
    finite: int
    tense: str
    last: NounPhrase | None = None
    denied: bool = False

    def of(self, subject: NounPhrase) -> Phrase:
        """The clause as a statement."""
        return subject.phrase + Phrase(self.auxiliary + self.english, self.french)

    def __add__(self, more: Phrase) -> "Predicate":
        if not more.length:
            return self
        return replace(self, english=self.english + more.english, french=self.french + more.french, last=None)


def predicate(speaker: Speaker, verb: Verb, subject: NounPhrase, plan: Plan) -> Predicate:
    """A verb with all that belongs to it, perhaps under another one ("wants to …")."""
    modal = _modal(speaker, verb, subject, plan)
    under = _under(speaker, modal, verb, subject, plan) if modal else None
    said = under or _simple(speaker, verb, subject, plan)
    return said if plan.bare or verb.aspect == "state" else said + _adjuncts(speaker, verb, subject, said)


def _simple(speaker: Speaker, verb: Verb, subject: NounPhrase, plan: Plan) -> Predicate:
    negation = None if subject.every else _negation(speaker, verb, plan)
    often = NOTHING if plan.bare or plan.asked else _frequency(speaker, verb, negation)
    tenses = tenses_of(speaker, verb, plan.time, negation, bool(often.length))
    if tenses[0] == "perfect" and plan.direct:
        tenses = ("past", "compound")
    if tenses[0] == "perfect":
        often = speaker.linked("already", "déjà")
    objects = _objects(speaker, verb, subject, plan, negation)
    gap = (plan.gap.feminine, plan.gap.plural) if plan.gap else None
    around = Around(negation, often, objects.clitics, objects.preceding or gap, plan.asked)
    head = Head(verb.english, verb.french, *tenses)
    group = verb_group(speaker, head, subject, around)
    source, target = group.english, group.french
    if negation and negation.kind in ("thing", "person"):
        source += _particle(verb, group.key) + english(negation.english, (group.denial,))
    elif verb.frame not in ("oblique", "dative", "motion"):
        source += _particle(verb, group.key)
    calm = negation is None and not often.length
    manner = manner_phrase(speaker, verb) if calm and speaker.draw.chance(0.25) else NOTHING
    tail = Phrase(objects.phrase.english + manner.english, manner.french + objects.phrase.french)
    last = None if manner.length else objects.last
    said = Predicate(group.auxiliary, source, target, group.finite, "" if often.length else tenses[0])
    return replace(said + tail, last=last, denied=negation is not None)


def _under(speaker: Speaker, modal: Modal, verb: Verb, subject: NounPhrase, plan: Plan) -> Predicate:
    """ "Wants to read the book", "veut lire le livre": pronouns stand before the infinitive."""
    plain = speaker.lexicon.negations[0]
    negation = plain if not plan.asked and not subject.every and speaker.may("negation", 0.15) else None
    tenses = tenses_of_modal(modal, plan.time)
    around = Around(negation, asked=plan.asked)
    group = verb_group(speaker, Head(modal.english, modal.french, *tenses), subject, around)
    denied = negation if not modal.preposition else None
    objects = _objects(speaker, verb, subject, plan, denied)
    key = (speaker.draw.key(),)
    link = (speaker.draw.key(),) if modal.preposition else ()
    to = english(modal.english.particle, link, () if link else key)
    own = french(reflexive_pronoun(subject.person), key) if verb.french.reflexive else ()
    target = french(modal.preposition, link) + own + objects.clitics + french(verb.french.infinitive, key)
    source = to + english(verb.english.base, key)
    if verb.frame not in ("oblique", "dative", "motion"):
        source += _particle(verb, key[0])
    said = Predicate(group.auxiliary, group.english, group.french, group.finite, tenses[0])
    return replace(
        said + Phrase(source, target) + objects.phrase, last=objects.last, denied=negation is not None
    )


def _objects(
    speaker: Speaker, verb: Verb, subject: NounPhrase, plan: Plan, negation: Negation | None
) -> Objects:
    if plan.object:
        return taken_up(speaker, pronoun_for(speaker, plan.object))
    if plan.gap or (negation and negation.kind in ("thing", "person")):
        return Objects()
    return objects_of(speaker, verb, subject, Wish(plan.room - 3, negation is not None))


def _particle(verb: Verb, key: int) -> Words:
    return english(verb.english.particle, (), (key,))


def _negation(speaker: Speaker, verb: Verb, plan: Plan) -> Negation | None:
    if plan.deed is not None:
        return None if plan.deed else speaker.lexicon.negations[0]
    if plan.asked or not speaker.may("negation", 0.17):
        return None
    negation = speaker.draw.weighted(speaker.lexicon.negations, (60, 14, 10, 8, 8))
    if negation.kind not in ("thing", "person"):
        return negation
    persons = [noun for noun in verb.objects if "person" in noun.classes]
    fits = persons if negation.kind == "person" else len(persons) < len(verb.objects)
    direct = verb.frame == "transitive" and not plan.gap and not plan.object
    return negation if direct and fits else speaker.lexicon.negations[0]


def _frequency(speaker: Speaker, verb: Verb, negation: Negation | None) -> Phrase:
    if negation or verb.aspect == "state" or not speaker.draw.chance(0.12):
        return NOTHING
    adverb = speaker.draw.choice([row for row in speaker.lexicon.adverbs if row.kind == "frequency"])
    return speaker.linked(adverb.english, adverb.french)


def _modal(speaker: Speaker, verb: Verb, subject: NounPhrase, plan: Plan) -> Modal | None:
    if (
        plan.direct
        or not verb.willed
        or "person" not in subject.noun.classes
        or not speaker.draw.chance(0.18)
    ):
        return None
    fitting = [row for row in speaker.lexicon.modals if plan.time in row.tenses]
    modal = speaker.draw.choice(fitting)
    begins = modal.english.base in ("begin", "try")
    return None if begins and verb.aspect != "event" else modal


def _adjuncts(speaker: Speaker, verb: Verb, subject: NounPhrase, said: Predicate) -> Phrase:
    extra = NOTHING
    places = may_be_somewhere(subject, verb)
    if places and speaker.draw.chance(0.35):
        extra += place_phrase(speaker, places)
    elif verb.together and "person" in subject.noun.classes and speaker.draw.chance(0.25):
        extra += company_phrase(speaker)
    if speaker.draw.chance(0.22):
        extra += time_phrase(speaker, said.tense)
    return extra
